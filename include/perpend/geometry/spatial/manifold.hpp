// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>

#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

struct ContactPoint {
  double gap = 0.0;                  ///< m; normal · (point_b - point_a), negative: penetration
  Eigen::Vector3d normal{0, 0, 1};   ///< unit, world frame, from a to b
  Eigen::Vector3d point_a{0, 0, 0};  ///< on the surface of a, world frame (m)
  Eigen::Vector3d point_b{0, 0, 0};  ///< on the surface of b, world frame (m)
  std::uint32_t feature = 0;         ///< names the parts in touch; key of warm starts
};

struct Manifold {
  int size = 0;
  std::array<ContactPoint, 12> points;  ///< more than 8 only where a face has as many corners
  bool is_ghost = false;  ///< near, but left out as a ghost collision at an internal edge
};

/// Where two shapes touch or may touch soon: points with gap <= margin (m), several where flat
/// faces or parallel edges face each other, one where a shape is smooth or only corners meet.
/// Features are the same for the same parts from step to step, and differ within a manifold; points
/// are in the order of their features. Two of half spaces and meshes have none.
/// Poses must be finite. Allocates nothing. docs/methods/spatial_manifold.md.
Manifold contact_manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                          double margin);

}  // namespace perpend::spatial
