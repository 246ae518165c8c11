// SPDX-License-Identifier: Apache-2.0
//
// A step that was not solved is taken as two steps of half its length, by a Simulator of its own
// that may halve them again. Their problems differ: other poses, other active contacts, smaller
// forces.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "perpend/model/scale_impulses.hpp"
#include "perpend/sim/report_fields.hpp"
#include "sim/simulator/simulator_workspace.hpp"

namespace perpend {
namespace {

// True if a half may replace its part of the whole step, which may have been taken inexactly.
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

std::chrono::steady_clock::time_point budget_end(double budget_ms) {
  // A day is no budget, and more would be beyond the clock.
  const std::chrono::duration<double, std::milli> budget(std::min(budget_ms, 86.4e6));
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(budget);
}

}  // namespace

// Sets what all attempts at this step share: their deadline, their effort and how far parts may be
// halved.
void Simulator::Workspace::begin_attempts() {
  if (!is_part && !shares_attempts) {
    step.deadline.reset();
    if (step.options.budget_ms > 0) step.deadline = budget_end(step.options.budget_ms);
    step.solver.set_effort(0);
  }
  step.begin();
  standstill.forget();
  step.rows.setup.halving = step.options.halvings <= 0 ? Halving::none
                            : is_part                  ? Halving::part
                                                       : Halving::whole;
}

// Takes the step in halves; else with crossings stopped; else under the exact cone; else at the
// best point that was found.
StepReport Simulator::Workspace::take_unsolved(State& state, const StepReport& whole) {
  const bool late = step.is_late() || step.solver.is_spent(), crossed = step.refusal.crosses;
  StepReport report = whole;
  if (step.options.halvings > 0 && !late && !step.refusal.overflows)
    report = take_halves(state, report);
  if (report.status != StepStatus::ok && crossed) {
    const StepReport refused = report;
    report = step.take_stopping(state);
    add_effort(refused, report);
  }
  if (step.options.accepted_residual <= 0 || is_part) return report;
  if (report.status == StepStatus::unsolved && !late && approximates_cone())
    report = take_exactly(state, report);
  return report.status == StepStatus::unsolved ? take_best(state, report) : report;
}

// True if the law approximates the exact cone, which can then be solved in its place.
bool Simulator::Workspace::approximates_cone() const {
  const SimulationOptions& o = step.options;
  return o.solver == lcp::Method::automatic && !(o.law == ContactLaw::cone) &&
         !(o.law == ContactLaw::frictionless);
}

// Takes the step under the exact cone if that is solved where its own law is not: counted as
// inexact, and named.
StepReport Simulator::Workspace::take_exactly(State& state, const StepReport& failed) {
  step.rows.setup.law = ContactLaw::cone;
  StepReport report = step.take(state);
  step.rows.setup.law = step.options.law;
  if (report.status != StepStatus::ok) {
    StepReport still = failed;
    add_effort(report, still);
    return still;
  }
  add_effort(failed, report);
  report.inexact = std::max(report.inexact, 1);
  report.message = "law " + to_string(step.options.law) +
                   " not solved, the exact cone in its place: " + failed.message;
  return report;
}

// Takes the best point that is found. When out of time or effort it starts from what was found
// before.
StepReport Simulator::Workspace::take_best(State& state, const StepReport& failed) {
  const bool late = step.is_late(), spent = step.solver.is_spent();
  step.rows.setup.takes_best = true;
  step.rows.setup.halving = Halving::none;
  step.attempt.keeps_guess = late || spent;
  StepReport report = step.take_stopping(state);
  step.attempt.keeps_guess = false;
  step.rows.setup.takes_best = false;
  add_effort(failed, report);
  if (report.message.empty() || !(late || spent)) return report;
  char text[96];
  std::snprintf(text, sizeof text,
                late ? "; out of time (budget %g ms)" : "; given up after %.0f factorisations",
                late ? step.options.budget_ms : static_cast<double>(report.factorisations));
  report.message += text;
  return report;
}

StepReport Simulator::Workspace::take_halves(State& state, const StepReport& whole) {
  if (!half) {
    SimulationOptions own = step.options;
    own.dt *= 0.5;
    own.halvings -= 1;
    half = std::make_unique<Simulator>(step.model, own);
    half->workspace_->is_part = true;
    half->workspace_->step.levels = 0;
    half->workspace_->step.rows.setup.push_out_time = 0.5 * step.rows.setup.push_out_time;
  }
  return take_halves(*half, state, whole);
}

// Takes the step in halves if it was solved to `accepted_residual` only, since halves are mostly
// solved then. VelocityStep::hand_over() left the start of the step in `after`.
StepReport Simulator::Workspace::halve_inexact(State& state, const StepReport& whole) {
  if (step.options.halvings <= 0 || step.is_late() || !step.solver.affords_parts()) return whole;
  State start = step.after;
  const StepReport report = take_halves(start, whole);
  if (!taken) return report;
  std::swap(state, start);
  return report;
}

void Simulator::Workspace::hand_to(Workspace& part) {
  part.step.drive.take_over(step.drive, step.options.dt);
  part.step.deadline = step.deadline;
  part.step.whole = step.whole;
}

// Takes one half and adds its effort to `all` too. The simulator may have another workspace
// afterwards.
StepReport Simulator::Workspace::take_part(Simulator& half_step, StepReport& all) {
  half_step.workspace_->step.solver.set_effort(step.solver.effort());
  const StepReport report = half_step.step(parts);
  step.solver.set_effort(half_step.workspace_->step.solver.effort());
  add_effort(report, all);
  return report;
}

// Takes the step in halves. If one half is no better, the state stays and the report is that of the
// whole step.
StepReport Simulator::Workspace::take_halves(Simulator& half_step, State& state,
                                             const StepReport& whole) {
  hand_to(*half_step.workspace_);
  parts = state;
  scale_impulses(parts, 0.5);
  StepReport failed = whole;
  const StepReport first = take_part(half_step, failed);
  if (!is_better(first, whole)) return failed;
  const StepForces early = half_step.workspace_->forces();
  const std::vector<JointBreak> broke(half_step.breaks().begin(), half_step.breaks().end());
  const StepReport second = take_part(half_step, failed);
  if (!is_better(second, whole)) return failed;
  scale_impulses(parts, 2.0);
  parts.time = whole.time;
  parts.step = whole.step;
  std::swap(state, parts);
  of_parts = of_whole(early, half_step.workspace_->forces());
  step.records = of_parts->contacts;
  step.breaks = broke;
  step.breaks.insert(step.breaks.end(), half_step.breaks().begin(), half_step.breaks().end());
  taken = &half_step;
  return report_of_halves(whole, first, second);
}

}  // namespace perpend
