// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/convex/minkowski_sum.hpp"
#include "perpend/geometry/spatial/distance.hpp"

namespace perpend::spatial {

/// Returns the largest separation of two solids that are neither spheres nor half spaces. If it is
/// above `enough`, the result may be that along any direction which separates them by more than
/// `enough`.
Distance largest_separation(const MinkowskiSum& sum, double enough = HUGE_VAL);

}  // namespace perpend::spatial
