// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/sim/drive.hpp"

namespace perpend {

// Functions that replace the model during a run by one with further or fewer bodies and joints.
// Elements with the same name and kind in both models keep their motion. Simulator::exchange()
// calls all of them.

/// Returns the state of `to` in which bodies, joints and couplers have the motion, impulses,
/// coordinates and contact impulses that those of the same name and kind have in `state` of `from`.
/// New elements start as `to` defines them, kinematic bodies at the time of `state`. A body whose
/// shapes or inertia change keeps the pose of its BodyDef frame and the velocities of its points. A
/// joint is always defined in the start pose; where its bodies have moved since, the next steps
/// close it. The cost is quadratic in the number of shapes.
State carried_over(const Model& from, const State& state, const Model& to);

/// Returns the held inputs without those that act on elements which `to` lacks. Throws
/// InvalidArgument where the inputs are not valid for `from`.
HeldInputs carried_over(const Model& from, const HeldInputs& held, const Model& to);

}  // namespace perpend
