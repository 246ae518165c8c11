// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "geometry/spatial/convex/minkowski_sum.hpp"

namespace perpend::spatial {

/// Returns the vector from the nearest point of the sum (without its ball) to its offset: the
/// shortest vector between the cores of a and b, to about `accuracy` of its length; zero if they
/// overlap. Once a direction separates the solids by more than `enough`, it may return any vector
/// along that direction.
Eigen::Vector3d core_gap(const MinkowskiSum& sum, double accuracy = 1e-6, double enough = HUGE_VAL);

}  // namespace perpend::spatial
