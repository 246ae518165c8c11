// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "linalg/graph/block_graph.hpp"
#include "linalg/graph/block_symbolic.hpp"

namespace perpend {
class Threads;
}

namespace perpend::linalg {

struct BatchPhase;
struct BatchPlans;
struct BatchUnknowns;
struct PanelKernels;
struct PanelPlace;
struct SupernodeKernels;

enum class FactorStatus {
  regular,     ///< every pivot has the sign of its node
  dependent,   ///< rows without a pivot of their own were given one, see dependent_rows
  indefinite,  ///< pivots of the wrong sign: M is not positive or S not nonnegative definite
  not_finite,  ///< K holds infinities or NaN; there is no factor
};

struct FactorReport {
  FactorStatus status = FactorStatus::regular;
  int positive = 0;  ///< signature of D, replaced pivots included
  int negative = 0;
  double smallest_pivot = 1;            ///< least |pivot| / growth (docs/methods/block_ldlt.md)
  std::span<const int> dependent_rows;  ///< scalar rows of K, in order of elimination
};

/// K = L D Lᵀ for a symmetric block matrix K = [M Gᵀ; G -S] with M positive definite and S positive
/// semidefinite, both of which may couple nodes. Cost and memory are O(n) where the graph is a
/// forest (Baraff 1996, section 7); loops add their own fill (docs/methods/block_ldlt.md).
///
/// Scalar vectors and matrices of K are laid out in the order of the graph's nodes, see offset().
/// Only analyse() takes memory from the heap. One object must not be used by two threads at once.
class BlockLdlt {
 public:
  using Map = Eigen::Map<Eigen::MatrixXd>;
  using ConstMap = Eigen::Map<const Eigen::MatrixXd>;

  /// Orders and lays out K; its values become zero. Returns at once, and keeps all values, where
  /// neither graph nor ordering changed. Throws InvalidArgument for a malformed graph.
  void analyse(const BlockGraph& graph, BlockOrdering ordering = BlockOrdering::automatic);

  /// Sets the threads that share factor(), solves and residuals from now on, whatever is analysed;
  /// they must outlive this. Results are bitwise independent of their number. Without them all runs
  /// on the calling thread.
  void run_on(Threads& threads) { threads_ = &threads; }

  const BlockGraph& graph() const { return graph_; }
  int rows() const { return offset_.empty() ? 0 : offset_.back(); }
  /// Returns the first scalar row of a node.
  int offset(int node) const { return offset_[node]; }
  /// Returns the node of a scalar row.
  int node_of_row(int row) const;
  /// Returns the nodes in order of elimination.
  std::span<const int> order() const { return symbolic_.order; }
  const BlockSymbolic& symbolic() const { return symbolic_; }
  /// Number of off-diagonal blocks of K and of L; equal where there is no fill.
  int input_blocks() const { return static_cast<int>(graph_.edges.size()); }
  int factor_blocks() const { return static_cast<int>(symbolic_.below.size()); }

  // Values of K

  void set_zero();
  /// K(node, node), sizes[node] square; symmetric, both triangles are read.
  Map diagonal(int node);
  ConstMap diagonal(int node) const;
  /// K(first, second), sizes[first] × sizes[second], of edges[edge] = (first, second).
  Map coupling(int edge);
  ConstMap coupling(int edge) const;

  // Factor and solve

  /// Factors K = L D Lᵀ with the present values. The report's rows stay valid until the next call.
  FactorReport factor();
  /// Computes x = K⁻¹ x with the last factor.
  void solve(double* x) const;
  void solve(Eigen::Ref<Eigen::VectorXd> x) const;
  /// Same for each column of a matrix with rows() rows.
  void solve_columns(Eigen::Ref<Eigen::MatrixXd> X) const;
  /// Repeats x += K⁻¹ (b - K x) up to `steps` times, against the present values of K, until the
  /// residual no longer halves or its error is no more than `enough`; x is the best one met.
  /// Returns the componentwise backward error max_i |b - K x|_i / (|K| |x| + |b|)_i (Arioli,
  /// Demmel, Duff 1989); rows whose terms are rounding of others are judged against those.
  double refine(const Eigen::Ref<const Eigen::VectorXd>& b, Eigen::Ref<Eigen::VectorXd> x,
                int steps, double enough = 0.0) const;
  /// Returns the same backward error, without refinement. `rounding` is subtracted from residuals
  /// of constraint rows first: that of b, where dependent rows contradict each other by no more.
  double residual(const Eigen::Ref<const Eigen::VectorXd>& b,
                  const Eigen::Ref<const Eigen::VectorXd>& x, double rounding = 0.0) const;

  /// Finds what a row named in dependent_rows depends on: constraint forces lambda with
  /// lambda[row] = 1 that cancel on every body, and zeros on the body rows. Rows whose |lambda| is
  /// above 1e-6 take part; smaller entries are rounding. Returns max |Gᵀ lambda| / max |Gᵀ|
  /// |lambda|: 1e-7 or less for a dependent row, far above it where only the order made the row
  /// look dependent.
  double null_vector(int row, Eigen::Ref<Eigen::VectorXd> lambda) const;

  // Parts of the factor, by column in the order of elimination

  /// Returns the values of a column as symbolic() lays them out, from its diagonal block on: L
  /// strictly below the diagonal and D on it (undefined above it), then the blocks of L below. They
  /// are in `copy`, of kPanelCopy values, where the factor does not keep them like that.
  static constexpr int kPanelCopy = 96;
  const double* panel(int column, double* copy) const;
  /// Returns 1 / D of a column.
  double inverse_pivot(int column, int k) const;

