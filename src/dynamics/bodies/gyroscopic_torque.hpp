// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Subtracts omega x L, the gyroscopic torque of every dynamic spatial body, from `force` (N·m,
/// world frame), which has one entry per velocity of the model.
void subtract_gyroscopic_torque(const Model& model, const State& state, Eigen::VectorXd& force);

}  // namespace perpend
