// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace perpend {

/// Law constants of a pair of surfaces.
struct SurfacePair {
  double mu_s = 0.5;  ///< static friction coefficient, >= mu_k
  double mu_k = 0.5;  ///< kinetic friction coefficient, >= 0
  double e = 0.0;     ///< restitution, 0 (plastic) to 1 (elastic)
  double rolling = 0.0;   ///< m: the torque against rolling is at most this times the normal force
  double spinning = 0.0;  ///< m: the same of the torque about the normal; bodies in space alone
};

/// A named surface. Two different materials without a pair of their own meet with
/// sqrt(mu mu'), the smaller e, and the larger rolling and spinning friction.
struct Material {
  std::string name;
  SurfacePair self = {};
};

}  // namespace perpend
