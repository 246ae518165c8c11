// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/geometry/spatial/distance.hpp"

namespace perpend::spatial {

/// Where two shapes are nearest to each other, or most deeply in each other.
struct Witnesses {
  Distance distance;
  Eigen::Vector3d point_a{0, 0, 0}, point_b{0, 0, 0};  ///< on the surfaces, world frame (m)
};

/// The signed distance with a point on each surface: point_b - point_a = gap normal. Where several
/// pairs are as near, as of two faces, one of them, always the same for the same input. Without
/// points where the gap is infinite. Allocates nothing.
Witnesses witness_points(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace perpend::spatial
