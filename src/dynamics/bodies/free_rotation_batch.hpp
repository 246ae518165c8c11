// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dynamics/lanes3.hpp"

namespace perpend {

/// Eight bodies, with the inputs of rotate_freely() in lanes.
struct RotationBatch {
  Lanes3 inertia;
  LanesRotation orientation;
  Lanes3 omega;
};

/// Rotates the bodies that need only one substep as rotate_freely() would, up to round-off, and
/// returns their mask; the others, including spheres, are unchanged.
LaneMask rotate_batch(double h, RotationBatch& bodies);

}  // namespace perpend
