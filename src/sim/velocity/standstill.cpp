// SPDX-License-Identifier: Apache-2.0
//
// A step that leaves all as it was is taken once: from the same bits under the same forces the next
// one would compute the same again.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/velocity/same_state.hpp"
#include "sim/velocity/simulator_workspace.hpp"

namespace perpend {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// From when on a prescribed body stands where it is.
double end_of(const Motion& motion) {
  if (!motion.velocity.isZero(0) || !motion.omega.isZero(0)) return kNever;
  double end = -kNever;
  for (const Harmonic& harmonic : motion.harmonics) end = std::max(end, harmonic.stop);
  return end;
}

}  // namespace

// What custom bodies depend on is not known.
double Simulator::Workspace::end_of_motions() const {
  double end = -kNever;
  for (const Body& body : model.bodies) {
    if (body.kind == BodyKind::custom) return kNever;
    if (body.is_kinematic()) end = std::max(end, end_of(body.details->motion));
  }
  return end;
}

// Without joints nothing asks for their work, which fades from step to step.
bool Simulator::Workspace::is_as_after(const State& state) const {
  return is_same_but_for_time(state, after) &&
         (model.joint_rows == 0 || is_same_work(state.joint_work, after.joint_work));
}

// hand_over() leaves in `after` what the step started from.
void Simulator::Workspace::find_standstill(const State& state, const StepReport& report) {
  stands_still = report.status == StepStatus::ok && report.message.empty() &&
                 after.time >= motions_end && is_as_after(state);
  if (stands_still) last_report = report;
}

bool Simulator::Workspace::repeats(const State& state) const {
  return stands_still && !drive.has_changed() && std::isfinite(state.time) &&
         state.time >= motions_end && is_as_after(state);
}

StepReport Simulator::Workspace::repeat(State& state, const Stopwatch& clock) {
  StepReport report = last_report;
  report.time = state.time += options.dt;
  report.step = ++state.step;
  if (left_step >= 0) left_step = state.step;
  state.joint_work = joints.account(state.joint_work, report.certificate.joint_work);
  report.phases = {.total = clock.seconds()};
  return report;
}

}  // namespace perpend
