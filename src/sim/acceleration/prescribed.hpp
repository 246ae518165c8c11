// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Sets poses and velocities of bodies with a prescribed motion to those at state.time.
void place_prescribed(const Model& model, State& state);
/// Sets the entries of `a` that belong to these bodies to their accelerations at `time`.
void prescribe_acceleration(const Model& model, double time, Eigen::VectorXd& a);
/// Returns the next time after `time` at which a prescribed motion starts or stops; infinity if
/// there is none.
double next_break(const Model& model, double time);

}  // namespace perpend
