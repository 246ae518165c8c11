// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "perpend/model/model.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// Velocities that the last step left. Others at the start of the next one were set from outside,
/// and may fit no joint.
class LeftVelocities {
 public:
  /// After a step to `state`, whose own start was `inconsistent` or not.
  void note(const State& state, bool inconsistent);
  /// After a step that changed nothing but its number.
  void move_on(std::int64_t step);
  /// Whether those of `state` were set: at its first step, since the last one, or so that the last
  /// one has not taken up yet what does not fit.
  bool are_replaced_in(const State& state) const;

 private:
  Eigen::VectorXd v_;
  std::int64_t step_ = -1;
  bool inconsistent_ = false;
};

/// Whose velocities do not fit joint `worst`, or coupler worst - model.joints.size().
std::string name_inconsistent(const Model& model, int worst);
/// Says so in the report of a step whose joints did work for it.
void report_inconsistent(const std::string& name, StepReport& report);

}  // namespace perpend
