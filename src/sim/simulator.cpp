// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/simulator.hpp"

#include <utility>

#include "perpend/core/error.hpp"
#include "sim/simulator_workspace.hpp"
#include "sim/state_check.hpp"

namespace perpend {
namespace {

// What is valid in the plane alone.
void validate_in_space(const SimulationOptions& options) {
  const MethodSet methods = methods_of(options.law, true);
  require(methods.contains(options.solver), "solver",
          "one of " + to_string(methods) + " for law " + to_string(options.law) + " in space",
          lcp::to_string(options.solver));
  const ContactLaw::Kind law = options.law.kind;
  require(options.impact == ImpactLaw::newton || law == ContactLaw::cone ||
              law == ContactLaw::box || law == ContactLaw::frictionless,
          "law", "cone, box or frictionless for impacts of Poisson's law in space",
          to_string(options.law));
}

}  // namespace

Simulator::Simulator(const Model& model, const SimulationOptions& options) {
  validate(options);
  if (collides_in_space(model)) validate_in_space(options);
  workspace_ = std::make_unique<Workspace>(model, options);
}
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;

Simulator::Workspace& Simulator::workspace() const {
  if (!workspace_)
    throw InvalidArgument("simulator", "one with a model", "one that was moved from");
  return *workspace_;
}

StepReport Simulator::step(State& state) {
  Workspace& w = workspace();
  check_sizes(w.model, state);
  w.halved = false;
  if (std::string fault = not_a_state(w.model, state); !fault.empty())
    return {.status = StepStatus::diverged,
            .time = state.time,
            .step = state.step,
            .message = std::move(fault)};
  const StepReport report = w.take(state);
  if (report.status == StepStatus::ok || w.options.halvings == 0) return report;
  return w.take_halves(state, report);
}

std::span<const ContactRecord> Simulator::contacts() const {
  return workspace().records;
}
std::span<const IslandProblem> Simulator::islands() const {
  const Workspace& w = workspace();
  return w.halved ? w.half->islands() : w.solver.problems();
}
const SimulationOptions& Simulator::options() const {
  return workspace().options;
}
const Model& Simulator::model() const {
  return workspace().model;
}

void Simulator::set_force(BodyId body, const Eigen::Vector3d& force) {
  Workspace& w = workspace();
  require(body.index >= 0 && body.index < static_cast<int>(w.model.bodies.size()), "body",
          "a body of the model", body.index);
  require(w.model.bodies[body.index].is_planar(), "body", "a planar body",
          w.model.bodies[body.index].name);
  set_force(body, {force.x(), force.y(), 0}, {0, 0, force.z()});
}

void Simulator::set_force(BodyId body, const Eigen::Vector3d& force,
                          const Eigen::Vector3d& torque) {
  Workspace& w = workspace();
  require(body.index >= 0 && body.index < static_cast<int>(w.model.bodies.size()), "body",
          "a body of the model", body.index);
  const Body& target = w.model.bodies[body.index];
  require(target.kind != BodyKind::custom, "body", "not a custom body", target.name);
  require(force.allFinite(), "force", "finite", force.norm());
  require(torque.allFinite(), "torque", "finite", torque.norm());
  const int lines = target.is_planar() ? 2 : 3;
  w.force.segment(target.v_offset, lines) = force.head(lines);
  if (target.kind == BodyKind::spatial) w.force.segment<3>(target.v_offset + 3) = torque;
  if (target.is_planar() && target.dof == 3) w.force[target.v_offset + 2] = torque.z();
}

JointReaction Simulator::joint_reaction(JointId joint) const {
  const Workspace& w = workspace();
  require(joint.index >= 0 && joint.index < static_cast<int>(w.model.joints.size()), "joint",
          "a joint of the model", joint.index);
  if (w.halved) return w.half->joint_reaction(joint);
  return w.joints.reaction(w.pose, joint, w.rows, w.options.dt);
}

}  // namespace perpend
