// SPDX-License-Identifier: Apache-2.0
#include "sim/inputs/actuation.hpp"

#include <algorithm>
#include <vector>

namespace perpend {
namespace {

const CoordinateDef& motor_of(const Model& model, const Actuator& actuator) {
  return *std::ranges::find(model.joints[actuator.joint.index].coordinates, actuator.coordinate,
                            &CoordinateDef::coordinate);
}

class Sum {
 public:
  Sum(const Model& model, const Eigen::VectorXd& control)
      : model_(model),
        control_(control),
        driven_(static_cast<std::size_t>(model.joint_coordinates)) {
    all_.motors = motor_commands(model);
    all_.force = Eigen::VectorXd::Zero(model.joint_coordinates);
  }

  void add(int index) {
    const Actuator& actuator = model_.actuators[index];
    if (actuator.kind == ActuatorKind::none) return;
    const int at = model_.joints[actuator.joint.index].first_coordinate + actuator.coordinate;
    const double output = actuator.output(control_[index]);
    if (actuator.kind == ActuatorKind::force)
      all_.force[at] += output;
    else
      add_target(actuator, output, at);
  }

  Actuation all() && {
    if (all_.force.isZero(0)) all_.force.resize(0);
    return std::move(all_);
  }

 private:
  void add_target(const Actuator& actuator, double output, int at) {
    double& target = all_.motors.target[at];
    target = driven_[at] ? target + output : output;
    driven_[at] = true;
    if (actuator.limits_force()) limit(actuator, at);
  }

  // Motors have the same largest force in both directions. A range of forces from lo to hi is that
  // of half its width about its middle, which acts beside the motor; a servo has its target where
  // the sum of both is the force of its gains.
  void limit(const Actuator& actuator, int at) {
    const double middle = 0.5 * (actuator.force_lo + actuator.force_hi);
    all_.motors.max_force[at] = 0.5 * (actuator.force_hi - actuator.force_lo);
    if (middle == 0) return;
    all_.force[at] += middle;
    const CoordinateDef& motor = motor_of(model_, actuator);
    const double gain =
        motor.motor == MotorKind::position ? motor.motor_stiffness : motor.motor_damping;
    if (motor.is_servo()) all_.motors.target[at] -= middle / gain;
  }

  const Model& model_;
  const Eigen::VectorXd& control_;
  std::vector<bool> driven_;  // per joint coordinate: an actuator has set its target
  Actuation all_;
};

}  // namespace

Eigen::VectorXd start_controls(const Model& model) {
  Eigen::VectorXd control(static_cast<Eigen::Index>(model.actuators.size()));
  for (Eigen::Index i = 0; i < control.size(); ++i)
    control[i] = model.actuators[static_cast<std::size_t>(i)].control;
  return control;
}

Actuation actuation(const Model& model, const Eigen::VectorXd& control) {
  Sum sum(model, control);
  for (int i = 0; i < static_cast<int>(model.actuators.size()); ++i) sum.add(i);
  return std::move(sum).all();
}

}  // namespace perpend
