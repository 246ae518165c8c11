// SPDX-License-Identifier: Apache-2.0
#include "sim/simulator/simulator_workspace.hpp"

#include <utility>

#include "sim/joints/joint_forces.hpp"

namespace perpend {

Simulator::Workspace::Workspace(const Model& model, const SimulationOptions& options,
                                DriveInputs inputs)
    : step(model, options, std::move(inputs)), standstill(model) {}

void Simulator::Workspace::take_place_of(const Workspace& last) {
  is_part = last.is_part;
  shares_attempts = last.shares_attempts;
  step.take_place_of(last.step);
}

StepReport Simulator::Workspace::repeat(State& state, const Stopwatch& clock) {
  StepReport report = standstill.report();
  report.time = state.time += step.options.dt;
  report.step = ++state.step;
  step.left_velocities.move_on(state.step);
  state.joint_work = step.joint_guard.account(state.joint_work, report.certificate.joint_work);
  report.phases = {.total = clock.seconds()};
  return report;
}

StepReport Simulator::Workspace::take(State& state) {
  solved_islands.clear();
  const StepReport report = take_somehow(state);
  for (const IslandProblem& problem : step.solver.problems())
    solved_islands.push_back(Island(problem));
  if (!is_part) step.note_left(state, report);
  if (report.status == StepStatus::ok) step.drive.end_step();
  return report;
}

StepReport Simulator::Workspace::take_somehow(State& state) {
  taken = nullptr;
  of_parts.reset();
  begin_attempts();
  StepReport report = step.take(state);
  if (step.refusal.is_stalled) report = take_limited(state, report);
  if (taken) return report;
  if (step.refusal.is_outrun) report = take_outrun(state, report);
  const bool is_inexact = report.status == StepStatus::ok && report.inexact > 0;
  if (is_inexact && !taken && !is_part) report = halve_inexact(state, report);
  // VelocityStep::hand_over() leaves the start of the step in `after`.
  if (!taken) standstill.find(step.after, state, report);
  return report.status == StepStatus::ok ? report : take_unsolved(state, report);
}

const std::vector<CoordinateForce>& Simulator::Workspace::coordinate_forces() {
  if (of_parts) return of_parts->along;
  return taken ? taken->workspace_->coordinate_forces() : step.coordinate_forces();
}

StepForces Simulator::Workspace::forces() {
  if (of_parts) return *of_parts;
  if (taken) return taken->workspace_->forces();
  return {step.records, step.record_keys,
          step_reactions(step.joints, step.pose, step.rows, step.options.dt),
          step.coordinate_forces()};
}

}  // namespace perpend
