// SPDX-License-Identifier: Apache-2.0
//
// The step is a drift, a kick and a drift:
//   (q, v) -> (x, u) -> (x, v⁺) -> (q⁺, w⁺)
// Drifts are differentiated body by body (tangent.hpp), the kick by the implicit function theorem
// at the active set of its answer (active_system.hpp).
#include "perpend/sim/derivatives.hpp"

#include <algorithm>

#include "contact/row_restitution.hpp"
#include "sim/derivatives/parameters.hpp"
#include "sim/inputs/state_check.hpp"
#include "sim/simulator/simulator_workspace.hpp"

namespace perpend {
namespace {

using Eigen::Index, Eigen::MatrixXd;
using Row = ActiveRows::Row;

bool is_coulomb(const Model& model, const SimulationOptions& options) {
  if (options.law == ContactLaw::cone || options.law == ContactLaw::box ||
      options.law == ContactLaw::frictionless)
    return true;
  return options.law == ContactLaw::polyhedral && !has_spatial_shapes(model);
}

std::string refusal(const Model& model, const SimulationOptions& options) {
  if (!is_coulomb(model, options)) {
    std::string text = "law ";
    text += to_string(options.law);
    return text +=
           ": only cone, box and frictionless, in the plane polyhedral too, have derivatives";
  }
  if (options.drift == DriftControl::projection)
    return "drift control projection moves poses after the step; only stabilised and baumgarte " +
           std::string("have derivatives");
  for (const Body& body : model.bodies)
    if (!has_tangent(body))
      return "body '" + body.details->name + "' has not one coordinate per velocity";
  return {};
}

using Meetings = std::span<const FreeMeeting>;

// Returns the Jacobians of drifts of `time`; bodies that meet in free flight drift for a time of
// their own.
std::vector<DriftJacobian> drifts_of(const TakenStep& step, const State& from,
                                     const Eigen::VectorXd& v, double time, Meetings meetings,
                                     const auto& own_time) {
  auto drifts = drift_jacobians(step.model, from, v, time);
  for (const auto& met : meetings) {
    const auto own = drift_jacobians(step.model, from, v, own_time(met));
    for (const int body : {met.body_a, met.body_b}) drifts[body] = own[body];
  }
  return drifts;
}

std::vector<DriftJacobian> drifts_to_kick(const TakenStep& step, Meetings meetings) {
  return drifts_of(step, step.start, step.start.v, step.before, meetings,
                   [](const auto& met) { return met.time; });
}

std::vector<DriftJacobian> drifts_from_kick(const TakenStep& step, Meetings meetings) {
  const double dt = step.options.dt;
  return drifts_of(step, step.pose, step.v_new, dt - step.before, meetings,
                   [dt](const auto& met) { return dt - met.time; });
}

// Lists everything in a step that its derivatives treat as constant.
void find_constants(const TakenStep& step, const StepReport& report, bool starts_early,
                    Meetings meetings, std::vector<std::string>& constant) {
  const auto add = [&](bool found, const char* what) {
    if (found) constant.push_back(what);
  };
  bool bounces = false;
  for (int g = 0; g < static_cast<int>(step.rows.pool.groups().size()); ++g)
    bounces = bounces || impacts(step.rows, g);
  add(step.joints.braked(), "the energy guard braked the joints");
  add(step.joints.stiffened(), "joints became taut");
  add(step.joints.turns_rotors(), "how the rates of rotors (armature) change as bodies drift");
  add(step.joints.is_displaced(), "joints that are open were closed at recovery_speed");
  add(step.options.position_iterations > 0 && step.model.joint_rows > 0,
      "position iterations changed the rates of the joints");
  add(std::ranges::any_of(step.rows.contacts, &ActiveContact::is_held_back),
      "overlap that no step led into was parted beside the motion");
  add(std::ranges::any_of(step.rows.rates, &BoundedRate::is_held_back),
      "limits that are violated were closed more slowly");
  add(bounces && step.options.impact == ImpactLaw::poisson, "impacts by Poisson's law");
  add(bounces && starts_early, "a bounce from overlap at the start of the step");
  add(report.restitution_scale < 1, "restitution that was lowered to gain no energy");
  add(!meetings.empty(), "when bodies met in free flight");
  const bool bristles = std::ranges::any_of(step.rows.contacts, [&](const ActiveContact& contact) {
    const ContactPair& pair = contact.pair;
    return !tangential_of(step.model.surface_between(pair.body_a, pair.body_b), step.options)
                .is_hard();
  });
  add(bristles, "bristles of contacts that stick");
  add(report.no_push_out + report.squeezed + report.no_restitution > 0, "a jammed island gave way");
  add(report.inexact + report.unsolved > 0, "islands were not solved exactly");
}

struct Differentiated {
  const TakenStep& step;
  StepDerivatives& result;
  KickResponse response;
  ActiveRows active;
  KickChange change = {};
  KickAnswer answer = {};

