// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/sim/drive.hpp"
#include "sim/inputs/actuation.hpp"

namespace perpend {

/// Throws InvalidArgument, with that name, unless `force` is empty or has a finite entry per
/// velocity of the model, 0 for bodies that no force moves.
void check_force(const Model& model, const char* name, const Eigen::VectorXd& force);

/// True if a coordinate of a joint has a motor.
bool has_motor(const Model& model, JointId joint, int coordinate);

/// The inputs that drive a simulator: held ones, those for the next step alone, and the callback.
class DriveInputs {
 public:
  explicit DriveInputs(const Model& model);

  const HeldInputs& held() const { return held_; }
  /// Sets the held inputs. Throws InvalidArgument if one of them alone would.
  void set_held(const HeldInputs& held);
  void clear_held() { set_held({}); }
  /// Takes over the inputs of `other` for each of the parts into which a step of dt seconds is
  /// taken: impulses become the forces that give them within dt.
  void take_over(const DriveInputs& other, double dt);

  void hold(const BodyForce& force);
  void hold(const JointForce& force);
  void hold(const MotorInput& motor);
  /// Returns the entries of HeldInputs::force, to be changed.
  Eigen::VectorXd& held_force();
  /// Replaces HeldInputs::force and joint_force.
  void set_force(const Eigen::VectorXd& force);
  void set_joint_force(const Eigen::VectorXd& force);
  void set_joint_force(const JointForce& force);
  void set_control(ActuatorId actuator, double control);
  void set_control(const Eigen::VectorXd& control);
  /// Returns the controls of all actuators.
  Eigen::VectorXd control() const;
  /// Returns the derivative of the force or target of an actuator by its control; 0 if a range
  /// limits it and if MotorInput::target takes its place.
  double slope(int actuator) const;
  void apply(const BodyForce& force);
  void apply(const JointForce& force);
  void apply_impulse(const BodyForce& impulse);
  void set_callback(ForceCallback callback);
  const ForceCallback& callback() const { return callback_; }
  /// Forgets the inputs that were for the step just taken.
  void end_step();

  /// True if forces() depends on the pose of the step.
  bool acts_at_pose() const;
  /// True if forces(), or the commands of motors, may differ from those of the last step.
  bool has_changed() const { return has_changed_ || acts_at_pose(); }
  /// Computes all forces at the pose of a step of dt seconds, one entry per velocity, N or N·m.
  void forces(const State& pose, double dt, Eigen::VectorXd& sum);
  /// Commands of all motors.
  const MotorCommands& motors() const { return motors_; }

 private:
  void command(const MotorInput& motor);
  void actuate();
  void add_actuator_forces(const State& pose, Eigen::VectorXd& sum) const;

  const Model* model_;
  HeldInputs held_;
  std::vector<BodyForce> forces_, impulses_;  // for the next step
  std::vector<JointForce> joint_forces_;      // for the next step
  ForceCallback callback_;
  MotorCommands motors_;
  Eigen::VectorXd actuator_force_;  // Actuation::force
  bool has_changed_ = true;
};

}  // namespace perpend
