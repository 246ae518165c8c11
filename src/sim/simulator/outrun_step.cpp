// SPDX-License-Identifier: Apache-2.0
//
// Steps that joints outrun (sim/velocity/dead_points.cpp), taken in halves, and these in halves.
// Parts differ in length, and -Phi/dt is the stabilisation of a step as long as the last one: the
// gap left by a step four times as long would throw the bodies apart. So parts use rates that
// depend on no step before them, those of DriftControl::projection: the rows give back the part of
// the start's v that the half drift rotates off the joints, and positions are closed after the
// drift, which costs no velocity.
// Where bars fold into one line the rows depend on each other, and if the joint errors exceed the
// motion of a part, they determine the rotation: long parts pass over that point, short ones stop
// in it. So halves in which joints do more work than in the whole are not taken.
#include <cmath>

#include "perpend/sim/report_fields.hpp"
#include "sim/simulator/simulator_workspace.hpp"

namespace perpend {

void Simulator::Workspace::make_finer() {
  SimulationOptions own = step.options;
  own.dt *= 0.5;
  own.drift = DriftControl::projection;
  own.position_iterations = 0;
  finer = std::make_unique<Simulator>(step.model, own);
  finer->workspace_->is_part = true;
  VelocityStep& part = finer->workspace_->step;
  part.levels = step.levels - 1;
  part.rows.setup.push_out_time = step.rows.setup.push_out_time;
}

// Takes the step in halves, which may be halved again; takes it whole if one of the halves fails or
// joints do more work in them.
StepReport Simulator::Workspace::take_outrun(State& state, const StepReport& refused) {
  OutrunParts of_this_step{.inconsistency = step.inconsistency};
  OutrunParts& all = step.outrun_parts ? *step.outrun_parts : of_this_step;
  if (!finer) make_finer();
  finer->workspace_->step.outrun_parts = &all;
  all.count += 2;
  const double before = all.work;
  const StepReport tried = take_halves(*finer, state, refused);
  finer->workspace_->step.outrun_parts = nullptr;
  if (tried.status == StepStatus::ok) {
    if (all.work - before <= std::abs(refused.certificate.joint_work)) return tried;
    std::swap(state, parts);
    taken = nullptr;
    of_parts.reset();
  }
  all.work = before;
  step.attempt.accepts_outrun = true;
  StepReport report = step.take(state);
  step.attempt.accepts_outrun = false;
  add_effort(tried, report);
  return report;
}

}  // namespace perpend
