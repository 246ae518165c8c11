// SPDX-License-Identifier: Apache-2.0
//
// A step that was not solved is taken as two of half its length, by a Simulator of its own that may
// halve them again. Its problems are others: other poses, other active contacts, smaller forces.
#include "perpend/sim/report_fields.hpp"
#include "sim/simulator_workspace.hpp"

namespace perpend {
namespace {

// What a state keeps of its last step, from which the next one starts and the added mass of taut
// joints follows: that of half a step is half as large.
void scale_impulses(State& state, double factor) {
  for (ContactMemory& contact : state.contacts) contact.impulse *= factor;
  state.joint_impulses *= factor;
}

StepReport report_of_halves(const StepReport& whole, const StepReport& first,
                            const StepReport& second) {
  StepReport report = merged_halves(first, second);
  report.time = whole.time;
  report.step = whole.step;
  report.halvings += 1;
  add_effort(whole, report);
  return report;
}

}  // namespace

// Where one half is not taken either, the state stays and the report is that of the whole step.
StepReport Simulator::Workspace::take_halves(State& state, const StepReport& whole) {
  if (!half) {
    SimulationOptions own = options;
    own.dt *= 0.5;
    own.halvings -= 1;
    half = std::make_unique<Simulator>(model, own);
  }
  half->workspace_->drive.take_over(drive, options.dt);
  parts = state;
  scale_impulses(parts, 0.5);
  const StepReport first = half->step(parts);
  StepReport failed = whole;
  add_effort(first, failed);
  if (first.status != StepStatus::ok) return failed;
  const StepReport second = half->step(parts);
  add_effort(second, failed);
  if (second.status != StepStatus::ok) return failed;
  scale_impulses(parts, 2.0);
  parts.time = whole.time;
  parts.step = whole.step;
  std::swap(state, parts);
  records.assign(half->contacts().begin(), half->contacts().end());
  for (ContactRecord& record : records) record.impulse *= 2.0;
  halved = true;
  return report_of_halves(whole, first, second);
}

}  // namespace perpend
