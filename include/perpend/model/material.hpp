// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace perpend {

/// Law constants of a pair of surfaces.
struct SurfacePair {
  double mu_s = 0.5;  ///< static friction coefficient, >= mu_k
  double mu_k = 0.5;  ///< kinetic friction coefficient, >= 0
  double e = 0.0;     ///< restitution, 0 (plastic) to 1 (elastic)
};

/// A named surface. Two different materials without a pair of their own meet with
/// sqrt(mu mu') and the smaller e.
struct Material {
  std::string name;
  SurfacePair self = {};
};

}  // namespace perpend
