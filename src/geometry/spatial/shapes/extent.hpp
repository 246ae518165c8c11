// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

/// Returns the radius (m) of the largest ball in the shape; infinite for half spaces and meshes.
double inner_radius(const Shape& shape);

/// Returns the rounding radius (m) around the shape's core: that of a sphere or capsule, else 0.
double rounding(const Shape& shape);

/// Returns the distance (m) of the farthest point of the core from the shape's origin; 0 for a half
/// space.
double core_reach(const Shape& shape);

/// True if the shape is symmetric under rotation about its z axis.
bool is_round_about_z(const Shape& shape);

}  // namespace perpend::spatial
