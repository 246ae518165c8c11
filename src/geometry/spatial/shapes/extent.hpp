// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

/// Radius (m) of the largest ball in the shape; infinite for half spaces and meshes.
double inner_radius(const Shape& shape);

/// Radius (m) by which the shape is its core, grown: of a sphere, a capsule; 0 for the others.
double rounding(const Shape& shape);

/// Distance (m) of the farthest point of the core from the shape's origin; 0 for a half space.
double core_reach(const Shape& shape);

/// Whether the shape looks the same turned about its z axis.
bool is_round_about_z(const Shape& shape);

}  // namespace perpend::spatial