  Differentiated(const TakenStep& taken, StepDerivatives& to)
      : step(taken), result(to), response(taken), active(active_rows(taken, response)) {}

  void solve(std::span<const std::span<const int>> islands, std::span<const DriftJacobian> before) {
    result.surfaces = pressing_surfaces(step, active);
    std::vector<char> carried;
    change = kick_change(step, active, before, result.surfaces, carried);
    answer = answer_of(step, response, active, islands, change);
    if (settle_weak()) answer = answer_of(step, response, active, islands, change);
    result.degenerate.insert(result.degenerate.end(), answer.open.begin(), answer.open.end());
    result.redundant = answer.redundant;
    for (std::size_t i = 0; i < carried.size(); ++i) name_constants(i, carried[i]);
  }

  // Lists what is constant at a contact with a load.
  void name_constants(std::size_t index, bool carried) {
    const ActiveContact& contact = step.rows.contacts[index];
    if (active.rows[step.rows.first_row(contact.group)] == Row::off) return;
    const auto add = [&](const char* what) {
      result.constant.push_back(what +
                                described(step, contact.group, DegenerateRow::Kind::unloaded).name);
    };
    if (carried) add("normal and features of ");
    if (contact.pair.curve != 0 || contact.pair.turn != 0)
      add("how rotation within the step closes ");
  }

  // Settles weak rows. Contacts on the edge of their cone count as sticking; unloaded ones count as
  // loaded if that changes nothing: the loads that they could carry are part of the redundancy.
  bool settle_weak() {
    bool changed = false;
    for (const ActiveRows::Weak& weak : active.weak) {
      const bool kept = keeps_rate(step, response, answer, change, weak);
      if (!kept) result.degenerate.push_back(described(step, weak.group, weak.kind));
      if (kept && weak.kind == DegenerateRow::Kind::unloaded)
        press(step, weak.group, active);
      else if (weak.kind == DegenerateRow::Kind::cone_edge)
        std::fill_n(active.rows.begin() + weak.first, weak.count, Row::holds);
      else
        continue;
      changed = true;
    }
    return changed;
  }

  void count() {
    for (const ActiveContact& contact : step.rows.contacts) {
      const int row = step.rows.first_row(contact.group);
      const int last = row + step.rows.pool.groups()[contact.group].rows - 1;
      const auto has = [&](Row kind) {
        return std::any_of(active.rows.begin() + row + 1, active.rows.begin() + last + 1,
                           [&](Row r) { return r == kind; });
      };
      if (active.rows[row] == Row::off)
        ++result.open;
      else if (last > row && has(Row::holds) && !has(Row::slides))
        ++result.sticking;
      else
        ++result.sliding;
    }
  }

  // Returns the derivatives of q⁺ and w⁺ by all parameters.
  MatrixXd after(std::span<const DriftJacobian> before,
                 std::span<const DriftJacobian> drifts) const {
    const Index n = step.model.dof();
    MatrixXd all = MatrixXd::Zero(2 * n, change.momentum.cols());
    for (std::size_t i = 0; i < step.model.bodies.size(); ++i) {
      const Body& body = step.model.bodies[i];
      if (!body.is_dynamic()) continue;
      const int dof = body.dof, o = body.v_offset;
      MatrixXd at_kick = MatrixXd::Zero(2 * dof, all.cols());
      at_kick.bottomRows(dof) = answer.velocities.middleRows(o, dof);
      at_kick.block(0, o, dof, dof) = before[i].topLeftCorner(dof, dof);
      at_kick.block(0, n + o, dof, dof) = before[i].topRightCorner(dof, dof);
      const MatrixXd reached = drifts[i] * at_kick;
      all.middleRows(o, dof) = reached.topRows(dof);
      all.middleRows(n + o, dof) = reached.bottomRows(dof);
    }
    return all;
  }

