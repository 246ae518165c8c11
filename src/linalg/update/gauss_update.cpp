// SPDX-License-Identifier: Apache-2.0
//
// L A = U by elementary eliminations with interchange; the sweeps are in row_update_impl.hpp.
// Multipliers stay below 1, but each elimination may still double an entry: growth is bounded by
// 2^(changes), and in long walks the backward error climbs by several digits (gauss_update.md).
#include "linalg/update/gauss_update.hpp"

#include "linalg/update/row_update_impl.hpp"

namespace perpend::linalg {

GaussElimination GaussElimination::zeroing(double a, double b) {
  const bool interchange = std::abs(b) > std::abs(a);
  return {interchange ? a / b : b / a, interchange};
}

void GaussElimination::apply(double* pivot, double* target, Eigen::Index length) const {
  if (interchange) std::swap_ranges(pivot, pivot + length, target);
  for (Eigen::Index i = 0; i < length; ++i) target[i] -= multiplier * pivot[i];
}

template class RowUpdate<GaussElimination>;

}  // namespace perpend::linalg
