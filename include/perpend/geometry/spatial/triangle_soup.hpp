// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

namespace perpend::spatial {

/// Triangles of which nothing is required: they may leave gaps, cross each other or have no area.
/// Surfaces that collide are a TriangleMesh.
struct TriangleSoup {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;  ///< indices of vertices
};

}  // namespace perpend::spatial
