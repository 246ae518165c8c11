// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dynamics/joints/motor_commands.hpp"

namespace perpend {

/// The motor commands and forces that the actuators of a model derive from their controls.
struct Actuation {
  MotorCommands motors;   ///< commands of all motors, with those of the model where none acts
  Eigen::VectorXd force;  ///< along joint coordinates, as State::coordinates, N or N·m; empty
                          ///< where no actuator exerts any
};

/// Returns the controls that the actuators of the model start with.
Eigen::VectorXd start_controls(const Model& model);

/// Returns the actuation for one control per actuator.
Actuation actuation(const Model& model, const Eigen::VectorXd& control);

}  // namespace perpend
