// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "linalg/ldlt/block_ldlt.hpp"

namespace perpend::linalg {

/// W = B K⁻¹ Bᵀ for sparse rows B on the nodes of a factored K (the Delassus matrix of contacts and
/// limits as the joints see it). Rows come in groups of 1..12 with blocks on one or two nodes.
///
/// Each group is solved half way, Y = L⁻¹ P Bᵀ, along its paths to the root of the elimination tree
/// only; W is Y D⁻¹ Yᵀ over what paths have in common. With rows on body nodes W is positive
/// semidefinite up to rounding although D is not. Memory grows with use and is kept.
class BlockReduction {
 public:
  using Block = Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

  /// Starts without rows. `K` must stay factored and unchanged for as long as the rows are used.
  void start(const BlockLdlt& K);

  /// Adds a group of rows whose only block is `A` (rows × sizes[node]). Returns its first row.
  int add(int node, const Block& A);
  /// Same with blocks on two different nodes.
  int add(int node_a, const Block& A, int node_b, const Block& B);

  int rows() const { return rows_; }

  /// Computes W = B K⁻¹ Bᵀ, rows() square, both triangles, symmetric to the bit. It takes the
  /// cheaper of O(k² p) and O(k n + k²) for k rows, common paths of p rows and n rows on all paths.
  void gram(Eigen::Ref<Eigen::MatrixXd> W) const;
  /// Computes x = K⁻¹ (x + Bᵀ lambda), in the layout of K; the response to impulses lambda and x
  /// together.
  void respond(const Eigen::Ref<const Eigen::VectorXd>& lambda,
               Eigen::Ref<Eigen::VectorXd> x) const;
  /// Computes out = B x.
  void multiply(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Ref<Eigen::VectorXd> out) const;
  /// Adds Bᵀ lambda to x.
  void add_transposed(const Eigen::Ref<const Eigen::VectorXd>& lambda,
                      Eigen::Ref<Eigen::VectorXd> x) const;

 private:
  struct Part {
    int node = -1;
    std::size_t block = 0;  ///< offset in blocks_, rows × sizes[node]
  };
  struct Group {
    Part parts[2];
    int parts_used = 0;
    int row = 0;
    int rows = 0;
    int path_begin = 0;  ///< into path_
    int path_end = 0;
    int height = 0;          ///< scalar rows of the path
    std::size_t values = 0;  ///< offset in values_, height × rows
  };
  struct Step {
    int column;  ///< in the order of elimination
    int row;     ///< first row in the values of the group
  };

  int add_group(Group group);
  void append_part(Group& group, int node, const Block& A);
  void find_path(Group& group);
  void half_solve(Group& group);
  void scale(const Group& group) const;
  bool choose_responses() const;
  void gather_panels() const;
  void add_responses(const Group& g, Eigen::Ref<Eigen::MatrixXd> W) const;
  void respond_to_column(const Group& g, int i) const;
  template <int Rows>
  void pair(const Group& g, const Group& h, Eigen::Ref<Eigen::MatrixXd> W) const;

  const BlockLdlt* K_ = nullptr;
  int rows_ = 0;
  std::vector<Group> groups_;
  std::vector<Step> path_;                ///< paths of all groups, columns ascending within one
  std::vector<double> blocks_;            ///< B
  std::vector<double> values_;            ///< Y
  std::vector<int> slot_;                 ///< by column, row in the values of the present group
  mutable std::vector<int> on_path_;      ///< by column, rows whose path it is on
  mutable std::vector<int> union_;        ///< columns on any path, descending
  mutable std::vector<double> panels_;    ///< values of the factor at union_
  mutable std::vector<double> response_;  ///< rows of K, in order of elimination
  mutable std::vector<double> scaled_;    ///< D⁻¹ Y of one group
};

}  // namespace perpend::linalg
