// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace perpend::spatial {

/// What keeps a triangle from being part of a surface, in the words of InvalidArgument.
struct TriangleFault {
  std::size_t triangle = 0;
  std::string requirement, value;
};

/// Triangles whose corners are no vertices or lie in line; those with two corners in one place are
/// none.
std::vector<TriangleFault> triangle_faults(std::span<const Eigen::Vector3d> vertices,
                                           std::span<const std::array<int, 3>> triangles);

}  // namespace perpend::spatial
