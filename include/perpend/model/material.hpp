// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace perpend {

/// A spring and a damper in place of a hard constraint. Over a step of h seconds the impulse is
/// h (-k x⁺ - b u⁺), which is a compliance 1/(k h² + b h) of the row (Peiret et al. 2017,
/// eqs. 40-42). With stiffness 0 the constraint is hard.
struct SpringDamper {
  double stiffness = 0.0;  ///< k, N/m (N·m/rad)
  double damping = 0.0;    ///< b, N·s/m (N·m·s/rad)

  bool is_hard() const { return stiffness == 0; }
  friend bool operator==(const SpringDamper&, const SpringDamper&) = default;
};

/// Constants of friction, restitution and compliance of a pair of surfaces.
struct SurfacePair {
  double mu_s = 0.5;      ///< static friction coefficient, >= mu_k
  double mu_k = 0.5;      ///< kinetic friction coefficient, >= 0
  double e = 0.0;         ///< restitution, 0 (plastic) to 1 (elastic)
  double rolling = 0.0;   ///< m; largest torque against rolling over the normal force
  double spinning = 0.0;  ///< m; largest torque about the normal over the normal force, in space
  SpringDamper normal =
      {};  ///< along the normal of each contact point; hard: SimulationOptions::normal
  SpringDamper tangential = {};  ///< tangential springs (bristles) of sticking contact points;
                                 ///< hard: SimulationOptions::tangential
};

/// A named surface. Two different materials without a SurfacePair of their own have the friction
/// coefficients sqrt(mu mu'), the smaller e, the larger rolling and spinning friction, and the
/// softer springs.
struct Material {
  std::string name;
  SurfacePair self = {};
};

}  // namespace perpend
