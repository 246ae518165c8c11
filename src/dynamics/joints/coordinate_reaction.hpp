// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dynamics/joints/coordinate_rows.hpp"
#include "perpend/dynamics/joint_reaction.hpp"

namespace perpend {

/// Adds the reaction of one coordinate row (spring, motor, friction, limit) with that impulse.
void add_reaction(const Model& model, const State& state, const CoordinateRow& row, double impulse,
                  double dt, JointReaction& reaction);

}  // namespace perpend
