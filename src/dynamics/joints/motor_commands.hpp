// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Commands of motors, one entry per entry of State::coordinates.
struct MotorCommands {
  Eigen::VectorXd target;     ///< m/s, rad/s; position motors m, rad
  Eigen::VectorXd max_force;  ///< N, N·m; 0 where there is no motor
};

/// Returns the commands in the model.
MotorCommands motor_commands(const Model& model);

/// True if the same motors are without force limit, so that a MassSystem made for one serves the
/// other.
bool have_same_rows(const MotorCommands& a, const MotorCommands& b);

}  // namespace perpend
