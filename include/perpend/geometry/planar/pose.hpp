// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace perpend::planar {

/// Placement of a local frame in the x-y plane: x_world = R(angle) x_local + p.
struct Pose {
  Eigen::Vector2d p{0, 0};  ///< origin of the local frame (m)
  double angle = 0;         ///< counter-clockwise (rad)
};

/// Returns a free vector of the local frame in the outer frame.
inline Eigen::Vector2d transform_vector(const Pose& pose, const Eigen::Vector2d& v) {
  const double c = std::cos(pose.angle);
  const double s = std::sin(pose.angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

/// Returns a point of the local frame in the outer frame.
inline Eigen::Vector2d transform_point(const Pose& pose, const Eigen::Vector2d& x) {
  return pose.p + transform_vector(pose, x);
}

/// Returns the inverse pose.
inline Pose inverse(const Pose& pose) {
  return {-transform_vector({{0, 0}, -pose.angle}, pose.p), -pose.angle};
}

/// Returns the pose that applies `inner`, then `outer`: transform_point(compose(o, i), x) =
/// o(i(x)).
inline Pose compose(const Pose& outer, const Pose& inner) {
  return {transform_point(outer, inner.p), outer.angle + inner.angle};
}

}  // namespace perpend::planar
