// SPDX-License-Identifier: Apache-2.0
#include "sim/inputs/drive_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "perpend/core/error.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

ForceAt scaled(ForceAt at, double factor) {
  at.force *= factor;
  at.torque *= factor;
  return at;
}

void check_joint_forces(const Model& model, const char* name, const VectorXd& force) {
  require(force.size() == 0 || force.size() == model.joint_coordinates, name,
          "empty, or an entry per joint coordinate of the model",
          static_cast<double>(force.size()));
  require(force.allFinite(), name, "finite", force.norm());
}

void check_control(const Model& model, const VectorXd& control) {
  require(control.size() == static_cast<Eigen::Index>(model.actuators.size()), "control",
          "an entry per actuator of the model", static_cast<double>(control.size()));
  if (control.allFinite()) return;
  for (Eigen::Index i = 0; i < control.size(); ++i)
    require(std::isfinite(control[i]), "control",
            "finite for actuator '" + model.actuators[static_cast<std::size_t>(i)].name + "'",
            control[i]);
}

// Adds the forces along joint coordinates, one entry per coordinate.
void add_joint_forces(const Model& model, const State& pose, const VectorXd& force, VectorXd& sum) {
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[j];
    for (int k = 0; k < coordinate_count(joint.kind, joint.in_plane); ++k)
      if (const double along = force[joint.first_coordinate + k]; along != 0)
        add_joint_force(model, pose, {j}, k, along, sum);
  }
}

}  // namespace

void check_force(const Model& model, const char* name, const VectorXd& force) {
  require(force.size() == 0 || force.size() == model.dof(), name,
          "empty, or an entry per velocity of the model", static_cast<double>(force.size()));
  require(force.allFinite(), name, "finite", force.norm());
  if (force.size() == 0) return;
  for (const Body& body : model.bodies)
    require(body.is_dynamic() || force.segment(body.v_offset, body.dof).isZero(0), name,
            "0 on bodies that no force moves", body.details->name);
}

bool has_motor(const Model& model, JointId joint, int coordinate) {
  return std::ranges::any_of(model.joints[joint.index].coordinates, [&](const CoordinateDef& def) {
    return def.coordinate == coordinate && def.motor != MotorKind::none;
  });
}

DriveInputs::DriveInputs(const Model& model) : model_(&model), motors_(motor_commands(model)) {
  actuate();
}

void DriveInputs::set_held(const HeldInputs& held) {
  check_force(*model_, "held.force", held.force);
  check_joint_forces(*model_, "held.joint_force", held.joint_force);
  DriveInputs checked(*model_);
  if (held.control.size() > 0) checked.set_control(held.control);
  for (const BodyForce& force : held.forces) checked.hold(force);
  for (const JointForce& force : held.joint_forces) checked.hold(force);
  for (const MotorInput& motor : held.motors) checked.hold(motor);
  held_ = held;
  held_.motors = std::move(checked.held_.motors);
  motors_ = std::move(checked.motors_);
  actuator_force_ = std::move(checked.actuator_force_);
  has_changed_ = true;
}

void DriveInputs::take_over(const DriveInputs& other, double dt) {
  held_ = other.held_;
  motors_ = other.motors_;
  actuator_force_ = other.actuator_force_;
  callback_ = other.callback_;
  has_changed_ = true;
  held_.forces.insert(held_.forces.end(), other.forces_.begin(), other.forces_.end());
  held_.joint_forces.insert(held_.joint_forces.end(), other.joint_forces_.begin(),
                            other.joint_forces_.end());
  for (const BodyForce& impulse : other.impulses_)
    held_.forces.push_back({impulse.body, scaled(impulse.at, 1 / dt)});
}

void DriveInputs::hold(const BodyForce& force) {
  check_force_at(*model_, force.body, force.at);
  held_.forces.push_back(force);
}

void DriveInputs::hold(const JointForce& force) {
  check_joint_force(*model_, force.joint, force.coordinate, force.force);
  held_.joint_forces.push_back(force);
}

void DriveInputs::hold(const MotorInput& motor) {
  command(motor);
  const auto is_same = [&](const MotorInput& other) {
    return other.joint == motor.joint && other.coordinate == motor.coordinate;
  };
  const auto found = std::ranges::find_if(held_.motors, is_same);
  if (found == held_.motors.end()) {
    held_.motors.push_back(motor);
    return;
  }
  if (motor.target) found->target = motor.target;
  if (motor.max_force) found->max_force = motor.max_force;
}

void DriveInputs::command(const MotorInput& motor) {
  check_joint_force(*model_, motor.joint, motor.coordinate, 0.0);
  const Joint& joint = model_->joints[motor.joint.index];
  require(has_motor(*model_, motor.joint, motor.coordinate), "coordinate",
          "a coordinate of joint '" + joint.name + "' with a motor", motor.coordinate);
  const int own = joint.first_coordinate + motor.coordinate;
  if (motor.target) {
    require(std::isfinite(*motor.target), "target", "finite", *motor.target);
    has_changed_ = has_changed_ || motors_.target[own] != *motor.target;
    motors_.target[own] = *motor.target;
  }
  if (motor.max_force) {
    require(*motor.max_force >= 0, "max_force", "at least 0", *motor.max_force);
    has_changed_ = has_changed_ || motors_.max_force[own] != *motor.max_force;
    motors_.max_force[own] = *motor.max_force;
  }
}

