// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dynamics/joints/joint_rows.hpp"
#include "dynamics/mass_system/mass_system.hpp"

namespace perpend {

/// How bodies that joints hold answer, with what the joints carry.
struct JointResponse {
  Eigen::VectorXd motion;  ///< per velocity of the model: acceleration or velocity
  Eigen::VectorXd lambda;  ///< per joint row: force (N, N·m) or impulse (N·s, N·m·s)
  double residual = 0.0;   ///< componentwise backward error of the solve
};

/// One factor, three problems (Baraff 1996, section 2). Contacts, limits, motors and dry
/// friction take no part; springs and dampers do, as forces. Kinematic bodies keep their
/// velocity in `state`.
class JointResponder {
 public:
  /// Keeps a reference to `model`; analyses its joints once.
  explicit JointResponder(const Model& model);

  /// Accelerations (m/s², rad/s²) under gravity, gyroscopic terms, springs and an external force
  /// (N, N·m; one entry per velocity, or empty): J a = -J̇ v holds, drift is left alone.
  JointResponse accelerations(const State& state, const Eigen::VectorXd& force = {});
  /// Velocities after an external impulse (N·s, N·m·s; one entry per velocity). J v = 0 holds
  /// afterwards, also where the state's own velocity did not keep to it.
  JointResponse apply_impulse(const State& state, const Eigen::VectorXd& impulse);
  /// Velocities of the first-order world, force = mass × velocity (Baraff 1996, section 2), for
  /// gravity, springs and an external force.
  JointResponse first_order_velocity(const State& state, const Eigen::VectorXd& force = {});

 private:
  void load(const State& state);
  JointResponse solve(const Eigen::VectorXd& right, const Eigen::VectorXd& rates);
  Eigen::VectorXd all_forces(const State& state, const Eigen::VectorXd& external) const;

  const Model* model_;
  MassSystem system_;
  AddedMass none_;
  JointRows joints_;
  RowPool coordinates_;
};

}  // namespace perpend
