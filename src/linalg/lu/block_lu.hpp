// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

#include "core/threads.hpp"
#include "linalg/graph/block_graph.hpp"
#include "linalg/graph/block_symbolic.hpp"
#include "linalg/lu/subtrees.hpp"

namespace perpend::linalg {

struct LuReport {
  bool finite = true;              ///< false: K holds infinities or NaN; there is no factor
  double smallest_pivot = 1;       ///< least |pivot| / growth (docs/methods/block_lu.md)
  std::span<const int> dependent;  /// scalar rows of K whose pivot was rounding and was replaced
};

/// K = L U by blocks for a matrix whose pattern of blocks is symmetric and whose values are not.
/// Rows are exchanged inside a diagonal block only, so that order, pattern and memory depend on the
/// graph alone. This suits K = I + G Theta G' with Theta nearly positive, also with nodes of sign
/// -1: constraints between others, which are ordered after bodies that carry them
/// (docs/methods/block_lu.md).
///
/// Scalar vectors and matrices are laid out in the order of the graph's nodes, see offset(). Only
/// analyse() takes memory from the heap. One object must not be used by two threads at once, but it
/// shares its work among the threads it is given.
class BlockLu {
 public:
  /// Sets the threads that share factor() and solves from now on; they must outlive this. Results
  /// are bitwise the same.
  void run_on(Threads& threads) { threads_ = &threads; }

  using Map = Eigen::Map<Eigen::MatrixXd>;
  using ConstMap = Eigen::Map<const Eigen::MatrixXd>;

  /// Orders and lays out K; its values become zero. Returns at once, and keeps all values, where
  /// neither graph nor ordering changed. Throws InvalidArgument for a malformed graph.
  void analyse(const BlockGraph& graph, BlockOrdering ordering = BlockOrdering::automatic);

  const BlockGraph& graph() const { return graph_; }
  int rows() const { return offset_.empty() ? 0 : offset_.back(); }
  /// Returns the first scalar row of a node.
  int offset(int node) const { return offset_[node]; }
  const BlockSymbolic& symbolic() const { return symbolic_; }
  /// Number of off-diagonal blocks of K and of L (and U) on one side of the diagonal.
  int input_blocks() const { return static_cast<int>(graph_.edges.size()); }
  int factor_blocks() const { return static_cast<int>(symbolic_.below.size()); }
  /// Number of doubles kept for L and U.
  std::size_t factor_values() const { return diagonal_.size() + lower_.size() + upper_.size(); }

  // Values of K

  void set_zero();
  /// K(node, node), sizes[node] square.
  Map diagonal(int node);
  ConstMap diagonal(int node) const;
  /// K(first, second) of edges[edge] = (first, second), sizes[first] × sizes[second].
  Map coupling(int edge);
  ConstMap coupling(int edge) const;
  /// K(second, first), sizes[second] × sizes[first].
  Map reverse_coupling(int edge);
  ConstMap reverse_coupling(int edge) const;

  // Factor and solve

  /// Factors K = L U with the present values. The report's rows stay valid until the next call.
  LuReport factor();
  /// Computes x = K⁻¹ x with the last factor.
  void solve(Eigen::Ref<Eigen::VectorXd> x) const;
  /// Same for each column of a matrix with rows() rows.
  void solve_columns(Eigen::Ref<Eigen::MatrixXd> X) const;
  /// Repeats x += K⁻¹ (b - K x) up to `steps` times, against the present values of K, until the
  /// residual no longer halves; x is the best one met. Returns max_i |b - K x|_i /
  /// (|K| |x| + |b|)_i.
  double refine(const Eigen::Ref<const Eigen::VectorXd>& b, Eigen::Ref<Eigen::VectorXd> x,
                int steps) const;
  /// Returns the same backward error, without refinement.
  double residual(const Eigen::Ref<const Eigen::VectorXd>& b,
                  const Eigen::Ref<const Eigen::VectorXd>& x) const;

 private:
  struct Input {
    int target;  ///< index into symbolic().below
    int edge;
  };

  static constexpr int kColumns = 4;  ///< columns solved together, so that the factor is read once

  void lay_out_input();
  void load_column(int p);
  void factor_column(int p);
  void divide(int p);
  void update_from(Chunk columns, int first);
  void factor_supernode(Chunk columns);
  void factor_subtree(Chunk subtree);
  void pull(int above);
  void factor_above(Chunk columns);
  LuReport report();
  void forward_pivot(int p, int columns) const;
  void subtract_below(int k, int p, int columns) const;
  void forward(int columns) const;
  void backward_column(int p, int columns) const;
  void backward(int columns) const;
  void solve_together(double* x, int columns) const;
  void subtract_input(const double* x) const;
  const double* pivot_block(int p) const { return diagonal_.data() + diagonal_at_[p]; }

  BlockGraph graph_;
  BlockOrdering ordering_ = BlockOrdering::automatic;
  BlockSymbolic symbolic_;
  std::vector<int> offset_;               ///< nodes + 1
  std::vector<Input> inputs_;             ///< couplings in the order of the factor's blocks
  std::vector<int> input_start_;          ///< by column, into inputs_; one more at the end
  std::vector<std::size_t> input_node_;   ///< by node, diagonal block in input_
  std::vector<std::size_t> input_edge_;   ///< by edge, K(first, second), then K(second, first)
  std::vector<double> input_;             ///< K
  std::vector<std::size_t> diagonal_at_;  ///< by column, in diagonal_
  std::vector<std::size_t> below_at_;     ///< by entry of below, in lower_ and upper_
  std::vector<double> diagonal_;          ///< L and U of the pivot blocks, pivots inverted
  std::vector<double> lower_;             ///< L_ip
  std::vector<double> upper_;             ///< U_pi transposed, in the layout of lower_
  std::vector<int> exchange_;             ///< rows, in order of elimination: row swapped with
  std::vector<double> growth_;            ///< rows, in order of elimination
  std::vector<char> loaded_;              ///< by column, during factor()
  std::vector<unsigned> replaced_;        ///< by column, bits of its pivots that were rounding
  std::vector<double> smallest_;          ///< by column, least |pivot| / growth
  std::vector<int> dependent_;
  Subtrees subtrees_;
  std::vector<int> supernode_;  ///< by column, see supernode_widths
  Threads* threads_ = &Threads::alone();
  mutable std::vector<double> work_;                     ///< rows × kColumns
  mutable Eigen::VectorXd residual_, magnitude_, best_;  ///< rows
};

}  // namespace perpend::linalg