  void hand_over(const MatrixXd& all) {
    const ParameterColumns at = parameter_columns(step.model, result.surfaces.size());
    const auto part = [&](int first, int end) { return all.middleCols(first, end - first); };
    result.by_state = part(at.state, at.force);
    result.by_force = part(at.force, at.joint_force);
    result.by_joint_force = part(at.joint_force, at.motor_target);
    result.by_motor_target = part(at.motor_target, at.motor_limit);
    result.by_motor_limit = part(at.motor_limit, at.dry_friction);
    result.by_dry_friction = part(at.dry_friction, at.mass);
    result.by_mass = part(at.mass, at.friction);
    result.by_friction = part(at.friction, at.end);
  }
};

// Returns the derivatives by controls, which follow from those by the forces along joints and by
// the targets of motors.
MatrixXd by_controls(const Model& model, const DriveInputs& inputs, const StepDerivatives& result) {
  MatrixXd all(result.by_joint_force.rows(), static_cast<Index>(model.actuators.size()));
  for (int i = 0; i < static_cast<int>(model.actuators.size()); ++i) {
    const Actuator& actuator = model.actuators[i];
    const double slope = inputs.slope(i);
    if (slope == 0) {
      all.col(i).setZero();
      continue;
    }
    const int own = model.joints[actuator.joint.index].first_coordinate + actuator.coordinate;
    const bool is_force = actuator.kind == ActuatorKind::force;
    all.col(i) = slope * (is_force ? result.by_joint_force : result.by_motor_target).col(own);
  }
  return all;
}

}  // namespace

std::string_view to_string(DerivativeStatus status) {
  switch (status) {
    case DerivativeStatus::regular:
      return "regular";
    case DerivativeStatus::degenerate:
      return "degenerate";
    case DerivativeStatus::partial:
      return "partial";
    case DerivativeStatus::failed:
      break;
  }
  return "failed";
}

std::string_view to_string(DegenerateRow::Kind kind) {
  switch (kind) {
    case DegenerateRow::Kind::unloaded:
      return "unloaded";
    case DegenerateRow::Kind::cone_edge:
      return "cone_edge";
    case DegenerateRow::Kind::at_bound:
      return "at_bound";
    case DegenerateRow::Kind::ambiguous:
      return "ambiguous";
    case DegenerateRow::Kind::contradictory:
      break;
  }
  return "contradictory";
}

StepDerivatives Simulator::derivatives(const State& state) const {
  const VelocityStep& own = workspace().step;
  check_sizes(own.model, state);
  StepDerivatives result;
  if (result.message = refusal(own.model, own.options); !result.message.empty()) return result;
  if (result.message = not_a_state(own.model, state); !result.message.empty()) return result;
  DriveInputs inputs(own.model);
  inputs.take_over(own.drive, own.options.dt);
  VelocityStep trial(own.model, own.options, std::move(inputs));
  result.after = state;
  result.step = trial.take(result.after);
  if (result.step.status != StepStatus::ok) {
    result.message = "the step was not taken whole: " + result.step.message;
    return result;
  }
  const double before = trial.rows.setup.before;
  const TakenStep step{own.model,   trial.options, state,        before,     trial.pose,
                       trial.v_new, trial.rows,    trial.joints, trial.drive};
  const Meetings meetings = trial.candidates.free_meetings();
  find_constants(step, result.step, trial.starts_early(), meetings, result.constant);
  std::vector<std::span<const int>> islands;
  for (const IslandProblem& problem : trial.solver.problems()) islands.push_back(problem.groups());
  const auto drifts = drifts_to_kick(step, meetings);
  Differentiated derivatives(step, result);
  derivatives.solve(islands, drifts);
  derivatives.count();
  derivatives.hand_over(derivatives.after(drifts, drifts_from_kick(step, meetings)));
  result.by_control = by_controls(own.model, own.drive, result);
  result.status = !result.constant.empty()     ? DerivativeStatus::partial
                  : !result.degenerate.empty() ? DerivativeStatus::degenerate
                                               : DerivativeStatus::regular;
  return result;
}

}  // namespace perpend