 private:
  struct Input {
    int target;         ///< index into symbolic().below
    bool transposed;    ///< stored as the block above the diagonal
    std::size_t value;  ///< offset in input_
    int top, left;      ///< offset() of the nodes of its rows and columns
    int sum;            ///< row of the later one of these, or of a part of it, see plan_residual()
  };

  /// Rows of another chunk from which a chunk of columns subtracts: a part after the rows of
  /// residual_.
  struct RowPart {
    int part, row, size;
  };

  struct Run {
    int begin, end;  ///< scalar rows of nodes of one kind
    bool body;
  };

  class BatchPlanner;

  /// State of a column in factor(): SIMD batches have subtracted from it, or all of it is in the
  /// factor.
  enum Loaded : char { kNotLoaded, kTouched, kLoaded };

  static constexpr int kColumns = 4;  ///< columns solved together, so that L is read once
  static constexpr int kZeros = 36;   ///< zeros at the end of input_: a block not in K

  void lay_out_input();
  void find_runs();
  void load_column(int p);
  void load_couplings(int p);
  void choose_panels();
  void choose_supernodes();
  bool fits_supernode(int p, const std::vector<int>& children) const;
  bool eliminate_supernode(int p, FactorReport& report);
  void place_panel(int p, PanelPlace& place);
  bool eliminate_panel(int p, FactorReport& report);
  void plan_batches();
  void plan_residual();
  void preload(int p);
  bool factor_batches(FactorReport& report);
  bool factor_phase(const BatchPhase& phase, FactorReport& report);
  void add_parts(const BatchPhase& phase);
  void add_parts(const BatchPhase& phase, const BatchUnknowns& unknowns) const;
  BatchUnknowns unknowns_of(double* x, int column) const;
  void factor_alone(FactorReport& report);
  std::span<const int> alone() const;
  double* factor_diagonal(int p) { return factor_.data() + symbolic_.diagonal[p]; }
  const double* factor_diagonal(int p) const { return factor_.data() + symbolic_.diagonal[p]; }
  double* factor_block(int k) { return factor_.data() + symbolic_.block[k]; }
  const double* factor_block(int k) const { return factor_.data() + symbolic_.block[k]; }
  const double* inverse_pivots(int p) const { return inverse_pivots_.data() + symbolic_.row[p]; }
  void eliminate(int p);
  void update_from(int p, int first);
  void factor_column(int p, FactorReport& report);
  void forward_batches(double* x, int columns) const;
  void backward_batches(double* x, int columns) const;
  void forward(double* x, int columns) const;
  void backward(double* x, int columns) const;
  void solve_together(double* x, int columns) const;
  void subtract_chunk(int chunk, const double* b, const double* x) const;
  void subtract_input(const double* b, const double* x) const;
  template <class Body>
  void for_runs(int chunk, Body&& body) const;
  std::array<double, 2> largest_magnitudes() const;
  double worst_ratio(const std::array<double, 2>& largest, double rounding) const;
  double largest_rate() const;

  Threads* threads_ = nullptr;
  BlockGraph graph_;
  BlockOrdering ordering_ = BlockOrdering::automatic;
  BlockSymbolic symbolic_;
  std::vector<int> offset_;                  ///< nodes + 1
  std::vector<Run> runs_;                    ///< in the order of rows
  std::vector<Input> inputs_;                ///< couplings in the order of the factor's blocks
  std::vector<int> input_start_;             ///< by column, into inputs_; one more at the end
  std::vector<int> input_of_edge_;           ///< into inputs_
  std::vector<std::size_t> diagonal_;        ///< by column, offset in input_
  std::vector<int> place_;                   ///< by column, offset() of its node
  std::vector<const PanelKernels*> panels_;  ///< by column; null: block by block
  std::vector<const SupernodeKernels*> supernodes_;  ///< by their first column, or null
  std::vector<int> panel_start_;                     ///< by column, into panel_targets_
  std::vector<std::size_t> panel_targets_;  ///< offsets in factor_ that a panel's update changes
  std::shared_ptr<const BatchPlans> batches_;
  bool in_lanes_ = false;               ///< L of SIMD batches is in lanes_, not in factor_
  std::vector<int> all_;                ///< columns
  std::vector<double> input_;           ///< K
  std::vector<double> factor_;          ///< L and D, laid out by symbolic_
  std::vector<double> growth_;          ///< rows, in order of elimination
  std::vector<double> inverse_pivots_;  ///< rows, in order of elimination
  std::vector<double> scaled_;          ///< L D below one diagonal block
  std::vector<char> loaded_;            ///< Loaded by column, during factor()
  std::vector<int> dependent_;
  bool finite_ = true;                                   ///< no infinity met by factor()
  mutable Eigen::VectorXd residual_, magnitude_, best_;  ///< rows; parts after those of two
  std::vector<RowPart> row_parts_;                       ///< parts of residual_ and magnitude_
  std::vector<int> row_part_start_;        ///< by chunk, into row_parts_; one more at the end
  Eigen::VectorXd lanes_;                  ///< L of SIMD batches
  mutable Eigen::VectorXd unknowns_;       ///< unknowns of SIMD batches, between half solves
  mutable Eigen::VectorXd unknown_parts_;  ///< by column: parts of unknowns, zero between solves
  mutable std::vector<std::array<double, 2>> of_chunk_;  ///< result of each chunk of a loop
};

}  // namespace perpend::linalg
