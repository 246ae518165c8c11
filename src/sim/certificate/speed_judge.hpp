// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/step_rows.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// Rows of joints and their impulses, N·s.
struct JointImpulses {
  const RowPool* pool = nullptr;  ///< none: no joints
  const Eigen::VectorXd* lambda = nullptr;
};

/// Velocities that the impulses on a body would give it one by one, without signs, m/s or rad/s:
/// what they add up to is rounded as they are, and much smaller where a light body lies between
/// heavy ones or a plank in a taut bridge.
void push_sizes(const StepRows& rows, const JointImpulses& joints, Eigen::VectorXd& sizes);

/// Judges violations (m/s) by what their rows may be off by.
class SpeedJudge {
 public:
  /// `memory` is overwritten, and to be left alone while this judges.
  SpeedJudge(const StepRows& rows, const Eigen::VectorXd& v, const JointImpulses& joints,
             Eigen::VectorXd& memory, StepCertificate& certificate);

  /// Rows r to r + count of a group are off by `wrong`; `impulse` is what lambda gives them, m/s,
  /// `place` the size of the coordinates their gap was taken from, m.
  void take(int group, int r, int count, double wrong, double impulse, double place);

  /// The group that is off most, -1: none.
  int worst() const { return worst_group_; }

 private:
  double rounded_by_joints(int group, int r) const;
  double pushed(int group, int r, int count);

  const StepRows& rows_;
  const Eigen::VectorXd& v_;
  const JointImpulses& joints_;
  Eigen::VectorXd& pushes_;  // once something is judged that needs them
  bool knows_pushes_ = false;
  StepCertificate& certificate_;
  int worst_group_ = -1;
  double worst_ratio_ = 0.0;
  double largest_;        // speed of the step, m/s or rad/s: what rests is judged beside it
  double fastest_ = 0.0;  // m v²
};

}  // namespace perpend
