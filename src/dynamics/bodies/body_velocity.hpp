// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "perpend/model/body.hpp"

namespace perpend {

/// Returns the number of coordinates of a body's position; they come first in its q and v.
inline int linear_dof(const Body& body) {
  return body.is_planar() ? 2 : 3;
}

/// Returns the velocity of the centre of mass, m/s, world frame; zero for custom bodies, whose
/// velocities are of their own kind.
inline Eigen::Vector3d linear_velocity(const Body& body, const Eigen::VectorXd& v) {
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  const int lines = std::min(linear_dof(body), body.dof);
  if (body.kind != BodyKind::custom) velocity.head(lines) = v.segment(body.v_offset, lines);
  return velocity;
}

/// Returns the angular velocity, rad/s, world frame; zero for particles and custom bodies.
inline Eigen::Vector3d angular_velocity(const Body& body, const Eigen::VectorXd& v) {
  if (body.kind == BodyKind::custom) return Eigen::Vector3d::Zero();
  if (body.is_planar()) return {0, 0, body.dof == 3 ? v[body.v_offset + 2] : 0.0};
  if (body.dof != 6) return Eigen::Vector3d::Zero();
  return v.segment<3>(body.v_offset + 3);
}

}  // namespace perpend
