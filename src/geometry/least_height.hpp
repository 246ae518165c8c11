// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <algorithm>

namespace perpend {

/// Returns a lower bound (m) of n · (x - p) over a box, less the round-off of its terms. A box with
/// a bound above 0 lies outside the half space of outward unit normal n through p. NaN if the box
/// is unbounded.
template <typename Vector>
double least_height(const Vector& n, const Vector& p, const Vector& lo, const Vector& hi) {
  constexpr double kRounding = 1e-12;
  const Vector lowest = (n.array() >= 0.0).select(lo, hi);
  const double reach = std::max(lowest.cwiseAbs().maxCoeff(), p.cwiseAbs().maxCoeff());
  return n.dot(lowest - p) - kRounding * reach;
}

}  // namespace perpend
