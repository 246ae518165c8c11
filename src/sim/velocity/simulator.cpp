// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/simulator.hpp"

#include <utility>

#include "perpend/core/error.hpp"
#include "sim/inputs/state_check.hpp"
#include "sim/joints/joint_forces.hpp"
#include "sim/velocity/simulator_workspace.hpp"

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

void validate_for(const Model& model, const SimulationOptions& options) {
  validate(options);
  if (has_spatial_shapes(model)) validate_in_space(options);
}

Simulator::Simulator(const Model& model, const SimulationOptions& options) {
  validate_for(model, options);
  workspace_ = std::make_unique<Workspace>(model, options, DriveInputs(model));
}
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;

Simulator::Workspace& Simulator::workspace() const {
  if (!workspace_)
    throw InvalidArgument("simulator", "one with a model", "one that was moved from");
  return *workspace_;
}

StepReport Simulator::step(State& state) {
  check_sizes(workspace().model, state);
  if (!have_same_rows(workspace_->motor_rows, workspace_->drive.motors())) {
    auto analysed = std::make_unique<Workspace>(workspace_->model, workspace_->options,
                                                std::move(workspace_->drive));
    analysed->take_place_of(*workspace_);
    workspace_ = std::move(analysed);
  }
  Workspace& w = *workspace_;
  const Stopwatch clock;
  if (!w.drive.has_changed() && w.standstill.holds_for(state, w.after))
    return w.repeat(state, clock);
  if (std::string fault = not_a_state(w.model, state); !fault.empty())
    return {.status = StepStatus::diverged,
            .time = state.time,
            .step = state.step,
            .message = std::move(fault)};
  w.delegated = false;
  w.solved_islands.clear();
  const StepReport report = w.take_somehow(state);
  for (const IslandProblem& problem : w.solver.problems())
    w.solved_islands.push_back(Island(problem));
  w.note_left(state, report);
  if (report.status == StepStatus::ok) w.drive.end_step();
  return report;
}

std::span<const ContactRecord> Simulator::contacts() const {
  return workspace().records;
}
std::span<const JointBreak> Simulator::breaks() const {
  return workspace().breaks;
}
std::span<const Island> Simulator::islands() const {
  const Workspace& w = workspace();
  return w.delegated ? w.taken->islands() : w.solved_islands;
}
const SimulationOptions& Simulator::options() const {
  return workspace().options;
}
const Model& Simulator::model() const {
  return workspace().model;
}

JointReaction Simulator::joint_reaction(JointId joint) const {
  const Workspace& w = workspace();
  require(joint.index >= 0 && joint.index < static_cast<int>(w.model.joints.size()), "joint",
          "a joint of the model", joint.index);
  if (w.delegated) return w.taken->joint_reaction(joint);
  if (w.pose.q.size() == 0) return {};
  return step_reaction(w.joints, w.pose, joint, w.rows, w.options.dt);
}

}  // namespace perpend
