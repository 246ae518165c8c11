// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/joints/joint_system.hpp"

namespace perpend {

/// Joints that become taut within a step: the transverse stiffness that impulses give them is taken
/// from the last step, until it is updated from this one.
class TautJoints {
 public:
  explicit TautJoints(const Model& model);

  /// Begins a step whose system was prepared.
  void begin() { knows_struts_ = false; }
  /// True if, after solve_free(), a joint pulls by that much more than in the last step.
  bool become_taut(const JointSystem& system, const State& pose, double dt) const;
  /// Returns true if, once islands are solved, struts pull by limits and motors, which are known no
  /// sooner: their transverse stiffness is added and everything must be solved again from
  /// rows.v_free.
  bool stiffen_struts(JointSystem& system, StepRows& rows, const SimulationOptions& options);

 private:
  // A joint that pulls at the anchors of its bodies: taut if dt times its impulse exceeds `bound`.
  struct Bound {
    int first_row = 0, rows = 0;
    double bound = 0.0;
  };
  std::vector<Bound> bounds_;
  bool knows_struts_ = false;           // stiffen_struts() was called in this step
  std::vector<double> strut_impulses_;  // N·s, per joint
};

}  // namespace perpend
