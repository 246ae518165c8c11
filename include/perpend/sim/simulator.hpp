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
  /// Keeps a reference to `model`. Throws InvalidArgument on options that validate() refuses, and
  /// on those that do not admit shapes in space where the model has some.
  explicit Simulator(const Model& model, const SimulationOptions& options = {});
  /// Deleted: a temporary model would not outlive the constructor.
  explicit Simulator(const Model&&, const SimulationOptions& = {}) = delete;
  ~Simulator();
  /// The members of a simulator that was moved from throw InvalidArgument.
  Simulator(Simulator&&) noexcept;

  /// Advances `state` by dt, or leaves it untouched and gives the reason in the report: a state
  /// with an entry that is not finite is StepStatus::diverged. Throws InvalidArgument where a size
  /// of the state is not the model's. Where a step was split into substeps, the functions below
  /// that refer to the last step give sums of impulses and means of forces over them.
  StepReport step(State& state);

  /// Continues with another model, which may have further or fewer bodies and joints, and keeps a
  /// reference to it. `state` becomes the state carried over by sim/exchange.hpp. Held inputs stay,
  /// inputs applied for the next step are dropped, and the results of the last step are cleared.
  /// Throws InvalidArgument on a state of another size and on options that the model does not
  /// admit; then nothing changes.
  void exchange(const Model& model, State& state);
  void exchange(const Model&&, State&) = delete;

  /// Returns the derivatives of the step that step() would take from `state` with the present
  /// inputs, by state, forces, motors, masses and friction (sim/derivatives.hpp). This simulator
  /// does not change. The cost is that of the step, of evaluating its rows twice for each velocity
  /// of a body and each of a few sets of bodies, and of one solve with its factor per parameter.
  StepDerivatives derivatives(const State& state) const;

  /// Returns the active contact points of the last step taken.
  std::span<const ContactRecord> contacts() const;
  /// Returns the joints that broke in the last step, with their loads over the step, or over the
  /// substep at the end of which they broke.
  std::span<const JointBreak> breaks() const;
  /// Returns the islands of the last step or of its last substep, with their problems and
  /// solutions, also those of a step that failed. Valid until the next step.
  std::span<const Island> islands() const;
  const SimulationOptions& options() const;
  const Model& model() const;

  // Inputs that drive the motion; dynamics/set_motion.hpp sets poses and velocities of a state. All
  // functions throw InvalidArgument where there is no such body, joint, coordinate or motor, where
  // forces do not move the body, or where a number is not finite.

  // apply: acts in the next step taken only; several calls add up. After a failed step the inputs
  // wait for the next one.
  void apply_force_at(BodyId body, const ForceAt& force);
  /// Applies an impulse, with N·s and N·m·s in the place of the N and N·m of ForceAt. The velocity
  /// changes in the next step, subject to joints and contacts.
  void apply_impulse(BodyId body, const ForceAt& impulse);
  void apply_joint_force(JointId joint, int coordinate, double force);

  // hold: acts in every following step until clear_held(); several calls add up.
  void hold_force_at(BodyId body, const ForceAt& force);
  void hold_joint_force(JointId joint, int coordinate, double force);

  // set: acts in every following step until it is set again or clear_held() is called.
  /// Sets the external force (N, N, N·m) on a planar body at its centre of mass.
  void set_force(BodyId body, const Eigen::Vector3d& force);
  /// Sets force (N) and torque (N·m), world frame, at the centre of mass of any body that is not
  /// custom.
  void set_force(BodyId body, const Eigen::Vector3d& force, const Eigen::Vector3d& torque);
  /// Sets the forces on all bodies, one entry per velocity, N or N·m; entries of bodies that forces
  /// do not move must be 0. An empty vector clears them.
  void set_force(const Eigen::VectorXd& force);
  /// Sets the force along a coordinate of a joint (N, N·m); it pushes a along the coordinate and b
  /// in the opposite direction.
  void set_joint_force(JointId joint, int coordinate, double force);
  /// Sets the forces along the coordinates of all joints, laid out as State::coordinates.
  void set_joint_force(const Eigen::VectorXd& force);
  /// Replaces CoordinateDef::target of a motor of the model.
  void set_motor_target(JointId joint, int coordinate, double target);
  /// Replaces CoordinateDef::max_force of a motor of the model (>= 0, N or N·m). Where it changes
  /// to or from infinity the next step analyses the joints anew.
  void set_motor_limit(JointId joint, int coordinate, double max_force);
  /// Sets the control of an actuator, which may lie outside of its range: the range limits what the
  /// actuator makes of it.
  void set_control(ActuatorId actuator, double control);
  /// Sets the controls of all actuators, one entry per element of Model::actuators.
  void set_control(const Eigen::VectorXd& control);
  /// Sets the callback that every step calls; an empty callback removes it. It is not part of
  /// held().
  void set_force_callback(ForceCallback callback);

  /// Returns the controls of all actuators.
  Eigen::VectorXd control() const;
  /// Returns all held and set inputs, which a snapshot needs besides the State.
  const HeldInputs& held() const;
  /// Replaces all held and set inputs. Throws InvalidArgument where one of them is not valid for
  /// the model.
  void set_held(const HeldInputs& held);
  /// Removes all held and set inputs; the motors return to the model's targets and limits, the
  /// actuators to its controls.
  void clear_held();

  /// Returns the force and torque of the joint on its body a in the last step (for a failed step,
  /// in its last attempt). Limits, motors and dry friction are included, springs and dampers are
  /// not. The reaction is zero before the first step.
  JointReaction joint_reaction(JointId joint) const;
  /// Returns the forces along a joint coordinate in the last step taken; zero before the first.
  CoordinateForce coordinate_force(JointId joint, int coordinate) const;
  /// Returns the forces along all joint coordinates, laid out as State::coordinates; valid until
  /// the next step.
  std::span<const CoordinateForce> coordinate_forces() const;

 private:
  struct Workspace;
  Workspace& workspace() const;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace perpend
