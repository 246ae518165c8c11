// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/operator/cone_problem.hpp"
#include "linalg/lu/dense_lu.hpp"

namespace perpend::lcp {

/// ConeOperator of a stored W, symmetric or not. Blocks with A = I and B = 0 are eliminated before
/// the LU, which takes O(m³) in the m rows that are left. Memory is kept from one problem to the
/// next.
class DenseConeOperator final : public ConeOperator {
 public:
  /// Copies W (n × n) and resets the count of factorisations.
  void assign(const Eigen::MatrixXd& W);
  const Eigen::MatrixXd& matrix() const { return W_; }

  Eigen::Index size() const override { return W_.rows(); }
  void scale(const Eigen::VectorXd& D) override;
  Eigen::Matrix3d diagonal(const ConeBlock& block) const override;
  void multiply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const override;
  bool factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A, const BlockDiagonal& B,
              double shift) override;
  void solve(const Eigen::VectorXd& rhs, int refinements, Eigen::VectorXd& x) override;
  bool solve_least_norm(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                        const BlockDiagonal& B, const Eigen::VectorXd& rhs,
                        Eigen::VectorXd& x) override;
  const Eigen::MatrixXd* stored() const override { return &W_; }
  int factorisations() const override { return factorisations_; }

 private:
  struct ActiveBlock {
    int block;           // index into A_ and B_
    Eigen::Index row;    // first row in W
    Eigen::Index place;  // first row in the reduced system
    int rows;
    bool plain;  // B = I
  };

  void assemble(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A,
                const BlockDiagonal& B);
  void reduce(const Eigen::VectorXd& full, Eigen::VectorXd& reduced) const;
  void start(const Eigen::VectorXd& rhs, Eigen::VectorXd& x);
  void residual(const Eigen::VectorXd& rhs, const Eigen::VectorXd& x);
  void add_step(Eigen::VectorXd& x);
  void add_active(const Eigen::VectorXd& step, Eigen::VectorXd& x) const;

  Eigen::MatrixXd W_;
  // The reduced system, then its LU. Its columns are contiguous whatever was solved before: the
  // distance of two columns, and with it rounding, must not depend on the memory.
  Eigen::Map<Eigen::MatrixXd> reduced_system() { return {store_.data(), rows_, rows_}; }
  Eigen::VectorXd store_;
  Eigen::Index rows_ = 0;
  std::vector<ActiveBlock> active_;
  BlockDiagonal A_, B_;
  linalg::DenseLu lu_;
  Eigen::VectorXd motion_, defect_;  // only the first rows_ of defect_ count
  int factorisations_ = 0;
};

/// Equilibrates a contact problem with its dense operator.
void equilibrate(const ContactProblem& problem, DenseConeOperator& W, ConeProblem& cone);

}  // namespace perpend::lcp
