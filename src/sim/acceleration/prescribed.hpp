// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Puts bodies with a prescribed motion where they are at state.time, with their velocities there.
void place_prescribed(const Model& model, State& state);
/// Their accelerations at that time in their entries of `a`.
void prescribe_acceleration(const Model& model, double time, Eigen::VectorXd& a);
/// The next time after `time` at which a prescribed motion starts or stops; infinity: none.
double next_break(const Model& model, double time);

}  // namespace perpend
