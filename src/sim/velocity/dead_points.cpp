// SPDX-License-Identifier: Apache-2.0
//
// Steps that the motion of a mechanism outruns. A crank-rocker with a heavy rocker passes its dead
// points within microseconds: the rocker reverses, and in between its energy is that of the light
// crank. Rows, which are linear in the velocities, stop the rocker there for good. The work of
// joints in a velocity update is 0 by the laws and so reveals such a step; it is halved, and the
// halves are halved again, until each does little of that work (sim/simulator/outrun_step.cpp).
// A universal joint bent by a right angle is such a point too: a rotation of one body about its arm
// rotates the other about its own arm, faster by 1 / cos.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/joints/joint_loops.hpp"
#include "perpend/dynamics/energy.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {
namespace {

// Parts get as short as 1/4096 of a step, and no step has more parts than kMostParts.
constexpr int kLevels = 12, kMostParts = 400;
// Largest number of joint rows of a model whose steps are halved: every level has memory of its
// own.
constexpr int kMostRows = 3000;
// Work of joints as a share of the energy scale of the guard: in a whole step, in one of steady
// motion, in a part of one, and from where on it is reported. With parts of 1e-4 the loss of energy
// is three times as large; steps of 1e-5 are ordinary at 2 ms.
constexpr double kStepShare = 1e-4, kSteadyShare = 1e-3, kPartShare = 1e-5, kNamedShare = 1e-3;

// Change of effective_inertia() within a step, as a share of it, up to which a motion is steady.
// With 0.03 more of the drawn crank-rockers lose energy on their way to a dead point.
constexpr double kSteady = 0.005;

double turn(const Body& body, const Eigen::VectorXd& v) {
  return body.is_dynamic() ? angular_velocity(body, v).norm() : 0.0;
}

// Inertia (kg m²) that all bodies have as seen by the one that rotates fastest; 0 if none rotates.
double effective_inertia(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  double fastest = 0;
  for (const Body& body : model.bodies) fastest = std::max(fastest, turn(body, v));
  return fastest > 0 ? 2 * kinetic_energy(model, q, v) / (fastest * fastest) : 0;
}

// Near a dead point the effective inertia falls from that of the rocker to that of the light crank.
// Where it stays, the work of joints is of third order in the length of a step and no more than
// that of the swing of an open chain, whose steps are taken whole.
bool is_steady(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
               const Eigen::VectorXd& v_new) {
  const double before = effective_inertia(model, q, v), after = effective_inertia(model, q, v_new);
  return std::abs(after - before) <= kSteady * std::min(before, after);
}

bool may_outrun_steps(const Model& model) {
  if (model.joint_rows == 0 || model.joint_rows > kMostRows) return false;
  const auto folds = [](const Joint& joint) { return joint.kind == JointKind::universal; };
  return freedom_of_loops(model) || has_light_links(model) ||
         std::ranges::any_of(model.joints, folds);
}

}  // namespace

int levels_of_parts(const Model& model, const SimulationOptions& options) {
  return options.halvings > 0 && may_outrun_steps(model) ? kLevels : 0;
}

// Refuses a step whose parts would do better; where none will, names the fastest rotating body.
void VelocityStep::refuse_outrun(const State& state, StepReport& report) {
  refusal.is_outrun = false;
  if (report.status != StepStatus::ok) return;
  if (levels == 0 && !outrun_parts) return name_inconsistent_start(state, report);
  if (attempt.stops_crossings || rows.setup.takes_best) return;
  const double work = report.certificate.joint_work;
  const bool ends =
      attempt.accepts_outrun || is_late() || (outrun_parts && outrun_parts->count >= kMostParts);
  const bool refuses = levels > 0 && !ends;
  const auto exceeds = [&](double share) {
    return joint_guard.exceeds_own_work(state, rows, options, v_new, share);
  };
  refusal.is_outrun = refuses && exceeds(outrun_parts ? kPartShare : kStepShare);
  if (refusal.is_outrun && !outrun_parts && is_steady(model, rows.pose->q, state.v, v_new))
    refusal.is_outrun = exceeds(kSteadyShare);
  if (refusal.is_outrun) {
    if (!outrun_parts) inconsistency = inconsistent_start(state);
    report.status = StepStatus::unsolved;
    report.message = "joints turn faster than a step follows";
    return;
  }
  if (outrun_parts) outrun_parts->work += std::abs(work);
  if (refuses || !(outrun_parts || attempt.accepts_outrun)) return;
  if (!joint_guard.exceeds_work(rows, options, v_new, kNamedShare)) return;
  report.uncertified = true;
  const std::string& why = outrun_parts ? outrun_parts->inconsistency : inconsistency;
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

// Describes which velocities of the start `state` fit no joint; "" if all of them do.
std::string VelocityStep::inconsistent_start(const State& state) {
  if (!left_velocities.are_replaced_in(state)) return {};
  const std::optional<int> row = joints.inconsistent_row(state);
  return row ? name_inconsistent(model, *row) : "";
}

// Reports an inconsistent start of a step that is not halved, as without halvings: its joints take
// up just as much. Open chains take it up as a plastic impact would and the laws hold, so that it
// is reported but no fault.
void VelocityStep::name_inconsistent_start(const State& state, StepReport& report) {
  const std::string name = inconsistent_start(state);
  if (name.empty() || !joint_guard.exceeds_total_work(rows, options, v_new, kNamedShare)) return;
  inconsistency = name;
  report.uncertified |= may_outrun_steps(model);
  if (report.message.empty()) report_inconsistent(name, report);
}

void VelocityStep::note_left(const State& state, const StepReport& report) {
  if (model.joint_rows == 0 || report.status != StepStatus::ok) return;
  left_velocities.note(state, !inconsistency.empty());
  inconsistency.clear();
}

}  // namespace perpend
