// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>

#include "perpend/geometry/planar/shape.hpp"

namespace perpend::planar {

struct ContactPoint {
  double gap = 0.0;               ///< m; normal · (point_b - point_a), negative: penetration
  Eigen::Vector2d normal{1, 0};   ///< unit, world frame, from a to b; the same for both points
  Eigen::Vector2d point_a{0, 0};  ///< on a, world frame (m)
  Eigen::Vector2d point_b{0, 0};  ///< on b, world frame (m)
  std::uint32_t feature = 0;      ///< identifies the touching edges or vertices; warm start key
};

struct Manifold {
  int size = 0;  ///< 0, 1 or 2
  std::array<ContactPoint, 2> points;
  bool is_ghost = false;  ///< a near contact was left out as a ghost collision at an internal edge
};

/// Returns the contact points of two shapes with gap <= margin (m): two for faces (polygons and
/// capsules against each other or against a half-plane), one where a shape is smooth or only
/// corners meet. The same edges have the same feature in every step, and features within a manifold
/// differ. Poses must be finite. Allocates no memory. See docs/methods/planar_manifold.md.
Manifold contact_manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                          double margin);

}  // namespace perpend::planar
