// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include "perpend/sim/acceleration.hpp"

namespace perpend {

struct FirstOrderReport {
  InstantStatus status = InstantStatus::solved;
  double residual = 0.0, residual_bound = 0.0;
  double joint_residual = 0.0;
  std::string message = {};  ///< empty where solved
};

/// First-order dynamics, force = mass × velocity (Baraff 1994, section 2), for mechanisms that are
/// assembled or moved so slowly that momentum is negligible. A body without support sinks at
/// gravity times one second.
class FirstOrderStepper {
 public:
  /// Keeps a reference to `model`. Throws InvalidArgument on a model that contact_forces() refuses
  /// or that has joints which can break, or actuators.
  explicit FirstOrderStepper(const Model& model);
  FirstOrderStepper(const Model&&) = delete;
  ~FirstOrderStepper();
  /// The members of a stepper that was moved from throw InvalidArgument.
  FirstOrderStepper(FirstOrderStepper&&) noexcept;

  /// Takes one step of dt (s): solves M v = f + Jᵀ lambda with the forces at the pose, with joints
  /// and gaps closed at the end of the step and friction against v, and then moves the pose along
  /// v. state.v is ignored except for driven kinematic bodies. Springs are explicit: dt k / m must
  /// stay below 2. State::step does not change. Throws InvalidArgument where a size of the state is
  /// not the model's, and where dt is not positive and finite.
  FirstOrderReport step(State& state, double dt);

  /// Returns the touches of the last step with their forces.
  std::span<const TouchForce> touches() const;
  /// Returns the force of each joint row in the last step (N, N·m), laid out as
  /// State::joint_impulses.
  const Eigen::VectorXd& joint_forces() const;
  /// Sets the external force per velocity (N, N·m) for all following steps; an empty one is zero.
  void set_force(const Eigen::VectorXd& force);

 private:
  struct Workspace;
  Workspace& workspace() const;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace perpend
