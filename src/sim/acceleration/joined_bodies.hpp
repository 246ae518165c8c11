// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dynamics/joints/joint_rows.hpp"
#include "dynamics/mass_system/mass_system.hpp"

namespace perpend {

/// Motion of all bodies and forces of their joints.
struct JoinedMotion {
  Eigen::VectorXd motion;  ///< per velocity of the model: acceleration or velocity
  Eigen::VectorXd lambda;  ///< per joint row: force or impulse
};

/// Response of the bodies to forces and impulses, with their joints, loops, motors without a limit
/// and locked coordinates, by the block-sparse factor of a pose.
class JoinedBodies {
 public:
  /// Keeps a reference to `model`; analyses its joints once.
  explicit JoinedBodies(const Model& model);

  /// Factorises the system at a pose.
  void load(const State& state);
  /// Returns J v of all equality rows at a pose: joints, then motors without limit and locked
  /// coordinates.
  Eigen::VectorXd rates(const State& state, const Eigen::VectorXd& v);
  /// Position errors of those rows at the pose loaded, m and rad; 0 of motors.
  const Eigen::VectorXd& errors() const { return errors_; }
  /// Prescribed rates J v, m/s: 0 except for motors.
  const Eigen::VectorXd& targets() const { return targets_; }
  /// Rates of change of the targets of position motors at state.v, m/s².
  const Eigen::VectorXd& target_rates() const { return target_rates_; }

  /// Returns the motion under `right` (force or momentum) that gives the equality rows `rates`, in
  /// the order of rates(); prescribed bodies keep their entries of `prescribed`.
  JoinedMotion solve(const Eigen::VectorXd& right, const Eigen::VectorXd& rates,
                     const Eigen::VectorXd& prescribed);
  /// Returns gravity, springs, dampers and gyroscopic terms at the pose loaded, N and N·m.
  Eigen::VectorXd forces(const State& state) const;
  double residual() const { return residual_; }

 private:
  void append_bilateral(const State& state, RowPool& pool, std::vector<CoordinateRow>& rows) const;
  void measure(const State& state);
  Eigen::VectorXd rates_of(const RowPool& coordinates, std::span<const CoordinateRow> rows,
                           const Eigen::VectorXd& v) const;
  void add_answer(const Eigen::VectorXd& right, const Eigen::VectorXd& rates,
                  const Eigen::VectorXd& prescribed, JoinedMotion& answer);

  const Model* model_;
  MassSystem masses_;
  AddedMass none_;
  JointRows joints_;
  std::vector<int> with_coordinates_;
  RowPool coordinates_, scratch_;
  std::vector<CoordinateRow> rows_;
  Eigen::VectorXd errors_, targets_, target_rates_;
  double residual_ = 0.0;
};

}  // namespace perpend
