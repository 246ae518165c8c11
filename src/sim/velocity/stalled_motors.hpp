// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "dynamics/joints/motor_commands.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

/// A motor that is a constraint on velocities because its force has no limit.
struct UnlimitedMotor {
  JointId joint;
  int coordinate = 0;
};
std::vector<UnlimitedMotor> find_unlimited_motors(const Model& model,
                                                  const MotorCommands& commands);

}  // namespace perpend
