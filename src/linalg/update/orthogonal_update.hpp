// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "linalg/update/row_update.hpp"

namespace perpend::linalg {

/// Plane rotation of two rows.
struct GivensRotation {
  double c, s;

  /// Returns the rotation that takes (a, b) to (r, 0).
  static GivensRotation zeroing(double a, double b);
  void apply(double* pivot, double* target, Eigen::Index length) const;
};

/// Q K = U with Q orthogonal: backward stable under any sequence of changes, no pivot rule.
using OrthogonalUpdate = RowUpdate<GivensRotation>;
extern template class RowUpdate<GivensRotation>;

}  // namespace perpend::linalg
