// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/simulator.hpp"

#include <utility>

#include "perpend/core/error.hpp"
#include "sim/inputs/state_check.hpp"
#include "sim/joints/joint_forces.hpp"
#include "sim/simulator/simulator_workspace.hpp"

namespace perpend {
namespace {

// Throws on options that are valid in the plane alone.
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
  check_sizes(model(), state);
  if (const VelocityStep& last = workspace_->step;
      !have_same_rows(last.motor_rows, last.drive.motors())) {
    auto analysed =
        std::make_unique<Workspace>(last.model, last.options, std::move(workspace_->step.drive));
    analysed->take_place_of(*workspace_);
    workspace_ = std::move(analysed);
  }
  Workspace& w = *workspace_;
  const Stopwatch clock;
  if (!w.step.drive.has_changed() && w.standstill.holds_for(state, w.step.after))
    return w.repeat(state, clock);
  if (std::string fault = not_a_state(w.step.model, state); !fault.empty())
    return {.status = StepStatus::diverged,
            .time = state.time,
            .step = state.step,
            .message = std::move(fault)};
  normalise_rotations(w.step.model, state.q);
  return w.take(state);
}

std::span<const ContactRecord> Simulator::contacts() const {
  return workspace().step.records;
}
std::span<const JointBreak> Simulator::breaks() const {
  return workspace().step.breaks;
}
std::span<const Island> Simulator::islands() const {
  const Workspace& w = workspace();
  return w.taken ? w.taken->islands() : w.solved_islands;
}
const SimulationOptions& Simulator::options() const {
  return workspace().step.options;
}
const Model& Simulator::model() const {
  return workspace().step.model;
}

JointReaction Simulator::joint_reaction(JointId joint) const {
  const Workspace& w = workspace();
  const VelocityStep& last = w.step;
  require(joint.index >= 0 && joint.index < static_cast<int>(last.model.joints.size()), "joint",
          "a joint of the model", joint.index);
  if (w.of_parts) return w.of_parts->reactions[joint.index];
  if (w.taken) return w.taken->joint_reaction(joint);
  if (last.pose.q.size() == 0) return {};
  return step_reaction(last.joints, last.pose, joint, last.rows, last.options.dt);
}

}  // namespace perpend
