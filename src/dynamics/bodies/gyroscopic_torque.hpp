// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// force -= omega x L, the gyroscopic torque of every spatial body that forces move (N·m, axes of
/// the world); one entry per velocity of the model.
void subtract_gyroscopic_torque(const Model& model, const State& state, Eigen::VectorXd& force);

}  // namespace perpend
