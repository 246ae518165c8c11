// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/geometry/spatial/distance.hpp"

namespace perpend::spatial {

/// Points where two shapes are nearest to each other, or penetrate each other most.
struct Witnesses {
  Distance distance;
  Eigen::Vector3d point_a{0, 0, 0}, point_b{0, 0, 0};  ///< on the surfaces, world frame (m)
};

/// Returns the signed distance with a point on each surface: point_b - point_a = gap normal. If
/// several pairs are equally near, as for two faces, it returns one of them, always the same for
/// the same input. There are no points if the gap is infinite. Does not allocate.
Witnesses witness_points(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace perpend::spatial
