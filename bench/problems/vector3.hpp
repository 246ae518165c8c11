// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace perpend::lcp {

// Written out so that the order of the sums does not depend on the vector width.
inline double dot(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline Eigen::Vector3d cross(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline Eigen::Vector3d unit(const Eigen::Vector3d& a) {
  return a / std::sqrt(dot(a, a));
}

}  // namespace perpend::lcp
