// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/motor_commands.hpp"

#include <cmath>

namespace perpend {

MotorCommands motor_commands(const Model& model) {
  MotorCommands commands{Eigen::VectorXd::Zero(model.joint_coordinates),
                         Eigen::VectorXd::Zero(model.joint_coordinates)};
  for (const Joint& joint : model.joints)
    for (const CoordinateDef& def : joint.coordinates) {
      if (def.motor == MotorKind::none) continue;
      commands.target[joint.first_coordinate + def.coordinate] = def.target;
      commands.max_force[joint.first_coordinate + def.coordinate] = def.max_force;
    }
  return commands;
}

bool have_same_rows(const MotorCommands& a, const MotorCommands& b) {
  for (Eigen::Index k = 0; k < a.max_force.size(); ++k)
    if (std::isinf(a.max_force[k]) != std::isinf(b.max_force[k])) return false;
  return true;
}

}  // namespace perpend
