// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dynamics/lanes3.hpp"

namespace perpend {

/// Eight bodies as rotate_freely() has one.
struct RotationBatch {
  Lanes3 inertia;
  LanesRotation orientation;
  Lanes3 omega;
};

/// Rotates those that need one substep as rotate_freely() would, up to rounding, and says which;
/// the others, spheres among them, are left as they were.
LaneMask rotate_batch(double h, RotationBatch& bodies);

}  // namespace perpend
