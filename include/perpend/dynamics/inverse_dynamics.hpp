// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

/// Forces and accelerations at an instant.
struct InstantDynamics {
  Eigen::VectorXd force;  ///< force along each driven coordinate, N or N·m; positive on a, against
                          ///< on b, as in CoordinateDef
  Eigen::VectorXd acceleration;  ///< rate of each entry of State::v, m/s² or rad/s²
  Eigen::VectorXd joint_force;   ///< N or N·m, laid out as State::joint_impulses
  double residual = 0.0;         ///< componentwise backward error of the solve; 1e-12 is round-off
};

/// Inverse dynamics of a mechanism of any topology, trees and closed loops alike, with the same
/// block-sparse factorisation as a step. Some joint coordinates are driven with given
/// accelerations, the others follow the forces. At a state whose velocities satisfy the joints,
///   H a + c = tau
/// holds for the accelerations a and forces tau of the driven coordinates. With no driven
/// coordinate this is forward dynamics.
///
/// Gravity, the forces of custom bodies, and springs and dampers of joints act; motors, dry
/// friction, limits and contacts do not. Where more coordinates are driven than the mechanism has
/// degrees of freedom, the forces are not unique and the residual is small only for compatible
/// accelerations. Velocity terms come from a five-point stencil along the free motion, with a
/// relative error of about 1e-12. See docs/drive_and_measure.md.
class InverseDynamics {
 public:
  /// Factorises once and keeps copies of the data it needs. Throws InvalidArgument where a size of
  /// the state is not the model's, or where a coordinate is not one of the model's, is given twice
  /// or belongs to a broken joint.
  InverseDynamics(const Model& model, const State& state, std::vector<CoordinateId> driven);
  ~InverseDynamics();
  InverseDynamics(InverseDynamics&&) noexcept;

  /// Solves for the accelerations of the driven coordinates (m/s² or rad/s²) and for further
  /// applied forces, which are empty or have one entry per velocity of the model (N, N·m). Throws
  /// InvalidArgument on wrong sizes and on entries that are not finite.
  InstantDynamics solve(const Eigen::VectorXd& accelerations,
                        const Eigen::VectorXd& applied = {}) const;
  /// Returns H, symmetric, with one solve per driven coordinate and one for c.
  Eigen::MatrixXd mass_matrix() const;
  /// Returns c, the forces that keep the driven coordinates at constant rates against gravity,
  /// springs, Coriolis and centrifugal terms.
  Eigen::VectorXd bias_force() const;

 private:
  struct System;
  std::unique_ptr<System> system_;
};

/// Returns the bias force in the velocities of the model, one entry each (N, N·m):
/// M v' + bias = applied forces + Jᵀ joint forces. It includes gravity, and springs and dampers of
/// joints.
Eigen::VectorXd bias_force(const Model& model, const State& state);

}  // namespace perpend
