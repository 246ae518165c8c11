// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cone_dense.hpp"
#include "perpend/linalg/block_lu.hpp"

namespace perpend::lcp {

/// ConeOperator of a stored W most of whose blocks are zero, as where bodies touch few others:
/// contacts are the nodes of a graph, joined where they share a body, and A + B W + shift I is
/// factored by blocks along it (docs/methods/cone_sparse.md). W need not be symmetric.
class SparseConeOperator final : public ConeOperator {
 public:
  /// Takes the blocks of the scaled matrix of `stored`; false where more than `most_pairs` pairs of
  /// blocks are coupled.
  bool assign(DenseConeOperator& stored, const std::vector<ConeBlock>& blocks,
              std::size_t most_pairs);

  Eigen::Index size() const override { return stored_->size(); }
  void scale(const Eigen::VectorXd& D) override;
  Eigen::Matrix3d diagonal(const ConeBlock& block) const override;
  void multiply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const override;
  bool factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A, const BlockDiagonal& B,
              double shift) override;
  void solve(const Eigen::VectorXd& rhs, int refinements, Eigen::VectorXd& x) override;
  bool solve_least_norm(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                        const BlockDiagonal& B, const Eigen::VectorXd& rhs,
                        Eigen::VectorXd& x) override;
  int factorisations() const override { return factorisations_ + stored_->factorisations(); }

  const linalg::BlockLu& lu() const { return lu_; }

 private:
  struct Pair {
    int first, second;
    Eigen::Matrix3d forth, back;  // W(first, second) and W(second, first)
  };
  bool gather_pairs(std::size_t most_pairs);
  void find_defect(const Eigen::VectorXd& rhs, const Eigen::VectorXd& x);

  DenseConeOperator* stored_ = nullptr;
  std::vector<ConeBlock> blocks_;
  BlockDiagonal own_;  // W(i, i)
  std::vector<Pair> pairs_;
  linalg::BlockGraph graph_;
  linalg::BlockLu lu_;
  BlockDiagonal A_, B_;  // of the last factor
  Eigen::VectorXd motion_, defect_;
  int factorisations_ = 0;
};

}  // namespace perpend::lcp
