// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/operator/dense.hpp"

namespace perpend::lcp {

/// ConeOperator of a stored symmetric W of low rank k, as with many contacts among few bodies:
/// W = G' G by a pivoted Cholesky factorisation (G k × n), then
///
///   (A + B W + shift I) x = rhs   <=>   x = P⁻¹ rhs - Theta G' y,
///                                       (I + G Theta G') y = G P⁻¹ rhs,
///
/// P = A + shift I and Theta = P⁻¹ B are one 3 × 3 block per contact; y stands for the velocities
/// of the bodies (docs/methods/cone_low_rank.md). One factorisation takes O(n k²).
class LowRankConeOperator final : public ConeOperator {
 public:
  /// Factors the scaled matrix of `stored`, which supplies products with W from then on; returns
  /// false where its rank is above `most_rank` or it is not positive semidefinite. O(n rank² + n²).
  bool assign(DenseConeOperator& stored, Eigen::Index most_rank);
  Eigen::Index rank() const { return G_.rows(); }

  Eigen::Index size() const override { return stored_->size(); }
  void scale(const Eigen::VectorXd& D) override;
  Eigen::Matrix3d diagonal(const ConeBlock& block) const override;
  void multiply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const override;
  /// Returns false also where a block of A + shift I is singular.
  bool factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A, const BlockDiagonal& B,
              double shift) override;
  void solve(const Eigen::VectorXd& rhs, int refinements, Eigen::VectorXd& x) override;
  bool factor_resolvent(const std::vector<ConeBlock>& blocks, double rho) override;
  void solve_resolvent(const Eigen::VectorXd& rhs, Eigen::VectorXd& x) override;
  bool solve_least_norm(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                        const BlockDiagonal& B, const Eigen::VectorXd& rhs,
                        Eigen::VectorXd& x) override;
  const Eigen::MatrixXd* stored() const override { return stored_->stored(); }
  int factorisations() const override { return factorisations_ + stored_->factorisations(); }

 private:
  bool is_product(const Eigen::MatrixXd& W);
  Eigen::Index gather_columns();
  void add_solution(const Eigen::VectorXd& defect, Eigen::VectorXd& x);

  DenseConeOperator* stored_ = nullptr;
  Eigen::MatrixXd L_, G_;
  Eigen::VectorXd left_, probe_, exact_, found_;  // used by assign()
  int factorisations_ = 0;

  // State of the last factorisation.
  std::vector<ConeBlock> blocks_;
  BlockDiagonal A_, B_, inverse_, Theta_;
  Eigen::VectorXd columns_, weighted_;  // storage of G and G Theta of the contacts with B != 0
  Eigen::MatrixXd K_;
  linalg::DenseLu lu_;
  Eigen::VectorXd motion_, defect_, step_, velocity_;

  Eigen::MatrixXd resolvent_;  // R with (W + rho I)⁻¹ = (I - R' R) / rho
  double rho_ = 1.0;
};

}  // namespace perpend::lcp
