// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace perpend::spatial {

/// The reason why a triangle cannot be part of a surface, in the words of InvalidArgument.
struct TriangleFault {
  std::size_t triangle = 0;
  std::string requirement, value;
};

/// Returns triangles whose corners are not vertices or are collinear. Triangles with two coincident
/// corners do not count.
std::vector<TriangleFault> triangle_faults(std::span<const Eigen::Vector3d> vertices,
                                           std::span<const std::array<int, 3>> triangles);

}  // namespace perpend::spatial
