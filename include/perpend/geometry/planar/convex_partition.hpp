// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "perpend/geometry/planar/shape.hpp"

namespace perpend::planar {

/// Returns strictly convex polygons that cover a simple polygon and do not overlap: at most four
/// times as many as needed (Hertel, Mehlhorn: Fast triangulation of the plane with respect to
/// simple polygons, 1985). `corners` are counter-clockwise, m; corners without a turn are left out.
/// Throws InvalidArgument unless they are finite and the outline neither crosses nor touches
/// itself.
std::vector<Polygon> convex_partition(std::span<const Eigen::Vector2d> corners);

}  // namespace perpend::planar
