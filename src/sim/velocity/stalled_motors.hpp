// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "dynamics/joints/motor_commands.hpp"
#include "perpend/model/model.hpp"
#include "sim/joints/joint_system.hpp"

namespace perpend {

/// A motor that is a constraint on velocities because its force has no limit.
struct UnlimitedMotor {
  JointId joint;
  int coordinate = 0;
};
std::vector<UnlimitedMotor> find_unlimited_motors(const Model& model,
                                                  const MotorCommands& commands);

/// Returns the response of the coordinate of a motor to a unit impulse along it without joints,
/// 1/kg or 1/(kg m²).
double motor_response(const JointSystem& joints, const State& pose, const CoordinateRow& row);

}  // namespace perpend
