// SPDX-License-Identifier: Apache-2.0
//
// The linear system of the cone problem in the velocities of the bodies and the impulses of the
// joints between them; W is never formed.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "lcp/cone/operator/operator.hpp"
#include "lcp/problem/block_problem.hpp"
#include "linalg/ldlt/block_ldlt.hpp"
#include "linalg/lu/block_lu.hpp"

namespace perpend::lcp {

/// ConeOperator of a BlockProblem, W = J K⁻¹ Jᵀ + C. With the mass blocks M_b = L L' of the bodies,
/// G = L⁻¹ Jᵀ and K0 = L⁻¹ K L⁻ᵀ (joints as they are),
///
///   (A + B W + shift I) x = rhs   <=>   x = P⁻¹ rhs - Theta G' y,
///                                       (K0 + G Theta G') y = G P⁻¹ rhs,
///
/// P = A + B C + shift I and Theta = P⁻¹ B one 3 × 3 block per contact
/// (docs/methods/cone_bodies.md). Without joints K0 = I. Time and memory follow the graph of
/// bodies, joints and contacts. Order and layout of the LU are kept while that graph does not
/// change, from one problem to the next.
class BodyConeOperator final : public ConeOperator {
 public:
  /// Takes the blocks and resets the count of factorisations. Throws InvalidArgument where the mass
  /// of a body is not positive definite. Precondition: validate(problem) passes.
  void assign(const BlockProblem& problem);

  Eigen::Index size() const override { return static_cast<Eigen::Index>(group_of_row_.size()); }
  void scale(const Eigen::VectorXd& D) override;
  Eigen::Matrix3d diagonal(const ConeBlock& block) const override;
  void multiply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const override;
  /// Returns false also where a block of P is singular. Throws InvalidArgument where a block's rows
  /// are not those of a group of the problem.
  bool factor(const std::vector<ConeBlock>& blocks, const BlockDiagonal& A, const BlockDiagonal& B,
              double shift) override;
  void solve(const Eigen::VectorXd& rhs, int refinements, Eigen::VectorXd& x) override;
  const BodyColumns* columns() const override { return all_spatial_ ? &columns_ : nullptr; }
  int factorisations() const override { return factorisations_; }
  void run_on(Threads& threads) override;

  /// K0 + G Theta G' and its factor.
  const linalg::BlockLu& lu() const { return lu_; }
  /// Number of pivots of the last factorisation that were rounding.
  int small_pivots() const { return small_pivots_; }
  /// Number of times that order and layout were computed.
  int analyses() const { return analyses_; }

 private:
  struct RowGroup {
    Eigen::Index row;
    int rows;
    int parts_begin, parts_end;  ///< range in parts_
    int pairs_begin;             ///< into pairs_, one per pair of parts
    bool spatial;                ///< three rows on bodies of six velocities: contact_kernels.hpp
  };
  /// Block of G, size of the node × rows of the group.
  struct Part {
    int node;
    std::size_t value;  ///< offset in G_
    int offset = 0;     ///< first row of the node in the LU
  };
  /// Edges of graph_ by the nodes they join.
  using Edges = std::map<std::pair<int, int>, int>;
  void build_graph(const BlockProblem& problem);
  Edges start_graph(const linalg::BlockGraph& graph);
  void add_row_group(const BlockProblem& problem, const BlockProblem::Group& group,
                     std::size_t& values);
  void add_pairs(const RowGroup& group, Edges& edges);
  void scale_masses(const BlockProblem& problem);
  void load_uncontacted(const BlockProblem& problem);
  void find_refinement();
  void solve_joints() const;
  void load_joints();
  void fill_columns(const BlockProblem& problem);
  void turn_blocks();
  void find_offsets();
  void find_columns();
  void find_products();
  void find_diagonals();
  Eigen::Map<const Eigen::MatrixXd> block(int part, int rows) const;
  void add_group(const RowGroup& group, const Eigen::Matrix3d& Theta);
  void add_runs();
  void add_spatial_group(const RowGroup& group, const Eigen::Matrix3d& Theta);
  void add_velocities(const Eigen::VectorXd& r, Eigen::VectorXd& v) const;
  void find_motion(const Eigen::VectorXd& v, Eigen::VectorXd& u) const;
  bool condense(const std::vector<ConeBlock>& blocks, double shift);
  void residual(const Eigen::VectorXd& rhs, const Eigen::VectorXd& x);
  void multiply_blocks(const BlockDiagonal& blocks, const Eigen::VectorXd& in,
                       const auto& put) const;

  std::vector<RowGroup> groups_;
  std::vector<int> group_of_row_;       ///< group of each row
  std::vector<Part> parts_;             ///< nodes of a group ascend
  std::vector<int> pairs_;              ///< edge of each pair of parts of a group
  std::vector<double> G_;               ///< a 6 × 3 block is followed by its padded transpose
  std::vector<Eigen::MatrixXd> lower_;  ///< L of each body's mass, empty at joints
  linalg::BlockGraph graph_;            ///< edges of K first, in its order
  bool coupled_ = false;                ///< K has edges or joints
  std::vector<char> is_coupled_;        ///< by node
  linalg::BlockLdlt K0_;                ///< factored where there are any
  bool refines_ = false;                ///< solves with K0_ need a refinement against rounding
  linalg::BlockLu lu_;
  bool all_spatial_ = false;  ///< all groups are; bodies uncoupled: columns_ is W
  BodyColumns columns_;       ///< its compliance is scaled
  /// A block of K0 + G Theta G' and its range of products_, which ends where that of the next
  /// begins.
  struct Target {
    double* K;
    int first_product;
  };
  std::vector<Target> targets_;  ///< one more at the end
  std::vector<BodyColumns::Product> products_;
  BlockDiagonal own_;  ///< diagonal blocks of W by group, scaled
  int analyses_ = 0;

  // Blocks of the last factorisation, by group.
  BlockDiagonal A_, B_, inverse_, Theta_;
  int factorisations_ = 0;
  int small_pivots_ = 0;

  mutable Eigen::VectorXd velocity_, load_;        ///< workspace of products, in rows of the LU
  Eigen::VectorXd motion_, defect_, step_, work_;  ///< in rows of W; work_ in those of the LU
};

}  // namespace perpend::lcp
