// SPDX-License-Identifier: Apache-2.0
#include "sim/rows/push_out.hpp"

#include <algorithm>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Share of the distance that the bodies travel. A contact that a step leaves just touching overlaps
// by half of that distance after half a drift.
constexpr double kOwnWay = 0.6;
// Share of twice the distance that bodies fall within a step: deeper overlap would make stacks hop.
constexpr double kFallen = 0.01;

bool is_custom(const StepRows& rows, int index) {
  return rows.setup.model->bodies[index].kind == BodyKind::custom;
}

// Returns the velocity of the centre of mass, m/s.
Vector3d centre_velocity(const StepRows& rows, int index) {
  const Body& body = rows.setup.model->bodies[index];
  return body.is_fixed() ? Vector3d(0, 0, 0) : linear_velocity(body, rows.pose->v);
}

// Returns the speed of the point of contact about the centre of mass, m/s.
double turning_speed(const StepRows& rows, int index, const Vector3d& point) {
  const Body& body = rows.setup.model->bodies[index];
  if (body.is_fixed()) return 0;
  const Vector3d centre = spatial_pose(*rows.setup.model, *rows.pose, {index}).p;
  return angular_velocity(body, rows.pose->v).norm() * (point - centre).norm();
}

bool has_mesh(const StepRows& rows, int index) {
  return std::ranges::any_of(
      rows.setup.model->bodies[index].details->spatial_shapes,
      [](const auto& placed) { return std::holds_alternative<spatial::Mesh>(placed.shape); });
}

// True if one body is behind the mesh of the other. A mesh has no inside: a body behind it except
// for a corner would be rotated until that corner is out and released on the wrong side; only free
// flight gets it through.
bool is_behind_mesh(const StepRows& rows, const ContactPair& pair) {
  const auto above = [&](int index) {
    return pair.normal.dot(spatial_pose(*rows.setup.model, *rows.pose, {index}).p - pair.point_a);
  };
  return (has_mesh(rows, pair.body_a) && above(pair.body_b) < 0) ||
         (has_mesh(rows, pair.body_b) && above(pair.body_a) > 0);
}

}  // namespace

bool is_displaced(const StepRows& rows, const ActiveContact& contact, double time) {
  const ContactPair& pair = contact.pair;
  // Speculative contacts have gap >= 0 and their overlap as the effect of rotation.
  const double overlap = -std::min(pair.gap, pair.normal.dot(pair.point_b - pair.point_a));
  if (!(overlap > kFallen * rows.setup.model->gravity.norm() * time * time)) return false;
  if (is_custom(rows, pair.body_a) || is_custom(rows, pair.body_b)) return false;
  const Vector3d apart = centre_velocity(rows, pair.body_b) - centre_velocity(rows, pair.body_a);
  const double motion = apart.norm() + turning_speed(rows, pair.body_a, pair.point_a) +
                        turning_speed(rows, pair.body_b, pair.point_b);
  return overlap > kOwnWay * time * motion && !is_behind_mesh(rows, pair);
}

}  // namespace perpend
