// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/convex/minkowski_sum.hpp"
#include "perpend/geometry/spatial/distance.hpp"

namespace perpend::spatial {

/// The largest separation of two solids at least one of which is a polyhedron. `enough`: see
/// largest_separation().
Distance polyhedron_separation(const MinkowskiSum& sum, double enough = HUGE_VAL);

}  // namespace perpend::spatial
