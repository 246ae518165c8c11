// SPDX-License-Identifier: Apache-2.0
//
// Q K = U by plane rotations; the sweeps are in row_update_impl.hpp.
#include "linalg/update/orthogonal_update.hpp"

#include "linalg/update/row_update_impl.hpp"

namespace perpend::linalg {

GivensRotation GivensRotation::zeroing(double a, double b) {
  const double r = std::hypot(a, b);
  return {a / r, b / r};
}

void GivensRotation::apply(double* pivot, double* target, Eigen::Index length) const {
  for (Eigen::Index i = 0; i < length; ++i) {
    const double p = pivot[i];
    const double t = target[i];
    pivot[i] = c * p + s * t;
    target[i] = c * t - s * p;
  }
}

template class RowUpdate<GivensRotation>;

}  // namespace perpend::linalg
