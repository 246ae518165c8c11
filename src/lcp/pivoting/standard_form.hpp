// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/LU>
#include <vector>

#include "lcp/pivoting/active_set.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// A BoxedLcp written as the LCP 0 <= z ⊥ M z + q >= 0 by shifting and mirroring bounds,
/// eliminating bilateral rows and giving every second finite bound a multiplier of its own:
///   f_B = offset + sign z_B,  f_F = -A_FF⁻¹ (b_F + A_FB f_B),
///   M = [S (A_BB - A_BF A_FF⁻¹ A_FB) S, P'; -P, 0],  P the rows of B with two finite bounds.
/// M is positive semidefinite where A is. Dependent bilateral rows (rank-revealing LU of A_FF) are
/// left out with zero force; the residual checker decides whether they hold.
class StandardForm {
 public:
  explicit StandardForm(const BoxedLcp& problem);

  const Eigen::MatrixXd& M() const { return M_; }
  const Eigen::VectorXd& q() const { return q_; }
  Eigen::Index size() const { return q_.size(); }

  /// Returns f of a point z.
  Eigen::VectorXd point(const Eigen::VectorXd& z) const;
  /// Returns the set of the boxed problem where the z of the flagged rows are basic.
  ActiveSet active_set(const std::vector<bool>& basic_z) const;
  /// Returns the change of f along a direction of z.
  Eigen::VectorXd direction(const Eigen::VectorXd& z) const;

 private:
  void classify(const BoxedLcp& problem);
  void eliminate(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

  std::vector<Eigen::Index> bounded_, two_sided_, fixed_, free_rows_, free_columns_;
  Eigen::VectorXd offset_, sign_, span_;
  Eigen::MatrixXd elimination_;  // f_F = constant_ + elimination_ sign z
  Eigen::VectorXd constant_;
  Eigen::MatrixXd M_;
  Eigen::VectorXd q_;
};

}  // namespace perpend::lcp
