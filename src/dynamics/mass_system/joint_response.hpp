// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dynamics/joints/joint_rows.hpp"
#include "dynamics/mass_system/mass_system.hpp"

namespace perpend {

/// Response of jointed bodies, with the reactions of the joints.
struct JointResponse {
  Eigen::VectorXd motion;  ///< per velocity of the model: acceleration or velocity
  Eigen::VectorXd lambda;  ///< per joint row: force (N, N·m) or impulse (N·s, N·m·s)
  double residual = 0.0;   ///< componentwise backward error of the solve
};

/// Three problems with one factorisation (Baraff 1996, section 2). Contacts, limits, motors and dry
/// friction are not included; springs and dampers are, as forces. Kinematic bodies keep their
/// velocity in `state`.
class JointResponder {
 public:
  /// Keeps a reference to `model`; analyses its joints once.
  explicit JointResponder(const Model& model);

  /// Returns accelerations (m/s², rad/s²) under gravity, gyroscopic terms, springs and an external
  /// force (N, N·m; one entry per velocity, or empty). J a = -J̇ v holds; drift is not corrected.
  JointResponse accelerations(const State& state, const Eigen::VectorXd& force = {});
  /// Returns velocities after an external impulse (N·s, N·m·s; one entry per velocity). J v = 0
  /// holds afterwards, even if the velocity in `state` violates it.
  JointResponse apply_impulse(const State& state, const Eigen::VectorXd& impulse);
  /// Returns velocities of the first-order world, force = mass × velocity (Baraff 1996, section 2),
  /// for gravity, springs and an external force.
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
