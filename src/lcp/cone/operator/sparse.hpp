// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/operator/dense.hpp"
#include "lcp/cone/operator/gather.hpp"
#include "linalg/lu/block_lu.hpp"

namespace perpend::lcp {

/// ConeOperator of a W most of whose blocks are zero, because bodies touch few others: contacts are
/// the nodes of a graph, joined where they share a body, and A + B W + shift I is factored by
/// blocks along it (docs/methods/cone_sparse.md). W need not be symmetric.
class SparseConeOperator final : public ConeOperator {
 public:
  /// Takes the blocks of W (n × n) and resets the count of factorisations; returns false where more
  /// than `most_pairs` pairs of blocks are coupled.
  bool assign(const Eigen::MatrixXd& W, const std::vector<ConeBlock>& blocks,
              std::size_t most_pairs);

  Eigen::Index size() const override { return gather_.rows(); }
  void scale(const Eigen::VectorXd& D) override;
  Eigen::Matrix3d diagonal(const ConeBlock& block) const override;
  void multiply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const override;
  bool factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A, const BlockDiagonal& B,
              double shift) override;
  void solve(const Eigen::VectorXd& rhs, int refinements, Eigen::VectorXd& x) override;
  bool solve_least_norm(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                        const BlockDiagonal& B, const Eigen::VectorXd& rhs,
                        Eigen::VectorXd& x) override;
  const BlockRows* rows() const override { return &rows_; }
  int factorisations() const override { return factorisations_; }

  const linalg::BlockLu& lu() const { return lu_; }

 private:
  bool join_rows();
  linalg::BlockLu::Map target_of(int row, int entry);
  Eigen::MatrixXd dense() const;
  void find_defect(const Eigen::VectorXd& rhs, const Eigen::VectorXd& x);

  std::vector<ConeBlock> blocks_;
  BlockGather gather_;
  BlockRows rows_;
  std::vector<int> edge_;  // edge of the graph by entry of rows_; -1 on the diagonal
  std::vector<int> next_;  // next entry to be met, by row of blocks
  linalg::BlockGraph graph_;
  linalg::BlockLu lu_;
  BlockDiagonal A_, B_;  // blocks of the last factorisation
  Eigen::VectorXd motion_, defect_;
  int factorisations_ = 0;
};

}  // namespace perpend::lcp
