// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/convex/minkowski_sum.hpp"
#include "perpend/geometry/spatial/distance.hpp"

namespace perpend::spatial {

/// The largest separation of two solids that are neither spheres nor half spaces.
Distance largest_separation(const MinkowskiSum& sum);

}  // namespace perpend::spatial
