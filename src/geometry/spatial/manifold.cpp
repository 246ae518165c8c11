// SPDX-License-Identifier: Apache-2.0
// Contact manifolds in space: which method serves which pair.
//
// Half spaces and spheres have closed forms. Of two other solids the largest separation decides
// whether they are near. Where a face's normal is as good to within a tolerance, the other solid is
// clipped over that face; else the closest points count.
//
// Persistence. Which face is the reference, and face or not, are choices between candidates that
// tie in resting contacts: the first of a fixed order (faces of a, faces of b, the rest) is kept
// unless another is better by kBias times the smaller solid. The price: the least gap of a manifold
// may be below the signed distance by that much.
#include "perpend/geometry/spatial/manifold.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/spatial/closest_contact.hpp"
#include "geometry/spatial/face_contact.hpp"
#include "geometry/spatial/half_space_manifold.hpp"
#include "geometry/spatial/minkowski_sum.hpp"
#include "geometry/spatial/separation.hpp"
#include "geometry/spatial/sphere_manifold.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

constexpr double kGhostOverlap = 1e-3;
// Cosine of the angle from which on two directions are across each other.
constexpr double kAcross = 0.1;

double extent(const Shape& shape) {
  if (const auto* box = std::get_if<Box>(&shape)) return box->half.maxCoeff();
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    return std::max(cylinder->half_length, cylinder->radius);
  if (const auto* capsule = std::get_if<Capsule>(&shape))
    return std::max(capsule->half_length, capsule->radius);
  return 0;
}

struct ReferenceFace {
  bool on_a = true;
  FaceName name;
  double separation = -HUGE_VAL;
};

// Takes the faces of one solid that point to the other into account.
void consider_faces(const Solid& solid, bool on_a, const MinkowskiSum& sum, double tolerance,
                    ReferenceFace& best) {
  const bool is_box = std::holds_alternative<Box>(solid.shape);
  if (!is_box && !std::holds_alternative<Cylinder>(solid.shape)) return;
  for (int axis = is_box ? 0 : 2; axis < 3; ++axis) {
    const Vector3d outward = solid.frame.R.col(axis);
    const double along = on_a ? outward.dot(sum.offset) : -outward.dot(sum.offset);
    const bool upper = along >= -tolerance;
    const Vector3d n = (on_a == upper ? 1.0 : -1.0) * outward;
    const double f = sum.separation(n);
    if (f > best.separation + tolerance) best = {on_a, {axis, upper}, f};
  }
}

// Whether a contact of two solids that are apart along n would be a ghost collision at an internal
// edge: along another face they overlap by less than they are apart and than kGhostOverlap of their
// size. Moving on along n then leads past or over that face, as from one tile of a floor to the
// next, and a row along n would stop what slides over the seam.
bool is_ghost_collision(const Solid& solid, const MinkowskiSum& sum, const Vector3d& n,
                        double least) {
  const bool is_box = std::holds_alternative<Box>(solid.shape);
  if (!is_box && !std::holds_alternative<Cylinder>(solid.shape)) return false;
  for (int axis = is_box ? 0 : 2; axis < 3; ++axis) {
    const Vector3d m = solid.frame.R.col(axis);
    if (std::abs(m.dot(n)) > kAcross) continue;
    if (std::max(sum.separation(m), sum.separation(-m)) > -least) return true;
  }
  return false;
}

/// False where the contact would be a ghost collision.
bool add_solid_contacts(const Solid& a, const Solid& b, ContactSet& contacts) {
  const MinkowskiSum sum(a.shape, a.frame, b.shape, b.frame);
  const Distance separation = largest_separation(sum);
  if (separation.gap > contacts.margin()) return true;
  const double size = std::min(extent(a.shape), extent(b.shape)), tolerance = kBias * size;
  const double least = std::min(separation.gap, kGhostOverlap * size);
  if (least > tolerance && (is_ghost_collision(a, sum, separation.normal, least) ||
                            is_ghost_collision(b, sum, separation.normal, least)))
    return false;
  ReferenceFace face;
  consider_faces(a, true, sum, tolerance, face);
  consider_faces(b, false, sum, tolerance, face);
  if (face.separation >= separation.gap - tolerance)
    add_face_contacts(face.on_a ? a : b, face.name, face.on_a ? b : a, face.on_a, tolerance,
                      contacts);
  // No face, or what is closest lies just beside it.
  if (!(contacts.least_gap() <= separation.gap + 2 * tolerance))
    add_closest_contacts(a, b, separation, tolerance, contacts);
  return true;
}

}  // namespace

Manifold contact_manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                          double margin) {
  const Frame frame_a(pose_a);
  const Frame frame_b(pose_b);
  ContactSet contacts(margin);
  bool flip = false;
  if (std::holds_alternative<HalfSpace>(a)) {
    add_half_space_contacts(frame_a, b, frame_b, contacts);
  } else if (std::holds_alternative<HalfSpace>(b)) {
    flip = true;
    add_half_space_contacts(frame_b, a, frame_a, contacts);
  } else if (const auto* ball = std::get_if<Sphere>(&b)) {
    add_sphere_contact(a, frame_a, frame_b.p, ball->radius, contacts);
  } else if (const auto* first = std::get_if<Sphere>(&a)) {
    flip = true;
    add_sphere_contact(b, frame_b, frame_a.p, first->radius, contacts);
  } else if (!add_solid_contacts({a, frame_a}, {b, frame_b}, contacts)) {
    return {.points = {}, .is_ghost = true};
  }
  return contacts.manifold(flip);
}

}  // namespace perpend::spatial
