// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/joints/joint_guard.hpp"

namespace perpend {

/// Closes positions of joints beyond what the rates of their rows do, by the factor of the step:
/// before the drift, by its velocities, or after it. System and guard must outlive it.
class JointPositions {
 public:
  JointPositions(JointSystem& system, JointGuard& guard) : system_(&system), guard_(&guard) {}

  /// Begins a step whose system was prepared.
  void begin();
  /// Applies Newton's method to the joint error at the pose after the next drift, at most
  /// SimulationOptions::position_iterations times.
  void close_next(const State& pose, const SimulationOptions& options, Eigen::VectorXd& v);
  /// Does one such iteration after solve(). Returns true if the bounded rows must be solved again
  /// with it, from rows.v_free.
  bool close_next_with(StepRows& rows, const SimulationOptions& options, const Eigen::VectorXd& v);
  /// Projects the positions of a state onto the joints, in the metric of the mass.
  void project(const SimulationOptions& options, State& state);
  /// Projects the velocities of the state likewise.
  void slow_onto(State& state);
  /// Position error left by project(), m or rad, over its tolerance.
  double left_open() const { return left_open_; }

 private:
  bool is_empty() const { return system_->masses().empty(); }
  bool move_onto(const Eigen::VectorXd& error, State& state);
  double evaluate_next(const State& pose, double dt, const Eigen::VectorXd& v);

  JointSystem* system_;
  JointGuard* guard_;
  Eigen::VectorXd closing_, rates_before_;  // rates of joint rows, m/s
  int closings_ = 0;                        // iterations at the next pose, beside bounded rows
  double next_error_ = 0.0;                 // joint error there, before the last iteration
  double left_open_ = 0.0;                  // set by project()
};

}  // namespace perpend
