// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/convex/minkowski_sum.hpp"
#include "perpend/geometry/spatial/distance.hpp"

namespace perpend::spatial {

/// Returns the largest separation of two solids of which at least one is a polyhedron or a cone.
/// For `enough` see largest_separation().
Distance polyhedron_separation(const MinkowskiSum& sum, double enough = HUGE_VAL);

}  // namespace perpend::spatial
