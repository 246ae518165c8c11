// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "perpend/geometry/planar/pose.hpp"

namespace perpend::planar {

inline double cross(const Eigen::Vector2d& u, const Eigen::Vector2d& v) {
  return u.x() * v.y() - u.y() * v.x();
}

/// Returns v rotated by +90 degrees.
inline Eigen::Vector2d left_of(const Eigen::Vector2d& v) {
  return {-v.y(), v.x()};
}

/// Returns v rotated by -90 degrees: the outward side of a counter-clockwise edge v.
inline Eigen::Vector2d right_of(const Eigen::Vector2d& v) {
  return {v.y(), -v.x()};
}

/// A Pose whose sine and cosine are evaluated once.
struct Frame {
  Eigen::Vector2d p;  ///< origin
  Eigen::Vector2d x;  ///< local x axis in the outer frame; local y is left_of(x)

  explicit Frame(const Pose& pose) : p(pose.p), x(std::cos(pose.angle), std::sin(pose.angle)) {}
  Frame(const Eigen::Vector2d& origin, const Eigen::Vector2d& axis) : p(origin), x(axis) {}

  Eigen::Vector2d out(const Eigen::Vector2d& v) const {
    return {x.x() * v.x() - x.y() * v.y(), x.y() * v.x() + x.x() * v.y()};
  }
  Eigen::Vector2d in(const Eigen::Vector2d& v) const { return {x.dot(v), cross(x, v)}; }
  Eigen::Vector2d point_out(const Eigen::Vector2d& v) const { return p + out(v); }
  Eigen::Vector2d point_in(const Eigen::Vector2d& v) const { return in(v - p); }
};

/// Returns `inner` relative to `outer`.
inline Frame relative(const Frame& outer, const Frame& inner) {
  return {outer.point_in(inner.p), outer.in(inner.x)};
}

}  // namespace perpend::planar
