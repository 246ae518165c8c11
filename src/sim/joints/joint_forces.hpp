// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/step_rows.hpp"
#include "dynamics/joints/coordinate_reaction.hpp"
#include "sim/joints/joint_system.hpp"

namespace perpend {

/// Returns the impulse of a row along a coordinate, N·s or N·m·s, of bounded ones as the islands
/// solved them. `bounded` counts these: 0 before the first row, and rows must be asked for in their
/// order.
double row_impulse(const JointSystem& system, int row, const StepRows& rows, int& bounded);

/// Returns the reaction of a joint on a over a step of dt (s), without springs.
JointReaction step_reaction(const JointSystem& system, const State& pose, JointId joint,
                            const StepRows& rows, double dt);

/// Returns those of all joints, in their order.
std::vector<JointReaction> step_reactions(const JointSystem& system, const State& pose,
                                          const StepRows& rows, double dt);

/// Returns the reaction with springs and dampers.
JointReaction step_load(const JointSystem& system, const State& pose, JointId joint,
                        const StepRows& rows, double dt);

/// Computes the forces along every joint coordinate, in the order of State::coordinates.
void coordinate_forces(const JointSystem& system, const StepRows& rows, double dt,
                       std::vector<CoordinateForce>& forces);

}  // namespace perpend
