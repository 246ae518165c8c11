// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/carried_back.hpp"

#include <algorithm>

#include "dynamics/bodies/kinetics.hpp"
#include "geometry/planar/extent.hpp"
#include "geometry/spatial/shapes/extent.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

double rounding_of(const Model& model, const Collider& collider, int index) {
  const Piece& piece = collider.piece(index);
  const Body& body = model.bodies[piece.body];
  return collider.in_space(index) ? rounding(body.details->spatial_shapes[piece.shape].shape)
                                  : rounding(body.details->shapes[piece.shape].shape);
}

// Returns where the material point of a body that is at x at the next pose is at the pose of the
// step.
Vector3d carry_back(const Model& model, const State& next, const State& pose, int body,
                    const Vector3d& x) {
  const spatial::Pose from = spatial_pose(model, next, {body});
  const spatial::Pose to = spatial_pose(model, pose, {body});
  return to.p + to.r * (from.r.conjugate() * (x - from.p));
}

}  // namespace

ContactPair carried_back(const Model& model, const Collider& collider, ContactPair contact,
                         const State& next, const State& pose) {
  const Vector3d to_a = rounding_of(model, collider, contact.piece_a) * contact.normal;
  const Vector3d to_b = rounding_of(model, collider, contact.piece_b) * -contact.normal;
  contact.point_a = to_a + carry_back(model, next, pose, contact.body_a, contact.point_a - to_a);
  contact.point_b = to_b + carry_back(model, next, pose, contact.body_b, contact.point_b - to_b);
  apply_on_one_line(model, contact);
  contact.gap = std::max(0.0, point_gap(contact));
  contact.key = ~contact.key;
  return contact;
}

}  // namespace perpend
