// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "lcp/problem/block_problem.hpp"
#include "linalg/ldlt/block_ldlt.hpp"

namespace perpend::lcp {

/// Response of the bodies and joints of a BlockProblem to forces on its rows, with K factored as it
/// is: for the residual checker and for a W that is stored. Solvers scale and factor K their own
/// way.
class BlockResponse {
 public:
  /// `problem` must outlive its use. Throws InvalidArgument where the mass block of a body is not
  /// positive definite.
  explicit BlockResponse(const BlockProblem& problem);

  /// Runs the residual checker on an answer f; a = W f + b is overwritten.
  Certificate certify(const Eigen::VectorXd& f, Eigen::VectorXd& a) const;
  /// Computes a = W f + b.
  void multiply(const Eigen::VectorXd& f, Eigen::VectorXd& a) const;
  /// Diagonal of W.
  const Eigen::VectorXd& diagonal() const { return diagonal_; }
  /// Inverse of the mass block of a body.
  const Eigen::MatrixXd& inverse_mass(int node) const { return inverse_[node]; }
  /// Returns |J| |M_b⁻¹| |Jᵀ| |f| + C |f|, with the blocks M_b of single bodies: the size of the
  /// terms that add up to W f, row by row.
  Eigen::VectorXd terms(const Eigen::VectorXd& f) const;
  /// Returns W, both triangles with the same bits.
  Eigen::MatrixXd matrix() const;

 private:
  void add_forces(const Eigen::VectorXd& f, Eigen::VectorXd& p) const;
  void solve(Eigen::VectorXd& p) const;
  void find_diagonal();
  void load_group(const BlockProblem::Group& group, int column,
                  Eigen::Ref<Eigen::MatrixXd> P) const;

  const BlockProblem& problem_;
  linalg::BlockLdlt K_;
  std::vector<Eigen::MatrixXd> inverse_;  ///< inverse of the mass block, by node; empty at joints
  Eigen::VectorXd diagonal_;
};

}  // namespace perpend::lcp
