// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/geometry/planar/shape.hpp"

namespace perpend::planar {

/// Radius (m) of a disc that fits into the shape, about its middle; infinite for a half-plane. A
/// segment without thickness counts for a hundredth of its half length.
double inner_radius(const Shape& shape);

/// Radius (m) by which the shape is its core, grown: of a disc, a capsule; 0 for the others.
double rounding(const Shape& shape);

/// Distance (m) of the farthest point of the core from the shape's origin; 0 for a half-plane.
double core_reach(const Shape& shape);

}  // namespace perpend::planar
