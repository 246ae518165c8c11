// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>

#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/slip.hpp"

namespace perpend::lcp {

/// The cube of Peiret et al. (2017), Table 1: 1 kg, edge 1 m, launched over a plane with 5 m/s
/// along y and 2 pi rad/s about z, mu = 1, four contacts at the lower vertices with stiffness and
/// damping k_n = 1e10 N/m, b_n = 1e8 N s/m and those of the bristle (tangential spring) k_t = 1e8,
/// b_t = 1e5. It is a sequence of contact problems, one per time step, for tests and benchmarks of
/// friction laws. g = 9.81 m/s².
class SlidingCube {
 public:
  static constexpr double kThreshold = 1e-3;  ///< v_s, m/s

  /// h is the time step (s), > 0.
  explicit SlidingCube(double h);

  /// Returns the step's problem in impulses and velocities: A = J M⁻¹ Jᵀ + eps (eq. 40), b with the
  /// normal terms of eq. 41 (gap / h if open) and those of the bristle (eq. 42) if the vertex is
  /// slower than v_s. Row 3 i is the normal of vertex i, followed by x and y.
  ContactProblem problem() const;
  /// Returns the velocities of the vertices and the normal impulses of the last step.
  SlipOptions slip() const;
  /// Advances by h with impulses f of problem().
  void step(const Eigen::VectorXd& f);

  const Eigen::Vector3d& position() const { return position_; }  ///< of the centre (m)
  const Eigen::Vector3d& velocity() const { return velocity_; }
  const Eigen::Vector3d& spin() const { return spin_; }  ///< angular velocity, world frame (rad/s)
  double energy() const;                                 ///< kinetic and potential (J)

 private:
  using Jacobian = Eigen::Matrix<double, 12, 6>;  // of (velocity, spin)
  Jacobian jacobian() const;
  Eigen::Matrix<double, 6, 1> motion() const;

  double h_;
  Eigen::Vector3d position_, velocity_, spin_;
  Eigen::Matrix3d axes_ = Eigen::Matrix3d::Identity();
  Eigen::VectorXd impulses_ = Eigen::VectorXd::Zero(12);
};

}  // namespace perpend::lcp
