// SPDX-License-Identifier: Apache-2.0
#include "sim/acceleration/touch_force.hpp"

namespace perpend {

using Eigen::Vector3d;

TouchForce touch_force(const Instant& instant, const InstantAnswer& answer, int i) {
  const Touch& touch = instant.touches()[i];
  const TouchRows& at = instant.at()[i];
  TouchForce out{.kind = touch.kind, .slides = touch.slides};
  if (touch.kind == TouchKind::contact) {
    out.a = {at.pair.body_a};
    out.b = {at.pair.body_b};
    out.point = 0.5 * (at.pair.point_a + at.pair.point_b);
    out.normal = at.pair.normal;
    out.force = at.frame.transpose() * answer.force[i];
    out.acceleration = at.frame.transpose() * answer.motion[i];
    const Vector3d u = instant.velocity(i);
    out.slip = at.frame.transpose() * Vector3d(0, u.y(), u.z());
    out.gap = at.gap;
    return out;
  }
  out.joint = {touch.joint};
  out.coordinate = touch.coordinate;
  out.gap = at.gap;
  const int row = touch.has_normal() ? 0 : 1;
  out.force.x() = touch.sign * answer.force[i][row];
  out.acceleration.x() = touch.sign * answer.motion[i][row];
  return out;
}

}  // namespace perpend