// The inputs of motors, which have been checked, take the place of what actuators make of them. A
// force counts as a change in every step in which it acts (acts_at_pose()).
void DriveInputs::actuate() {
  if (model_->actuators.empty()) return;
  Actuation next = actuation(*model_, control());
  for (const MotorInput& motor : held_.motors) {
    const int own = model_->joints[motor.joint.index].first_coordinate + motor.coordinate;
    next.motors.target[own] = motor.target.value_or(next.motors.target[own]);
    next.motors.max_force[own] = motor.max_force.value_or(next.motors.max_force[own]);
  }
  has_changed_ = has_changed_ || next.motors.target != motors_.target ||
                 next.motors.max_force != motors_.max_force;
  motors_ = std::move(next.motors);
  actuator_force_ = std::move(next.force);
}

VectorXd DriveInputs::control() const {
  return held_.control.size() > 0 ? held_.control : start_controls(*model_);
}

void DriveInputs::set_control(const VectorXd& control) {
  check_control(*model_, control);
  if (control.size() == held_.control.size() && control == held_.control) return;
  held_.control = control;
  actuate();
}

void DriveInputs::set_control(ActuatorId actuator, double control) {
  require(actuator.index >= 0 && actuator.index < static_cast<int>(model_->actuators.size()),
          "actuator", "one of the model", actuator.index);
  VectorXd all = this->control();
  all[actuator.index] = control;
  set_control(all);
}

double DriveInputs::slope(int index) const {
  const Actuator& actuator = model_->actuators[index];
  const bool replaced = std::ranges::any_of(held_.motors, [&](const MotorInput& motor) {
    return actuator.kind == ActuatorKind::target && motor.target && motor.joint == actuator.joint &&
           motor.coordinate == actuator.coordinate;
  });
  return replaced ? 0.0 : actuator.slope(control()[index]);
}

VectorXd& DriveInputs::held_force() {
  has_changed_ = true;
  if (held_.force.size() == 0) held_.force = VectorXd::Zero(model_->dof());
  return held_.force;
}

void DriveInputs::set_force(const VectorXd& force) {
  check_force(*model_, "force", force);
  const bool is_zero = force.isZero(0);
  if (is_zero ? held_.force.isZero(0) : held_.force.size() > 0 && held_.force == force) return;
  held_.force = force;
  has_changed_ = true;
}

void DriveInputs::set_joint_force(const VectorXd& force) {
  check_joint_forces(*model_, "force", force);
  if (force.isZero(0)) {
    has_changed_ = has_changed_ || held_.joint_force.size() > 0;
    held_.joint_force.resize(0);
    return;
  }
  held_.joint_force = force;
  has_changed_ = true;
}

void DriveInputs::set_joint_force(const JointForce& force) {
  check_joint_force(*model_, force.joint, force.coordinate, force.force);
  VectorXd all = held_.joint_force;
  if (all.size() == 0) all = VectorXd::Zero(model_->joint_coordinates);
  all[model_->joints[force.joint.index].first_coordinate + force.coordinate] = force.force;
  set_joint_force(all);
}

void DriveInputs::apply(const BodyForce& force) {
  check_force_at(*model_, force.body, force.at);
  forces_.push_back(force);
}

void DriveInputs::apply(const JointForce& force) {
  check_joint_force(*model_, force.joint, force.coordinate, force.force);
  joint_forces_.push_back(force);
}

void DriveInputs::apply_impulse(const BodyForce& impulse) {
  check_force_at(*model_, impulse.body, impulse.at);
  impulses_.push_back(impulse);
}

void DriveInputs::set_callback(ForceCallback callback) {
  callback_ = std::move(callback);
  has_changed_ = true;
}

void DriveInputs::end_step() {
  has_changed_ = has_changed_ || acts_at_pose();
  forces_.clear();
  impulses_.clear();
  joint_forces_.clear();
}

bool DriveInputs::acts_at_pose() const {
  return callback_ || actuator_force_.size() > 0 || held_.joint_force.size() > 0 ||
         !held_.forces.empty() || !held_.joint_forces.empty() || !forces_.empty() ||
         !impulses_.empty() || !joint_forces_.empty();
}

// Broken joints exert no forces.
void DriveInputs::add_actuator_forces(const State& pose, VectorXd& sum) const {
  VectorXd force = actuator_force_;
  for (int j = 0; j < static_cast<int>(model_->joints.size()); ++j)
    if (const Joint& joint = model_->joints[j]; pose.is_broken({j}))
      force.segment(joint.first_coordinate, coordinate_count(joint.kind, joint.in_plane)).setZero();
  add_joint_forces(*model_, pose, force, sum);
}

void DriveInputs::forces(const State& pose, double dt, VectorXd& sum) {
  has_changed_ = false;
  if (held_.force.size() > 0)
    sum = held_.force;
  else
    sum.setZero(model_->dof());
  if (!acts_at_pose()) return;
  for (const auto* list : {&held_.forces, &forces_})
    for (const BodyForce& force : *list) add_force_at(*model_, pose, force.body, force.at, sum);
  if (held_.joint_force.size() > 0) add_joint_forces(*model_, pose, held_.joint_force, sum);
  for (const auto* list : {&held_.joint_forces, &joint_forces_})
    for (const JointForce& each : *list)
      add_joint_force(*model_, pose, each.joint, each.coordinate, each.force, sum);
  if (actuator_force_.size() > 0) add_actuator_forces(pose, sum);
  for (const BodyForce& impulse : impulses_)
    add_force_at(*model_, pose, impulse.body, scaled(impulse.at, 1 / dt), sum);
  if (callback_) callback_(pose, sum);
  require(sum.size() == model_->dof() && sum.allFinite(), "force",
          "finite, an entry per velocity of the model", sum.norm());
}

}  // namespace perpend
