// SPDX-License-Identifier: Apache-2.0
// Contacts of two convex solids. The largest separation decides whether they are near. Where a
// face's normal is as good to within a tolerance, the other solid is clipped over that face; else
// the closest points count.
//
// Persistence. Which face is the reference, and face or not, are choices between candidates that
// tie in resting contacts: the first of a fixed order (faces of a, faces of b, the rest) is kept
// unless another is better by kBias times the smaller solid. The price: the least gap of a manifold
// may be below the signed distance by that much.
#include "geometry/spatial/manifold/solid_contact.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/spatial/manifold/closest_contact.hpp"
#include "geometry/spatial/manifold/face_contact.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

constexpr double kGhostOverlap = 1e-3;
// Cosine of the angle from which on two directions are across each other.
constexpr double kAcross = 0.1;

struct ReferenceFace {
  bool on_a = true;
  FaceName name;
  double separation = -HUGE_VAL;
};

// Takes the faces of one solid that may separate by nearly as much as the largest separation into
// account: H is convex, so f(m) <= m · x with the x of any direction. Of two solids that are
// symmetric a face that points away from the other is none.
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

// Whether a contact of two solids that are apart along n would be a ghost collision at an internal
// edge: along another face they overlap by less than they are apart and than kGhostOverlap of their
// size. Moving on along n then leads past or over that face, as from one tile of a floor to the
// next, and a row along n would stop what slides over the seam.
bool is_ghost_collision(const Solid& solid, const MinkowskiSum& sum, const Vector3d& n,
                        double least, bool on_a) {
  bool is_ghost = false;
  for_each_face(solid, [&](const FaceName&, const Vector3d& outward) {
    const Vector3d m = on_a ? outward : Vector3d(-outward);
    if (std::abs(m.dot(n)) <= kAcross) is_ghost = is_ghost || sum.separation(m) > -least;
  });
  return is_ghost;
}

}  // namespace

double extent(const Shape& shape) {
  if (const auto* box = std::get_if<Box>(&shape)) return box->half.maxCoeff();
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    return std::max(cylinder->half_length, cylinder->radius);
  if (const auto* capsule = std::get_if<Capsule>(&shape))
    return std::max(capsule->half_length, capsule->radius);
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape)) return ellipsoid->half.maxCoeff();
  if (const auto* cone = std::get_if<Cone>(&shape)) return std::max(cone->half_length, cone->radius);
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
  // No face, or what is closest lies just beside it.
  if (!(contacts.least_gap() <= separation.gap + 2 * tolerance))
    add_closest_contacts(a, b, separation, tolerance, contacts);
}

bool add_solid_contacts(const Solid& a, const Solid& b, ContactSet& contacts) {
  const MinkowskiSum sum(a.shape, a.frame, b.shape, b.frame);
  const Distance separation = largest_separation(sum, contacts.margin());
  if (separation.gap > contacts.margin()) return true;
  const double size = std::min(extent(a.shape), extent(b.shape)), tolerance = kBias * size;
  const double least = std::min(separation.gap, kGhostOverlap * size);
  if (least > tolerance && (is_ghost_collision(a, sum, separation.normal, least, true) ||
                            is_ghost_collision(b, sum, separation.normal, least, false)))
    return false;
  add_contacts_at(separation, sum, a, b, tolerance, contacts);
  return true;
}

}  // namespace perpend::spatial
