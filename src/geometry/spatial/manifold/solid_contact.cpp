// SPDX-License-Identifier: Apache-2.0
// Contacts of two convex solids. The largest separation decides whether they are near. If the
// separation along a face's normal is as large to within a tolerance, the other solid is clipped
// over that face; otherwise the closest points are used.
//
// Persistence. The choice of the reference face, and that between face and closest points, are
// between candidates that tie in resting contacts: the first of a fixed order (faces of a, faces of
// b, the rest) is kept unless another is better by kBias times the smaller solid. As a consequence
// the least gap of a manifold may be below the signed distance by that much.
#include "geometry/spatial/manifold/solid_contact.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/spatial/manifold/closest_contact.hpp"
#include "geometry/spatial/manifold/face_contact.hpp"
#include "geometry/spatial/manifold/ghost_collision.hpp"
#include "geometry/spatial/shapes/extent.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

struct ReferenceFace {
  bool on_a = true;
  FaceName name;
  double separation = -HUGE_VAL;
};

// Considers the faces of one solid whose separation may be nearly as large as the largest one: H is
// convex, so f(m) <= m · x with the x of any direction. Of two symmetric solids, faces that point
// away from the other are skipped.
void consider_faces(const Solid& solid, bool on_a, const MinkowskiSum& sum,
                    const Distance& separation, double tolerance, ReferenceFace& best) {
  const Vector3d x = sum.offset - sum.support(separation.normal);
  for_each_face(solid, [&](const FaceName& name, const Vector3d& outward) {
    const Vector3d n = on_a ? outward : Vector3d(-outward);
    const double along = n.dot(sum.offset);
    const bool towards = name.upper ? along >= -tolerance : along > tolerance;
    const bool may_be = n.dot(x) - sum.ball >= separation.gap - 2 * tolerance;
    if (!(sum.is_symmetric() ? towards : may_be)) return;
    const double f = sum.separation(n);
    if (f > best.separation + tolerance) best = {on_a, name, f};
  });
}

// True if the two solids pass each other along a face of this one: f(m) <= m · x, as above.
bool passes(const Solid& solid, bool on_a, const MinkowskiSum& sum, const Vector3d& x,
            const GhostCollision& ghost) {
  bool passes = false;
  for_each_face(solid, [&](const FaceName&, const Vector3d& outward) {
    const Vector3d m = on_a ? outward : Vector3d(-outward);
    if (passes || !ghost.may_pass(m) || m.dot(x) - sum.ball <= -ghost.deepest()) return;
    passes = ghost.passes(m, sum.separation(m));
  });
  return passes;
}

bool is_ghost_collision(const Solid& a, const Solid& b, const MinkowskiSum& sum,
                        const Distance& separation) {
  const GhostCollision ghost(separation.normal, separation.gap,
                             std::min(extent(a.shape), extent(b.shape)),
                             std::min(inner_radius(a.shape), inner_radius(b.shape)));
  const Vector3d x = sum.offset - sum.support(separation.normal);
  return ghost.may_be() && (passes(a, true, sum, x, ghost) || passes(b, false, sum, x, ghost));
}

}  // namespace

double extent(const Shape& shape) {
  if (const auto* box = std::get_if<Box>(&shape)) return box->half.maxCoeff();
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    return std::max(cylinder->half_length, cylinder->radius);
  if (const auto* capsule = std::get_if<Capsule>(&shape))
    return std::max(capsule->half_length, capsule->radius);
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape)) return ellipsoid->half.maxCoeff();
  if (const auto* cone = std::get_if<Cone>(&shape))
    return std::max(cone->half_length, cone->radius);
  if (const auto* hull = std::get_if<Hull>(&shape)) return hull->polyhedron->half_extent;
  return 0;
}

void add_contacts_at(const Distance& separation, const MinkowskiSum& sum, const Solid& a,
                     const Solid& b, double tolerance, ContactSet& contacts) {
  ReferenceFace face;
  consider_faces(a, true, sum, separation, tolerance, face);
  consider_faces(b, false, sum, separation, tolerance, face);
  if (face.separation >= separation.gap - tolerance)
    add_face_contacts(face.on_a ? a : b, face.name, face.on_a ? b : a, face.on_a, tolerance,
                      contacts);
  // There is no such face, or the closest point lies just beside it.
  if (!(contacts.least_gap() <= separation.gap + 2 * tolerance))
    add_closest_contacts(a, b, separation, tolerance, contacts);
}

bool add_solid_contacts(const Solid& a, const Solid& b, ContactSet& contacts) {
  const MinkowskiSum sum(a.shape, a.frame, b.shape, b.frame);
  const Distance separation = largest_separation(sum, contacts.margin());
  if (separation.gap > contacts.margin()) return true;
  if (is_ghost_collision(a, b, sum, separation)) return false;
  const double size = std::min(extent(a.shape), extent(b.shape));
  add_contacts_at(separation, sum, a, b, kBias * size, contacts);
  return true;
}

}  // namespace perpend::spatial
