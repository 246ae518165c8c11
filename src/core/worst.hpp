// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace perpend {

/// The order of errors: NaN is worse than every number and is kept from then on.
inline bool is_worse(double value, double than) {
  return !(value <= than) && !std::isnan(than);
}

/// Sets `worst` to the worse of both.
inline void raise(double& worst, double value) {
  if (is_worse(value, worst)) worst = value;
}

inline double worse_of(double a, double b) {
  return is_worse(b, a) ? b : a;
}

}  // namespace perpend
