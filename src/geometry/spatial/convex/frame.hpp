// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/geometry/spatial/pose.hpp"

namespace perpend::spatial {

/// A Pose whose rotation matrix is evaluated once.
struct Frame {
  Eigen::Vector3d p;  ///< origin
  Eigen::Matrix3d R;  ///< columns: the local axes in the outer frame

  explicit Frame(const Pose& pose) : p(pose.p), R(pose.r.toRotationMatrix()) {}

  Eigen::Vector3d out(const Eigen::Vector3d& v) const { return R * v; }
  Eigen::Vector3d in(const Eigen::Vector3d& v) const { return R.transpose() * v; }
  Eigen::Vector3d point_out(const Eigen::Vector3d& v) const { return p + R * v; }
  Eigen::Vector3d point_in(const Eigen::Vector3d& v) const { return R.transpose() * (v - p); }
};

}  // namespace perpend::spatial
