// SPDX-License-Identifier: Apache-2.0
//
// Inputs that drive a simulator, and the forces of its joints.
#include "dynamics/bodies/body_velocity.hpp"
#include "perpend/core/error.hpp"
#include "sim/simulator/simulator_workspace.hpp"

namespace perpend {

void Simulator::set_force(BodyId body, const Eigen::Vector3d& force) {
  Workspace& w = workspace();
  require(body.index >= 0 && body.index < static_cast<int>(w.step.model.bodies.size()), "body",
          "a body of the model", body.index);
  require(w.step.model.bodies[body.index].is_planar(), "body", "a planar body",
          w.step.model.bodies[body.index].details->name);
  set_force(body, {force.x(), force.y(), 0}, {0, 0, force.z()});
}

void Simulator::set_force(BodyId body, const Eigen::Vector3d& force,
                          const Eigen::Vector3d& torque) {
  Workspace& w = workspace();
  require(body.index >= 0 && body.index < static_cast<int>(w.step.model.bodies.size()), "body",
          "a body of the model", body.index);
  const Body& target = w.step.model.bodies[body.index];
  require(target.kind != BodyKind::custom, "body", "not a custom body", target.details->name);
  check_force_at(w.step.model, body, {.force = force, .torque = torque});
  const int lines = linear_dof(target);
  Eigen::VectorXd& held = w.step.drive.held_force();
  held.segment(target.v_offset, lines) = force.head(lines);
  if (target.kind == BodyKind::spatial) held.segment<3>(target.v_offset + 3) = torque;
  if (target.is_planar() && target.dof == 3) held[target.v_offset + 2] = torque.z();
}

void Simulator::set_force(const Eigen::VectorXd& force) {
  workspace().step.drive.set_force(force);
}
void Simulator::set_joint_force(JointId joint, int coordinate, double force) {
  workspace().step.drive.set_joint_force(JointForce{joint, coordinate, force});
}
void Simulator::set_joint_force(const Eigen::VectorXd& force) {
  workspace().step.drive.set_joint_force(force);
}
void Simulator::apply_force_at(BodyId body, const ForceAt& force) {
  workspace().step.drive.apply(BodyForce{body, force});
}
void Simulator::apply_impulse(BodyId body, const ForceAt& impulse) {
  workspace().step.drive.apply_impulse({body, impulse});
}
void Simulator::apply_joint_force(JointId joint, int coordinate, double force) {
  workspace().step.drive.apply(JointForce{joint, coordinate, force});
}
void Simulator::hold_force_at(BodyId body, const ForceAt& force) {
  workspace().step.drive.hold(BodyForce{body, force});
}
void Simulator::hold_joint_force(JointId joint, int coordinate, double force) {
  workspace().step.drive.hold(JointForce{joint, coordinate, force});
}
void Simulator::set_motor_target(JointId joint, int coordinate, double target) {
  workspace().step.drive.hold(MotorInput{joint, coordinate, target});
}
void Simulator::set_motor_limit(JointId joint, int coordinate, double max_force) {
  workspace().step.drive.hold(MotorInput{joint, coordinate, {}, max_force});
}
void Simulator::set_control(ActuatorId actuator, double control) {
  workspace().step.drive.set_control(actuator, control);
}
void Simulator::set_control(const Eigen::VectorXd& control) {
  workspace().step.drive.set_control(control);
}
Eigen::VectorXd Simulator::control() const {
  return workspace().step.drive.control();
}
void Simulator::set_force_callback(ForceCallback callback) {
  workspace().step.drive.set_callback(std::move(callback));
}
const HeldInputs& Simulator::held() const {
  return workspace().step.drive.held();
}
void Simulator::set_held(const HeldInputs& held) {
  workspace().step.drive.set_held(held);
}
void Simulator::clear_held() {
  workspace().step.drive.clear_held();
}

std::span<const CoordinateForce> Simulator::coordinate_forces() const {
  return workspace().coordinate_forces();
}

CoordinateForce Simulator::coordinate_force(JointId joint, int coordinate) const {
  Workspace& w = workspace();
  check_joint_force(w.step.model, joint, coordinate, 0.0);
  return w.coordinate_forces()[w.step.model.joints[joint.index].first_coordinate + coordinate];
}

}  // namespace perpend
