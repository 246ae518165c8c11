// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/sim/drive.hpp"

namespace perpend {

// From a model to another one in the middle of a run: with bodies and joints more or less. What has
// the same name and kind in both goes on. Simulator::exchange() does all of it.

/// The state of `to` in which bodies, joints and couplers have the motion, impulses, coordinates
/// and the impulses of contacts that those of `from` have in `state`; what is new starts as `to`
/// says, kinematic bodies where they are at the time of `state`. A body of another shape or inertia
/// keeps the pose of its BodyDef frame and the velocities of its points. A joint is one of the
/// start pose, as everywhere: between bodies that moved since, it is closed by the next steps.
/// Cost: the square of the number of shapes.
State carried_over(const Model& from, const State& state, const Model& to);

/// What is held, without what acts on something that is gone. Throws InvalidArgument where `from`
/// cannot have it.
HeldInputs carried_over(const Model& from, const HeldInputs& held, const Model& to);

}  // namespace perpend
