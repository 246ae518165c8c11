// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "random_shapes.hpp"

namespace perpend::planar {

/// min_b n · x - max_a n · x by the tests' own support functions.
inline double separation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         const Eigen::Vector2d& n) {
  return -support(a, pose_a, n) - support(b, pose_b, -n);
}

/// How far x lies outside of the shape, over 720 directions: <= 0 inside.
inline double protrusion(const Shape& shape, const Pose& pose, const Eigen::Vector2d& x) {
  if (const auto* plane = std::get_if<HalfPlane>(&shape)) {
    return transform_vector(pose, plane->normal).dot(x - pose.p);
  }
  double most = -HUGE_VAL;
  for (int k = 0; k < 720; ++k) {
    const double angle = k * std::numbers::pi / 360;
    const Eigen::Vector2d n{std::cos(angle), std::sin(angle)};
    most = std::max(most, n.dot(x) - support(shape, pose, n));
  }
  return most;
}

/// The signed distance by brute force: the separation over 1440 directions, each local maximum
/// refined by ternary search.
inline double largest_separation(const Shape& a, const Pose& pose_a, const Shape& b,
                                 const Pose& pose_b) {
  const auto f = [&](double angle) {
    return separation(a, pose_a, b, pose_b, {std::cos(angle), std::sin(angle)});
  };
  for (const bool from_a : {true, false}) {
    const auto* plane = std::get_if<HalfPlane>(from_a ? &a : &b);
    if (!plane) continue;
    const Eigen::Vector2d n = transform_vector(from_a ? pose_a : pose_b, plane->normal);
    return separation(a, pose_a, b, pose_b, from_a ? n : Eigen::Vector2d(-n));
  }
  constexpr int kDirections = 1440;
  constexpr double kWidth = 2 * std::numbers::pi / kDirections;
  std::vector<double> values;
  for (int k = 0; k < kDirections; ++k) values.push_back(f(k * kWidth));
  double best = -HUGE_VAL;
  for (int k = 0; k < kDirections; ++k) {
    const double left = values[(k + kDirections - 1) % kDirections];
    if (values[k] < left || values[k] < values[(k + 1) % kDirections]) continue;
    double lo = (k - 1) * kWidth;
    double hi = (k + 1) * kWidth;
    for (int i = 0; i < 70; ++i) {
      const double third = (hi - lo) / 3;
      if (f(lo + third) < f(hi - third)) {
        lo += third;
      } else {
        hi -= third;
      }
    }
    best = std::max({best, values[k], f((lo + hi) / 2)});
  }
  return best;
}

}  // namespace perpend::planar
