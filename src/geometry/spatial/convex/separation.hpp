// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/convex/minkowski_sum.hpp"
#include "perpend/geometry/spatial/distance.hpp"

namespace perpend::spatial {

/// The largest separation of two solids that are neither spheres nor half spaces. Where it is above
/// `enough`, it may be that along any direction which separates them by more.
Distance largest_separation(const MinkowskiSum& sum, double enough = HUGE_VAL);

}  // namespace perpend::spatial
