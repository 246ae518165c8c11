// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

/// Signed distance of two convex solids: the largest separation over all directions,
///   gap = max_n [ min_{x in b} n · x - max_{x in a} n · x ],   |n| = 1.
/// Positive: the Euclidean distance. Negative: minus the length of the shortest translation that
/// takes the solids apart, which is along `normal`. At a tie one of the maximisers is returned,
/// always the same one for the same input.
struct Distance {
  double gap = 0.0;                 ///< m
  Eigen::Vector3d normal{0, 0, 1};  ///< unit, world frame, from a to b
};

/// Every pair of shapes, at any distance or depth; of a mesh the nearest triangle, taken as a solid
/// without thickness. Two of half spaces and meshes give gap = +inf. Poses must be
/// finite. Allocates nothing. docs/methods/spatial_manifold.md.
Distance signed_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace perpend::spatial
