// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace perpend::spatial {

/// Placement of a local frame in space: x_world = r x_local + p.
struct Pose {
  Eigen::Vector3d p{0, 0, 0};                            ///< origin of the local frame (m)
  Eigen::Quaterniond r{Eigen::Quaterniond::Identity()};  ///< unit quaternion
};

/// Returns a free vector of the local frame in the outer frame.
inline Eigen::Vector3d transform_vector(const Pose& pose, const Eigen::Vector3d& v) {
  return pose.r * v;
}

/// Returns a point of the local frame in the outer frame.
inline Eigen::Vector3d transform_point(const Pose& pose, const Eigen::Vector3d& x) {
  return pose.p + pose.r * x;
}

/// Returns the inverse pose.
inline Pose inverse(const Pose& pose) {
  return {-(pose.r.conjugate() * pose.p), pose.r.conjugate()};
}

/// Returns the pose that applies `inner`, then `outer`: transform_point(compose(o, i), x) =
/// o(i(x)).
inline Pose compose(const Pose& outer, const Pose& inner) {
  return {transform_point(outer, inner.p), (outer.r * inner.r).normalized()};
}

}  // namespace perpend::spatial
