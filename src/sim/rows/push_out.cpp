// SPDX-License-Identifier: Apache-2.0
//
// A corner that is pushed out turns, and is pushed again the way it points then: bodies deep in
// each other parted at up to twice the recovery speed. The centres of what turns part no faster
// than at that speed, in all directions together, as far as the impulse of one row goes.
#include "sim/rows/push_out.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/bodies/body_velocity.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Of the recovery speed: the rest of the overlap is to open all the same.
constexpr double kLeast = 0.1;
// What the rotation at the contact is multiplied by to count as the speed across it: bodies that
// slide do not turn their normal.
constexpr double kTurning = 10;

// Of the centre of mass, m/s; none of custom bodies.
Vector3d centre_velocity(const StepRows& rows, int index) {
  const Body& body = rows.setup.model->bodies[index];
  return body.is_fixed() ? Vector3d(0, 0, 0) : linear_velocity(body, rows.pose->v);
}

double inverse_mass(const StepRows& rows, int index) {
  const Body& body = rows.setup.model->bodies[index];
  return body.is_dynamic() && body.kind != BodyKind::custom ? 1 / body.mass : 0.0;
}

}  // namespace

double push_out_speed(const StepRows& rows, const ActiveContact& contact, double recovery_speed) {
  const ContactPair& pair = contact.pair;
  const double centres = inverse_mass(rows, pair.body_a) + inverse_mass(rows, pair.body_b);
  if (!(centres > 0)) return recovery_speed;
  const Vector3d apart = centre_velocity(rows, pair.body_b) - centre_velocity(rows, pair.body_a);
  const double along = pair.normal.dot(apart);
  const double turning = (contact.frame.transpose() * contact.start - apart).norm();
  const double across = std::min((apart - along * pair.normal).norm(), kTurning * turning);
  const double most = std::sqrt(std::max(0.0, recovery_speed * recovery_speed - across * across));
  const double more = std::max(0.0, most - along) * row_response(rows, contact.group, 0) / centres;
  return std::clamp(contact.start.x() + more, kLeast * recovery_speed, recovery_speed);
}

}  // namespace perpend
