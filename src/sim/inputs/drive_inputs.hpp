// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "dynamics/joints/motor_commands.hpp"
#include "perpend/sim/drive.hpp"

namespace perpend {

/// Whether a coordinate of a joint has a motor.
bool has_motor(const Model& model, JointId joint, int coordinate);

/// What drives a simulator: held, for the next step alone, and by the callback.
class DriveInputs {
 public:
  explicit DriveInputs(const Model& model);

  const HeldInputs& held() const { return held_; }
  /// Throws InvalidArgument where one of its parts would.
  void set_held(const HeldInputs& held);
  void clear_held() { set_held({}); }
  /// What acts in place of `other` in each of the parts into which a step of dt seconds is taken:
  /// impulses as the forces that give them within dt.
  void take_over(const DriveInputs& other, double dt);

  void hold(const BodyForce& force);
  void hold(const JointForce& force);
  void hold(const MotorInput& motor);
  /// Entries of HeldInputs::force.
  Eigen::VectorXd& held_force();
  /// In place of HeldInputs::force and joint_force.
  void set_force(const Eigen::VectorXd& force);
  void set_joint_force(const Eigen::VectorXd& force);
  void set_joint_force(const JointForce& force);
  void apply(const BodyForce& force);
  void apply(const JointForce& force);
  void apply_impulse(const BodyForce& impulse);
  void set_callback(ForceCallback callback);
  const ForceCallback& callback() const { return callback_; }
  /// Forgets what was for the step just taken.
  void end_step();

  /// Whether forces() depends on the pose of the step.
  bool acts_at_pose() const;
  /// Whether forces(), or what motors are told, may be something else than in the last step.
  bool has_changed() const { return has_changed_ || acts_at_pose(); }
  /// All forces at the pose of a step of dt seconds, one entry per velocity, N or N·m.
  void forces(const State& pose, double dt, Eigen::VectorXd& sum);
  /// What all motors are told.
  const MotorCommands& motors() const { return motors_; }

 private:
  void command(const MotorInput& motor);

  const Model* model_;
  HeldInputs held_;
  std::vector<BodyForce> forces_, impulses_;  // of the next step
  std::vector<JointForce> joint_forces_;      // of the next step
  ForceCallback callback_;
  MotorCommands motors_;
  bool has_changed_ = true;
};

}  // namespace perpend
