// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "perpend/dynamics/joint_reaction.hpp"
#include "perpend/model/model.hpp"
#include "perpend/sim/options.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

class IslandProblem;

/// Velocity-level time stepping with hard constraints (Hart & Anitescu 2003): one complementarity
/// problem per island and step, constant dt, no event detection.
class Simulator {
 public:
  /// Keeps a reference to `model`. Throws InvalidArgument on options validate() refuses.
  explicit Simulator(const Model& model, const SimulationOptions& options = {});
  /// A temporary model would be gone before the first step.
  explicit Simulator(const Model&&, const SimulationOptions& = {}) = delete;
  ~Simulator();
  /// The members of a simulator that was moved from throw InvalidArgument.
  Simulator(Simulator&&) noexcept;

  /// Advances `state` by dt, or leaves it untouched and says why in the report: a state with an
  /// entry that is not finite is StepStatus::diverged. Throws InvalidArgument where a size of the
  /// state is not the model's. Where a step was taken in parts, what is said of the last step below
  /// is of its last part, scaled to dt.
  StepReport step(State& state);

  /// Active contact points of the last step taken.
  std::span<const ContactRecord> contacts() const;
  /// Islands of the last step or its last part, with their problems and solutions, of one that
  /// failed too;
  /// contact/island_problem.hpp. Valid until the next step.
  std::span<const IslandProblem> islands() const;
  const SimulationOptions& options() const;
  const Model& model() const;

  /// External force (N, N, N·m) on a planar body at its centre of mass in every following step.
  void set_force(BodyId body, const Eigen::Vector3d& force);
  /// The same for any body but a custom one: force (N) and torque (N·m), world frame.
  void set_force(BodyId body, const Eigen::Vector3d& force, const Eigen::Vector3d& torque);

  /// What the joint exerted on its body a in the last step taken, its limits, limited motors and
  /// dry friction included, springs and dampers not.
  JointReaction joint_reaction(JointId joint) const;

 private:
  struct Workspace;
  Workspace& workspace() const;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace perpend
