// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/joints/joint_system.hpp"

namespace perpend {

/// Joints that become taut within a step: the stiffness across that their impulses give them is
/// that of the last step's, until it is taken from this one.
class TautJoints {
 public:
  explicit TautJoints(const Model& model);

  /// For a step whose system was prepared.
  void begin() { knows_struts_ = false; }
  /// After solve_free(): whether one pulls by so much more than in the last step.
  bool become_taut(const JointSystem& system, const State& pose, double dt) const;
  /// Once islands are solved: whether struts pull by limits and motors, which are known no sooner,
  /// so that their stiffness across is added and all of it is to be solved again from rows.v_free.
  bool stiffen_struts(JointSystem& system, StepRows& rows, const SimulationOptions& options);

 private:
  // A joint that pulls at the anchors of its bodies: taut where dt times its impulse exceeds
  // `bound`.
  struct Bound {
    int first_row = 0, rows = 0;
    double bound = 0.0;
  };
  std::vector<Bound> bounds_;
  bool knows_struts_ = false;           // whether stiffen_struts() was asked in this step
  std::vector<double> strut_impulses_;  // N·s, per joint
};

}  // namespace perpend
