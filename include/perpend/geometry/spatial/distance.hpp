// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

/// Signed distance of two convex solids: the largest separation over all directions,
///   gap = max_n [ min_{x in b} n · x - max_{x in a} n · x ],   |n| = 1.
/// A positive gap is the Euclidean distance. A negative gap is minus the length of the shortest
/// translation that separates the solids, which is along `normal`. Where several directions tie,
/// one of the maximisers is returned, always the same one for the same input.
struct Distance {
  double gap = 0.0;                 ///< m
  Eigen::Vector3d normal{0, 0, 1};  ///< unit, world frame, from a to b
};

/// Returns the signed distance of any pair of shapes at any distance or depth. A mesh counts with
/// its nearest triangle, taken as a solid without thickness. Two half spaces, two meshes, or one of
/// each give gap = +inf. Poses must be finite. Allocates no memory. See
/// docs/methods/spatial_manifold.md.
Distance signed_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace perpend::spatial
