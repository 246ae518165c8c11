// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "perpend/geometry/planar/shape.hpp"

namespace perpend::planar {

/// Signed distance of two convex sets: the largest separation over all directions,
///   gap = max_n [ min_{x in b} n · x - max_{x in a} n · x ],   |n| = 1.
/// A positive gap is the Euclidean distance. A negative gap is minus the length of the shortest
/// translation that separates the shapes, which is along `normal`.
///
/// Where the maximiser is unique the gap is differentiable: for shapes that move with velocities
/// (v, ω) of their poses, d gap/dt = normal · (velocity of b at point_b - velocity of a at
/// point_a). Where several directions tie, one of the maximisers is returned, always the same one
/// for the same input.
struct Distance {
  double gap = 0.0;               ///< m; normal · (point_b - point_a)
  Eigen::Vector2d normal{1, 0};   ///< unit, world frame, from a to b
  Eigen::Vector2d point_a{0, 0};  ///< on the boundary of a, world frame (m)
  Eigen::Vector2d point_b{0, 0};  ///< on the boundary of b, world frame (m)
};

/// Returns the signed distance of any pair of shapes at any distance or depth; two half-planes give
/// gap = +inf. Poses must be finite. Allocates no memory. See docs/methods/planar_distance.md.
Distance signed_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace perpend::planar
