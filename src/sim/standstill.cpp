// SPDX-License-Identifier: Apache-2.0
//
// A step that leaves all as it was is taken once: from the same bits under the same forces the next
// one would compute the same again.
#include <algorithm>
#include <cmath>

#include "sim/same_state.hpp"
#include "sim/simulator_workspace.hpp"

namespace perpend {

// Prescribed motions depend on the time, and what custom bodies depend on is not known.
bool Simulator::Workspace::depends_on_time() const {
  return std::ranges::any_of(model.bodies, [](const Body& body) {
    return body.is_kinematic() || body.kind == BodyKind::custom;
  });
}

// Without joints nothing asks for their work, which fades from step to step.
bool Simulator::Workspace::is_as_after(const State& state) const {
  return is_same_but_for_time(state, after) &&
         (model.joint_rows == 0 || is_same_work(state.joint_work, after.joint_work));
}

// hand_over() leaves in `after` what the step started from.
void Simulator::Workspace::find_standstill(const State& state, const StepReport& report) {
  stands_still = report.status == StepStatus::ok && report.message.empty() && is_as_after(state) &&
                 !depends_on_time();
  if (stands_still) last_report = report;
}

bool Simulator::Workspace::repeats(const State& state) const {
  return stands_still && !drive.has_changed() && std::isfinite(state.time) && is_as_after(state);
}

StepReport Simulator::Workspace::repeat(State& state, const Stopwatch& clock) {
  const bool at_start = starts_early || options.stepper != Stepper::midpoint;
  pose.time = state.time + (at_start ? 0.0 : 0.5 * options.dt);
  pose.step = state.step;
  StepReport report = last_report;
  report.time = state.time += options.dt;
  report.step = ++state.step;
  state.joint_work = joints.account(state.joint_work, report.certificate.joint_work);
  report.phases = {.total = clock.seconds()};
  return report;
}

}  // namespace perpend
