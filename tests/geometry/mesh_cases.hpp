// SPDX-License-Identifier: Apache-2.0
// A flat mesh, and others, for tests of meshes.
#pragma once

#include <doctest/doctest.h>

#include <array>
#include <numbers>
#include <vector>

#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"

namespace perpend::spatial::mesh_cases {

using Eigen::Vector3d;

inline constexpr double kPi = std::numbers::pi;

inline Pose at(const Vector3d& p, double angle = 0, const Vector3d& axis = Vector3d::UnitZ()) {
  return {p, Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()))};
}

/// n x n flat cells of this size around the origin, at z = 0.
inline std::pair<Mesh, Pose> flat(int n, double cell) {
  const Mesh mesh = height_field(Eigen::MatrixXd::Zero(n + 1, n + 1), cell, cell);
  return {mesh, {{-n * cell / 2, -n * cell / 2, 0}}};
}

inline Hull hull_box(const Vector3d& half) {
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i)
    points.push_back(half.cwiseProduct(Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  return convex_hull(points);
}

inline Mesh of_corners(const std::vector<Vector3d>& vertices,
                       const std::vector<std::array<int, 3>>& of) {
  return triangle_mesh(vertices, of);
}

}  // namespace perpend::spatial::mesh_cases
