// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace perpend {

/// A spring and a damper in place of a hard constraint: over a step of h seconds the impulse is
/// h (-k x⁺ - b u⁺), a compliance 1/(k h² + b h) of the row (Peiret et al. 2017, eqs. 40-42).
/// Stiffness 0: hard.
struct Relaxation {
  double stiffness = 0.0;  ///< k, N/m (N·m/rad)
  double damping = 0.0;    ///< b, N·s/m (N·m·s/rad)

  bool is_hard() const { return stiffness == 0; }
  friend bool operator==(const Relaxation&, const Relaxation&) = default;
};

/// Law constants of a pair of surfaces.
struct SurfacePair {
  double mu_s = 0.5;      ///< static friction coefficient, >= mu_k
  double mu_k = 0.5;      ///< kinetic friction coefficient, >= 0
  double e = 0.0;         ///< restitution, 0 (plastic) to 1 (elastic)
  double rolling = 0.0;   ///< m: the torque against rolling is at most this times the normal force
  double spinning = 0.0;  ///< m: the same of the torque about the normal; bodies in space alone
  Relaxation normal =
      {};  ///< of each contact point, along the normal; hard: as the simulation says
  Relaxation tangential = {};  ///< of those that stick: bristles; hard: as the simulation says
};

/// A named surface. Two different materials without a pair of their own meet with
/// sqrt(mu mu'), the smaller e, the larger rolling and spinning friction, and the softer springs.
struct Material {
  std::string name;
  SurfacePair self = {};
};

}  // namespace perpend
