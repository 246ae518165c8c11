// SPDX-License-Identifier: Apache-2.0
// Hulls, and points to make them of, for tests of hulls.
#pragma once

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <numbers>

#include "geometry/spatial/shapes/hull_faces.hpp"
#include "perpend/geometry/spatial/mass.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"

namespace perpend::spatial::hull_cases {

using Eigen::Vector3d;

inline constexpr double kPi = std::numbers::pi;

inline std::vector<Vector3d> box_corners(const Vector3d& half, const Vector3d& center = {0, 0, 0}) {
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i)
    points.push_back(center +
                     half.cwiseProduct(Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  return points;
}

inline Hull prism(int sides, double radius, double half_length) {
  std::vector<Vector3d> points;
  for (int i = 0; i < sides; ++i)
    for (const double z : {-half_length, half_length})
      points.emplace_back(radius * std::cos(2 * kPi * i / sides),
                          radius * std::sin(2 * kPi * i / sides), z);
  return convex_hull(points);
}

inline Pose at(const Vector3d& p, double angle = 0, const Vector3d& axis = Vector3d::UnitZ()) {
  return {p, Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()))};
}

}  // namespace perpend::spatial::hull_cases
