// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

/// A coordinate of a joint.
struct CoordinateId {
  JointId joint = {};
  int coordinate = 0;
};

/// Forces and accelerations at an instant.
struct InstantDynamics {
  Eigen::VectorXd force;         ///< N, N·m: along each driven coordinate, as MotorKind pushes
  Eigen::VectorXd acceleration;  ///< m/s², rad/s²: rate of each entry of State::v
  Eigen::VectorXd joint_force;   ///< N, N·m: as State::joint_impulses, per second
  double residual = 0.0;         ///< componentwise backward error; 1e-12 is rounding
};

/// Inverse dynamics of a mechanism of any topology, trees and loops alike, through the same
/// block-sparse factor as a step: some coordinates are driven with given accelerations, the others
/// follow. At a state whose velocities the joints allow,
///   H a + c = tau
/// for the accelerations a and forces tau of the driven coordinates. With none driven it is forward
/// dynamics.
///
/// Gravity, the own forces of custom bodies, springs and dampers of joints act; motors, dry
/// friction, limits and contacts do not. Where more coordinates are driven than the mechanism has
/// freedoms, forces are shared and the residual stays small only for accelerations that fit.
/// Velocity terms come from a five-point stencil along the free motion: relative error about 1e-12.
/// docs/drive_and_measure.md.
class InverseDynamics {
 public:
  /// Factors once; keeps copies of what it needs. Throws InvalidArgument where a coordinate is not
  /// one of the model's, is named twice or belongs to a joint that broke.
  InverseDynamics(const Model& model, const State& state, std::vector<CoordinateId> driven);
  ~InverseDynamics();
  InverseDynamics(InverseDynamics&&) noexcept;

  /// `accelerations` of the driven coordinates, m/s² or rad/s²; `applied`: other forces, one entry
  /// per velocity of the model (N, N·m), or empty.
  InstantDynamics solve(const Eigen::VectorXd& accelerations,
                        const Eigen::VectorXd& applied = {}) const;
  /// H, symmetric; one solve per driven coordinate.
  Eigen::MatrixXd mass_matrix() const;
  /// c: the forces that keep the driven coordinates at constant rates against gravity, springs,
  /// Coriolis and centrifugal terms.
  Eigen::VectorXd bias_force() const;

 private:
  struct System;
  std::unique_ptr<System> system_;
};

/// The bias of the velocities themselves, one entry per velocity: M v' + bias = applied forces +
/// Jᵀ joint forces. Gravity and springs of joints are in it.
Eigen::VectorXd bias_force(const Model& model, const State& state);

}  // namespace perpend
