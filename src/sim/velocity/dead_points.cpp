// SPDX-License-Identifier: Apache-2.0
//
// Steps that the motion of a mechanism outruns. A crank-rocker with a heavy rocker passes its dead
// points within microseconds: the rocker turns back and in between its energy is that of the light
// crank. Rows that know their first turn only stop the rocker there for good. The work of joints in
// a kick, 0 by the laws, tells such a step; it is taken in halves, and these in halves, until each
// has little of it.
// Parts differ in length, and -Phi/dt is the pull of a step as long as the last one: the gap of a
// step four times as long would throw the bodies apart. So parts take rates that depend on no step
// before them, those of DriftControl::projection: v of the start given back to the rows, positions
// closed after the drift, which costs no velocity.
// A universal joint bent by a right angle is such a point too: what turns the one body about its
// arm turns the other about its own, faster by 1 / cos. Where bars fold into one line the rows
// depend on each other, and what is off the joints by more than a part moves turns them: long parts
// pass over that point, short ones stop in it. So halves in which joints do more work than in the
// whole are not taken.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/joints/joint_loops.hpp"
#include "perpend/sim/report_fields.hpp"
#include "sim/velocity/simulator_workspace.hpp"

namespace perpend {
namespace {

// Parts down to 1/4096 of a step, and no more than so many of one.
constexpr int kLevels = 12, kMostParts = 400;
// Every level has memory of its own.
constexpr int kMostRows = 3000;
// Work of joints as a share of the energy scale of the guard: of a step, of a part of one, and of
// what is named. A part of 1e-4 lost three times as much; steps of 1e-5 are ordinary at 2 ms.
constexpr double kStepShare = 1e-4, kPartShare = 1e-5, kNamedShare = 1e-3;

double turn(const Body& body, const Eigen::VectorXd& v) {
  return body.is_dynamic() ? angular_velocity(body, v).norm() : 0.0;
}

bool may_outrun_steps(const Model& model) {
  if (model.joint_rows == 0 || model.joint_rows > kMostRows) return false;
  const auto folds = [](const Joint& joint) { return joint.kind == JointKind::universal; };
  return freedom_of_loops(model) || has_light_links(model) ||
         std::ranges::any_of(model.joints, folds);
}

}  // namespace

int Simulator::Workspace::levels_of_parts() const {
  return options.halvings > 0 && may_outrun_steps(model) ? kLevels : 0;
}

// Refuses a step that its parts would do better, and names what turns fastest where none will.
void Simulator::Workspace::refuse_outrun(const State& state, StepReport& report) {
  outrun = false;
  if (report.status != StepStatus::ok) return;
  if (levels == 0 && !outrun_of) return name_inconsistent_start(state, report);
  if (stops_crossings || rows.setup.takes_best) return;
  const double work = report.certificate.joint_work;
  const bool ends = is_outrun || is_late() || (outrun_of && outrun_of->parts >= kMostParts);
  const bool refuses = levels > 0 && !ends;
  const double share = outrun_of ? kPartShare : kStepShare;
  outrun = refuses && joint_guard.exceeds_own_work(state, rows, options, v_new, share);
  if (outrun) {
    if (!outrun_of) inconsistency = inconsistent_start(state);
    report.status = StepStatus::unsolved;
    report.message = "joints turn faster than a step follows";
    return;
  }
  if (outrun_of) outrun_of->work += std::abs(work);
  if (refuses || !(outrun_of || is_outrun)) return;
  if (!joint_guard.exceeds_work(rows, options, v_new, kNamedShare)) return;
  report.uncertified = true;
  const std::string& why = outrun_of ? outrun_of->inconsistency : inconsistency;
  if (!why.empty()) return report_inconsistent(why, report);
  const auto slower = [&](const Body& a, const Body& b) { return turn(a, v_new) < turn(b, v_new); };
  const Body& fastest = *std::ranges::max_element(model.bodies, slower);
  char text[128];
  std::snprintf(
      text, sizeof text,
      " turns by %.2g rad in %.2g s near a dead point, where joints %s %.2g J: try a shorter step",
      options.dt * turn(fastest, v_new), options.dt, work < 0 ? "took" : "gave", std::abs(work));
  report.message = fastest.details->name + text;
}

// What of the velocities that `state` was given fits no joint, "" where all do.
std::string Simulator::Workspace::inconsistent_start(const State& state) {
  if (!left_velocities.are_replaced_in(state)) return {};
  const int worst = joints.inconsistent_joint(state);
  return worst < 0 ? "" : name_inconsistent(model, worst);
}

// Of a step without parts of its own, as without halvings: what its joints took up is no less. What
// open chains take up is what a plastic impact would, and the laws hold with it: told, and no
// fault.
void Simulator::Workspace::name_inconsistent_start(const State& state, StepReport& report) {
  const std::string name = inconsistent_start(state);
  if (name.empty() || !joint_guard.exceeds_total_work(rows, options, v_new, kNamedShare)) return;
  inconsistency = name;
  report.uncertified |= may_outrun_steps(model);
  if (report.message.empty()) report_inconsistent(name, report);
}

void Simulator::Workspace::note_left(const State& state, const StepReport& report) {
  if (model.joint_rows == 0 || is_part || report.status != StepStatus::ok) return;
  left_velocities.note(state, !inconsistency.empty());
  inconsistency.clear();
}

void Simulator::Workspace::take_finer_steps() {
  SimulationOptions own = options;
  own.dt *= 0.5;
  own.drift = DriftControl::projection;
  own.position_iterations = 0;
  finer = std::make_unique<Simulator>(model, own);
  finer->workspace_->is_part = true;
  finer->workspace_->levels = levels - 1;
  finer->workspace_->rows.setup.push_out_time = rows.setup.push_out_time;
}

// In halves, which may be halved again; as a whole where one of them is no step or joints do more
// work in them.
StepReport Simulator::Workspace::take_outrun(State& state, const StepReport& refused) {
  Outrun whole_step{.inconsistency = inconsistency};
  Outrun& all = outrun_of ? *outrun_of : whole_step;
  if (!finer) take_finer_steps();
  finer->workspace_->outrun_of = &all;
  all.parts += 2;
  const double before = all.work;
  StepReport report = take_halves(*finer, state, refused);
  const double halves = all.work - before;
  outrun = false;
  if (report.status == StepStatus::ok) {
    if (halves <= std::abs(refused.certificate.joint_work)) return report;
    std::swap(state, parts);
    delegated = false;
  }
  all.work = before;
  is_outrun = true;
  const StepReport tried = report;
  report = take(state);
  is_outrun = false;
  add_effort(tried, report);
  return report;
}

}  // namespace perpend
