// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "perpend/dynamics/joint_reaction.hpp"
#include "perpend/model/model.hpp"
#include "perpend/sim/drive.hpp"
#include "perpend/sim/island.hpp"
#include "perpend/sim/options.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

struct StepDerivatives;

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

  /// Goes on with another model, of which a reference is kept: bodies and joints more or less.
  /// `state` becomes that of sim/exchange.hpp; what is held stays, what was applied for the next
  /// step is forgotten, and of the last step nothing is said any more. Where it throws
  /// InvalidArgument (a state of another size, options that the model cannot have) nothing changes.
  void exchange(const Model& model, State& state);
  void exchange(const Model&&, State&) = delete;

  /// Derivatives of the step that step() would take from `state`, with all that drives it, by
  /// state, forces, motors, masses and friction; sim/derivatives.hpp. Nothing of this simulator
  /// changes. Cost: the step, twice its rows for each velocity of a body and a few sets of bodies,
  /// and one solve with its factor per parameter.
  StepDerivatives derivatives(const State& state) const;

  /// Active contact points of the last step taken.
  std::span<const ContactRecord> contacts() const;
  /// Joints that the last step broke, with what they bore over it, or over the part of it at the
  /// end of which they broke.
  std::span<const JointBreak> breaks() const;
  /// Islands of the last step or its last part, with their problems and solutions, of one that
  /// failed too. Valid until the next step.
  std::span<const Island> islands() const;
  const SimulationOptions& options() const;
  const Model& model() const;

  // What drives the motion; dynamics/set_motion.hpp sets poses and velocities of a state. All throw
  // InvalidArgument where there is no such body, joint, coordinate or motor, where no force moves
  // the body, or where a number is not finite.

  // apply: in the next step taken, then never again; several add up. Where a step fails they wait
  // for the next one.
  void apply_force_at(BodyId body, const ForceAt& force);
  /// As ForceAt, N·s and N·m·s: the velocity jumps in the next step, as joints and contacts let it.
  void apply_impulse(BodyId body, const ForceAt& impulse);
  void apply_joint_force(JointId joint, int coordinate, double force);

  // hold: in every following step, until clear_held(); several add up.
  void hold_force_at(BodyId body, const ForceAt& force);
  void hold_joint_force(JointId joint, int coordinate, double force);

  // set: in every following step, until set again or clear_held().
  /// External force (N, N, N·m) on a planar body at its centre of mass.
  void set_force(BodyId body, const Eigen::Vector3d& force);
  /// The same for any body but a custom one: force (N) and torque (N·m), world frame.
  void set_force(BodyId body, const Eigen::Vector3d& force, const Eigen::Vector3d& torque);
  /// Of all bodies: one entry per velocity, N or N·m, 0 where no force moves the body.
  void set_force(const Eigen::VectorXd& force);
  /// Along a coordinate of a joint (N, N·m); pushes a along it, b against.
  void set_joint_force(JointId joint, int coordinate, double force);
  /// Of all joints, laid out as State::coordinates.
  void set_joint_force(const Eigen::VectorXd& force);
  /// Of a motor of the model: CoordinateDef::target and max_force in place of the model's.
  void set_motor_target(JointId joint, int coordinate, double target);
  /// To or from infinity the joints are analysed anew at the next step.
  void set_motor_limit(JointId joint, int coordinate, double max_force);
  /// Asked in every step; an empty one is none. Not part of held().
  void set_force_callback(ForceCallback callback);

  /// All that is held and set: what a snapshot needs beside the State.
  const HeldInputs& held() const;
  void set_held(const HeldInputs& held);
  void clear_held();

  /// What the joint exerted on its body a in the last step (of one that failed, in the last attempt
  /// at it), its limits, motors and dry friction included, springs and dampers not; zero before the
  /// first.
  JointReaction joint_reaction(JointId joint) const;
  /// What acted along a joint coordinate in the last step taken; zero before the first.
  CoordinateForce coordinate_force(JointId joint, int coordinate) const;
  /// Of all, laid out as State::coordinates; valid until the next step.
  std::span<const CoordinateForce> coordinate_forces() const;

 private:
  struct Workspace;
  Workspace& workspace() const;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace perpend
