// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "perpend/model/model.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// The velocities that the last step left. If the next step starts with others, these were set from
/// outside and may fit no joint.
class LeftVelocities {
 public:
  /// Keeps the velocities after a step to `state`; `inconsistent`: whether its own start fitted no
  /// joint.
  void note(const State& state, bool inconsistent);
  /// Follows a step that changed nothing but its number.
  void move_on(std::int64_t step);
  /// True if the velocities of `state` were set from outside: at its first step, since the last
  /// step, or so that the last step has not yet removed their inconsistent part.
  bool are_replaced_in(const State& state) const;

 private:
  Eigen::VectorXd v_;
  std::int64_t step_ = -1;
  bool inconsistent_ = false;
};

/// Describes whose velocities do not fit the joint or coupler of a row of State::joint_impulses.
std::string name_inconsistent(const Model& model, int row);
/// Writes that into the report of a step whose joints did work because of it.
void report_inconsistent(const std::string& name, StepReport& report);

}  // namespace perpend
