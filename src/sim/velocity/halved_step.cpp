// SPDX-License-Identifier: Apache-2.0
//
// A step that was not solved is taken as two of half its length, by a Simulator of its own that may
// halve them again. Its problems are others: other poses, other active contacts, smaller forces.
#include <algorithm>
#include <cstdio>

#include "perpend/sim/report_fields.hpp"
#include "sim/velocity/simulator_workspace.hpp"

namespace perpend {
namespace {

// What a state keeps of its last step, from which the next one starts and the added mass of taut
// joints follows: that of half a step is half as large.
void scale_impulses(State& state, double factor) {
  for (ContactMemory& contact : state.contacts) contact.impulse *= factor;
  state.joint_impulses *= factor;
}

// Whether a half may stand for a part of the whole step, which may have been taken inexactly.
bool is_better(const StepReport& half, const StepReport& whole) {
  if (half.status != StepStatus::ok) return false;
  return whole.status != StepStatus::ok || (half.inexact == 0 && !half.uncertified);
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

void Simulator::Workspace::take_place_of(const Workspace& last) {
  is_part = last.is_part;
  shares_attempts = last.shares_attempts;
  rows.setup.push_out_time = last.rows.setup.push_out_time;
  asked = last.asked;
  deadline = last.deadline;
  levels = last.levels;
  outrun_of = last.outrun_of;
  solver.set_effort(last.solver.effort());
}

std::chrono::steady_clock::time_point Simulator::Workspace::budget_end() const {
  // A day is no budget, and more would be beyond the clock.
  const std::chrono::duration<double, std::milli> budget(std::min(options.budget_ms, 86.4e6));
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(budget);
}

bool Simulator::Workspace::is_late() const {
  return deadline != std::chrono::steady_clock::time_point::max() &&
         std::chrono::steady_clock::now() >= deadline;
}

// What all attempts at this step share: their time, their effort and how far parts may be halved.
void Simulator::Workspace::begin_attempts() {
  constexpr auto kNever = std::chrono::steady_clock::time_point::max();
  if (!is_part && !shares_attempts) {
    deadline = options.budget_ms > 0 ? budget_end() : kNever;
    solver.set_effort(0);
  }
  solver.stop_at(deadline);
  // Where a callback threw, the last attempt ended in its midst.
  overflows = stops_crossings = keeps_guess = is_outrun = false;
  keeps_push = true;
  standstill.forget();
  rows.setup.takes_best = false;
  rows.setup.law = options.law;
  inconsistency.clear();
  rows.setup.halving = options.halvings <= 0 ? Halving::none
                       : is_part             ? Halving::part
                                             : Halving::whole;
}

// Takes the step whole, in halves, or at the best point that was found: only numbers that are not
// finite leave no step.
StepReport Simulator::Workspace::take_somehow(State& state) {
  begin_attempts();
  StepReport report = take(state);
  if (is_stalled) report = take_limited(state, report);
  if (delegated) return report;
  if (outrun) report = take_outrun(state, report);
  const bool is_inexact = report.status == StepStatus::ok && report.inexact > 0;
  if (is_inexact && !delegated && !is_part) report = halve_inexact(state, report);
  // hand_over() leaves in `after` what the step started from.
  if (!delegated) standstill.find(after, state, report);
  return report.status == StepStatus::ok ? report : take_unsolved(state, report);
}

// In halves; with crossings stopped; under the exact cone; at the best point that was found.
StepReport Simulator::Workspace::take_unsolved(State& state, const StepReport& whole) {
  const bool late = is_late() || solver.is_spent(), crossed = refused_crossing;
  StepReport report = whole;
  if (options.halvings > 0 && !late && !overflows) report = take_halves(state, report);
  if (report.status != StepStatus::ok && crossed) {
    const StepReport refused = report;
    report = take_stopping(state);
    add_effort(refused, report);
  }
  if (options.accepted_residual <= 0 || is_part) return report;
  if (report.status == StepStatus::unsolved && !late && approximates_cone())
    report = take_exactly(state, report);
  return report.status == StepStatus::unsolved ? take_best(state, report) : report;
}

// Laws that stand for the exact cone, which can always be asked in their place.
bool Simulator::Workspace::approximates_cone() const {
  return options.solver == lcp::Method::automatic && !(options.law == ContactLaw::cone) &&
         !(options.law == ContactLaw::frictionless);
}

// By the exact cone where it solves the step and its law does not: counted as inexact, and named.
StepReport Simulator::Workspace::take_exactly(State& state, const StepReport& failed) {
  rows.setup.law = ContactLaw::cone;
  StepReport report = take(state);
  rows.setup.law = options.law;
  if (report.status != StepStatus::ok) {
    StepReport still = failed;
    add_effort(report, still);
    return still;
  }
  add_effort(failed, report);
  report.inexact = std::max(report.inexact, 1);
  report.message = "law " + to_string(options.law) +
                   " not solved, the exact cone in its place: " + failed.message;
  return report;
}

// What was found before the time was over is where this starts from.
StepReport Simulator::Workspace::take_best(State& state, const StepReport& failed) {
  const bool late = is_late(), spent = solver.is_spent();
  rows.setup.takes_best = true;
  rows.setup.halving = Halving::none;
  keeps_guess = late || spent;
  StepReport report = take_stopping(state);
  keeps_guess = false;
  rows.setup.takes_best = false;
  add_effort(failed, report);
  if (report.message.empty() || !(late || spent)) return report;
  char text[96];
  std::snprintf(text, sizeof text,
                late ? "; out of time (budget %g ms)" : "; given up after %.0f factorisations",
                late ? options.budget_ms : static_cast<double>(report.factorisations));
  report.message += text;
  return report;
}

StepReport Simulator::Workspace::take_halves(State& state, const StepReport& whole) {
  if (!half) {
    SimulationOptions own = options;
    own.dt *= 0.5;
    own.halvings -= 1;
    half = std::make_unique<Simulator>(model, own);
    half->workspace_->is_part = true;
    half->workspace_->levels = 0;
    half->workspace_->rows.setup.push_out_time = 0.5 * rows.setup.push_out_time;
  }
  return take_halves(*half, state, whole);
}

// Halves are mostly solved where a whole step was solved to `accepted_residual` only.
// hand_over() left in `after` what the step started from.
StepReport Simulator::Workspace::halve_inexact(State& state, const StepReport& whole) {
  if (options.halvings <= 0 || is_late() || !solver.affords_parts()) return whole;
  State start = after;
  const StepReport report = take_halves(start, whole);
  if (!delegated) return report;
  std::swap(state, start);
  return report;
}

// Where one half is no better, the state stays and the report is that of the whole step.
StepReport Simulator::Workspace::take_halves(Simulator& half_step, State& state,
                                             const StepReport& whole) {
  half_step.workspace_->drive.take_over(drive, options.dt);
  half_step.workspace_->deadline = deadline;
  half_step.workspace_->asked = asked;
  parts = state;
  scale_impulses(parts, 0.5);
  half_step.workspace_->solver.set_effort(solver.effort());
  const StepReport first = half_step.step(parts);
  solver.set_effort(half_step.workspace_->solver.effort());
  const std::vector<JointBreak> broke(half_step.breaks().begin(), half_step.breaks().end());
  StepReport failed = whole;
  add_effort(first, failed);
  if (!is_better(first, whole)) return failed;
  const StepReport second = half_step.step(parts);
  solver.set_effort(half_step.workspace_->solver.effort());
  add_effort(second, failed);
  if (!is_better(second, whole)) return failed;
  scale_impulses(parts, 2.0);
  parts.time = whole.time;
  parts.step = whole.step;
  std::swap(state, parts);
  records.assign(half_step.contacts().begin(), half_step.contacts().end());
  for (ContactRecord& record : records) record.impulse *= 2.0, record.moment *= 2.0;
  breaks = broke;
  breaks.insert(breaks.end(), half_step.breaks().begin(), half_step.breaks().end());
  delegated = true;
  taken = &half_step;
  return report_of_halves(whole, first, second);
}

}  // namespace perpend
