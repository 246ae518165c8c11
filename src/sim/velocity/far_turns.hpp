// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dynamics/joints/joint_rows.hpp"

namespace perpend {

/// A body, line or joint that rotates, at `rate` (rad/s).
struct Turn {
  std::string name;
  double rate = 0.0;
};

/// Finds what rotates so far within a step, while a joint holds it off its centre, that rows linear
/// in the rotation no longer describe it.
class FarTurns {
 public:
  explicit FarTurns(const Model& model);

  /// Returns the first body that rotates far, from `pose` with velocities `v` over dt (s).
  std::optional<Turn> of_bodies(const State& pose, const Eigen::VectorXd& v, double dt) const;
  /// Returns the first line between the ends of a joint that rotates far, among joints with
  /// bears(joint).
  template <class Bears>
  std::optional<Turn> of_lines(const State& pose, const Eigen::VectorXd& v, double dt,
                               const Bears& bears) const {
    for (const int j : lines_) {
      if (pose.is_broken({j})) continue;
      const Joint& line = model_->joints[j];
      const double rate = turn_of_line(line, pose, v);
      if (is_far(rate, dt) && bears(line)) return Turn{line.name, rate};
    }
    return {};
  }
  /// Returns the joint that is open by `error` if its bodies rotate far, else nothing.
  std::optional<Turn> of_opened(const JointError& error, const Eigen::VectorXd& v, double dt) const;

 private:
  // A body that a joint holds off its centre, once per joint.
  struct Arm {
    int joint = 0, body = 0;
    Eigen::Vector3d at;         // from the body's centre to the joint, body frame, m
    bool lets_axis_go = false;  // true if rotation about the arm is free
  };
  static bool is_far(double rate, double dt);
  double turn_of(const Arm& arm, const State& pose, const Eigen::VectorXd& v) const;
  double turn_of_line(const Joint& line, const State& pose, const Eigen::VectorXd& v) const;
  double turn_at(const Joint& joint, const Eigen::VectorXd& v) const;

  const Model* model_;
  std::vector<Arm> arms_;
  std::vector<int> lines_;  // joints that act along a line
};

}  // namespace perpend
