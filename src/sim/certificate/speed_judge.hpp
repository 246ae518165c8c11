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

/// Computes the sum of the absolute velocities that the single impulses on a body would give it,
/// m/s or rad/s: the result of their sum has the round-off of these, and is much smaller for a
/// light body between heavy ones or a plank in a taut bridge.
void push_sizes(const StepRows& rows, const JointImpulses& joints, Eigen::VectorXd& sizes);

/// Judges violations (m/s) relative to the tolerance of their rows.
class SpeedJudge {
 public:
  /// `memory` is overwritten, and must not be changed while this judges.
  SpeedJudge(const StepRows& rows, const Eigen::VectorXd& v, const JointImpulses& joints,
             Eigen::VectorXd& memory, StepCertificate& certificate);

  /// Judges rows r to r + count of a group, whose error is `wrong`; `impulse` is the velocity that
  /// lambda gives them, m/s, `place` the size of the coordinates their gap was taken from, m.
  void take(int group, int r, int count, double wrong, double impulse, double place);

  /// The group with the worst error relative to its tolerance; -1 if there is none.
  int worst() const { return worst_group_; }

 private:
  double rounded_by_joints(int group, int r) const;
  double pushed(int group, int r, int count);

  const StepRows& rows_;
  const Eigen::VectorXd& v_;
  const JointImpulses& joints_;
  Eigen::VectorXd& pushes_;  // filled when first needed
  bool knows_pushes_ = false;
  StepCertificate& certificate_;
  int worst_group_ = -1;
  double worst_ratio_ = 0.0;
  double largest_;        // speed of the step, m/s or rad/s: the scale for resting bodies
  double fastest_ = 0.0;  // largest m v², J
};

}  // namespace perpend
