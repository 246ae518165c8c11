// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "linalg/update/row_update.hpp"

namespace perpend::linalg {

/// Subtracts a multiple of the row with the larger entry from the other one.
struct GaussElimination {
  double multiplier;  ///< at most 1 in magnitude
  bool interchange;

  /// Returns the elimination that takes (a, b) to (larger of the two, 0).
  static GaussElimination zeroing(double a, double b);
  void apply(double* pivot, double* target, Eigen::Index length) const;
};

/// L A = U, L not triangular: the dense update that Baraff 1994 (section 4.5) recommends.
using GaussUpdate = RowUpdate<GaussElimination>;
extern template class RowUpdate<GaussElimination>;

}  // namespace perpend::linalg
