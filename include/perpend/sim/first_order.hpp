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

/// The world in which force = mass × velocity (Baraff 1994, section 2), of mechanisms that are put
/// together or moved so slowly that nothing has momentum. A body without support sinks at
/// gravity times one second.
class FirstOrderStepper {
 public:
  /// Keeps a reference to `model`. Throws InvalidArgument on a model contact_forces() refuses or
  /// with joints that break.
  explicit FirstOrderStepper(const Model& model);
  FirstOrderStepper(const Model&&) = delete;
  ~FirstOrderStepper();
  /// The members of a stepper that was moved from throw InvalidArgument.
  FirstOrderStepper(FirstOrderStepper&&) noexcept;

  /// One step of dt (s): M v = f + Jᵀ lambda with the forces of the pose, joints and gaps closed at
  /// its end, friction against v; then the pose moves along v. What was in state.v counts for
  /// nothing, but for driven kinematic bodies. Springs are explicit: dt k / m must stay below 2.
  /// State::step stays as it is. Throws InvalidArgument where a size of the state is not the
  /// model's.
  FirstOrderReport step(State& state, double dt);

  /// What touched in the last step, with its forces.
  std::span<const TouchForce> touches() const;
  /// Force per joint row in the last step (N, N·m), laid out as State::joint_impulses.
  const Eigen::VectorXd& joint_forces() const;
  /// External force per velocity (N, N·m), held from now on; empty: none.
  void set_force(const Eigen::VectorXd& force);

 private:
  struct Workspace;
  Workspace& workspace() const;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace perpend
