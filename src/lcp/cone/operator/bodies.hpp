// SPDX-License-Identifier: Apache-2.0
//
// The cone problem's linear system in the velocities of the bodies, W = H' M⁻¹ H never formed.
#pragma once

#include <vector>

#include "lcp/cone/operator/operator.hpp"
#include "lcp/problem/mass_bodies.hpp"
#include "linalg/lu/block_lu.hpp"
#include "perpend/lcp/global_problem.hpp"

namespace perpend::lcp {

/// ConeOperator of a GlobalContactProblem. With M = L L' by bodies, G = L⁻¹ H and W = G' G,
///
///   (A + B W + shift I) x = rhs   <=>   x = P⁻¹ rhs - Theta G' y,   (I + G Theta G') y = G P⁻¹
///   rhs,
///
/// P = A + shift I and Theta = P⁻¹ B one 3 × 3 block per contact (docs/methods/cone_bodies.md).
/// Time and memory follow the graph of the bodies. Order and layout of the LU are kept while that
/// graph does not change, from one problem to the next.
class BodyConeOperator final : public ConeOperator {
 public:
  /// Reads M, H and the rows of the contacts; factorisations are counted from here. Throws
  /// InvalidArgument where M is not positive definite. Precondition: validate(problem) passes.
  void assign(const GlobalContactProblem& problem);

  /// H' M⁻¹ f + w, the motion without forces, as assign() found it; not scaled.
  const Eigen::VectorXd& free_motion() const { return free_motion_; }

  Eigen::Index size() const override { return static_cast<Eigen::Index>(group_of_row_.size()); }
  void scale(const Eigen::VectorXd& D) override;
  Eigen::Matrix3d diagonal(const ConeBlock& block) const override;
  void multiply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const override;
  /// False also where a block of A + shift I is singular. Throws InvalidArgument where a block's
  /// rows are not those of a contact or of one bilateral row.
  bool factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A, const BlockDiagonal& B,
              double shift) override;
  void solve(const Eigen::VectorXd& rhs, int refinements, Eigen::VectorXd& x) override;
  int factorisations() const override { return factorisations_; }

  /// I + G Theta G' and its factor.
  const linalg::BlockLu& lu() const { return K_; }
  /// Pivots of the last factor that were rounding.
  int small_pivots() const { return small_pivots_; }

 private:
  /// A contact or a bilateral row: columns of H with a law of their own.
  struct RowGroup {
    Eigen::Index row;
    int rows;
    int parts_begin, parts_end;  ///< into parts_
    int pairs_begin;             ///< into pairs_, one per pair of parts
  };
  /// Block of G: nodes of the LU × rows of the group.
  struct Part {
    int node;
    std::size_t value;  ///< offset in G_
  };
  void gather_groups(const GlobalContactProblem& problem);
  void cut_nodes();
  void gather_parts(const Eigen::SparseMatrix<double>& H);
  void build_graph();
  void fill_columns(const GlobalContactProblem& problem);
  void add_group(const RowGroup& group, const Eigen::Matrix3d& Theta);
  void add_velocities(const Eigen::VectorXd& r, Eigen::VectorXd& v) const;
  void find_motion(const Eigen::VectorXd& v, Eigen::VectorXd& u) const;
  void residual(const Eigen::VectorXd& rhs, const Eigen::VectorXd& x);

  std::vector<RowGroup> groups_;   ///< contacts, then bilateral rows
  std::vector<int> group_of_row_;  ///< group of each row
  MassBodies bodies_;
  std::vector<int> first_node_;  ///< of each body; one more at the end
  std::vector<Part> parts_;
  std::vector<int> pairs_;  ///< edge of each pair of parts of a group
  std::vector<double> G_;
  linalg::BlockGraph graph_;
  linalg::BlockLu K_;

  // of the last factor, by group
  BlockDiagonal A_, B_, inverse_, Theta_;
  int factorisations_ = 0;
  int small_pivots_ = 0;

  Eigen::VectorXd free_motion_;                    ///< rows of W
  mutable Eigen::VectorXd velocity_;               ///< rows of the LU
  Eigen::VectorXd motion_, defect_, step_, work_;  ///< rows of W; work_ those of the LU
};

}  // namespace perpend::lcp
