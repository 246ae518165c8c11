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
  std::uint32_t feature = 0;         ///< identifies the touching features; warm start key
};

struct Manifold {
  int size = 0;
  std::array<ContactPoint, 12> points;  ///< more than 8 only where a face has as many corners
  bool is_ghost = false;  ///< a near contact was left out as a ghost collision at an internal edge
};

/// Returns the contact points of two shapes with gap <= margin (m): several where flat faces or
/// parallel edges face each other, one where a shape is smooth or only corners meet. The same
/// features have the same number in every step, features within a manifold differ, and points are
/// sorted by feature. Two half spaces, two meshes, or one of each have no points. Poses must be
/// finite. Allocates no memory. See docs/methods/spatial_manifold.md.
Manifold contact_manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                          double margin);

}  // namespace perpend::spatial
