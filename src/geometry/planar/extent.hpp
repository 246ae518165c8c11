// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/geometry/planar/shape.hpp"

namespace perpend::planar {

/// Returns the radius (m) of a disc about its middle that fits into the shape; infinite for a
/// half-plane. For a thin capsule it is at least a hundredth of its half length.
double inner_radius(const Shape& shape);

/// Returns the rounding radius (m) around the shape's core: that of a disc or capsule, else 0.
double rounding(const Shape& shape);

/// Returns the distance (m) of the farthest point of the core from the shape's origin; 0 for a
/// half-plane.
double core_reach(const Shape& shape);

}  // namespace perpend::planar
