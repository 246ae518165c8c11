// SPDX-License-Identifier: Apache-2.0
//
// The Jordan algebra of the cone |x_t| <= x_0 in three dimensions; lower dimensions are embedded
// with zeros. Alizadeh & Goldfarb 2003, section 4.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace perpend::lcp {

/// Returns the matrix L_x with L_x y = x o y.
inline Eigen::Matrix3d arrow(const Eigen::Vector3d& x) {
  Eigen::Matrix3d L = x[0] * Eigen::Matrix3d::Identity();
  L.bottomLeftCorner<2, 1>() = x.tail<2>();
  L.topRightCorner<1, 2>() = x.tail<2>().transpose();
  return L;
}

inline Eigen::Vector3d jordan_product(const Eigen::Vector3d& x, const Eigen::Vector3d& y) {
  Eigen::Vector3d z;
  z[0] = x.dot(y);
  z.tail<2>() = x[0] * y.tail<2>() + y[0] * x.tail<2>();
  return z;
}

/// Returns z in the cone with z o z = w, for w in the cone.
inline Eigen::Vector3d jordan_root(const Eigen::Vector3d& w) {
  const double length = w.tail<2>().norm();
  const double high = std::sqrt(std::max(0.0, w[0] + length));
  const double low = std::sqrt(std::max(0.0, w[0] - length));
  Eigen::Vector3d z(0.5 * (high + low), 0, 0);
  if (length > 0) z.tail<2>() = (0.5 * (high - low) / length) * w.tail<2>();
  return z;
}

}  // namespace perpend::lcp
