// SPDX-License-Identifier: Apache-2.0
//
// Values of K, solves and refinement of the block LU; factor.cpp has the factorisation.
//
//   forward   z_p = L_pp⁻¹ P_p x_p,  x_i -= L_ip z_p       (p ascending, i in below(p))
//   backward  x_p = U_pp⁻¹ (z_p - Σ_i U_pi x_i)            (p descending)
//
// Limitations: no row leaves its block, so a regular K with a singular leading block is reported as
// dependent; refinement against K shows the difference.
#include "linalg/lu/block_lu.hpp"

#include <algorithm>
#include <cmath>

#include "core/worst.hpp"
#include "linalg/kernels/block_kernels.hpp"
#include "linalg/kernels/block_lu_kernels.hpp"
#include "linalg/lu/supernodes.hpp"
#include "linalg/refinement.hpp"
#include "perpend/core/error.hpp"

namespace perpend::linalg {

void BlockLu::analyse(const BlockGraph& graph, BlockOrdering ordering) {
  if (!offset_.empty() && ordering == ordering_ && graph == graph_) return;
  check_graph(graph);
  symbolic_ = symbolic_factor(graph, elimination_order(graph, ordering));
  graph_ = graph;
  ordering_ = ordering;
  offset_.assign(1, 0);
  for (const int size : graph.sizes) offset_.push_back(offset_.back() + size);
  lay_out_input();
  diagonal_at_.clear();
  below_at_.clear();
  std::size_t diagonal = 0, below = 0;
  for (int p = 0; p < symbolic_.nodes(); ++p) {
    const auto s = static_cast<std::size_t>(symbolic_.size[p]);
    diagonal_at_.push_back(diagonal);
    diagonal += s * s;
    for (const int i : symbolic_.below_of(p)) {
      below_at_.push_back(below);
      below += s * static_cast<std::size_t>(symbolic_.size[i]);
    }
  }
  below_at_.push_back(below);
  diagonal_.assign(diagonal, 0.0);
  lower_.assign(below, 0.0);
  upper_.assign(below, 0.0);
  const auto rows = static_cast<std::size_t>(symbolic_.rows());
  exchange_.assign(rows, 0);
  growth_.assign(rows, 0.0);
  work_.assign(kColumns * rows, 0.0);
  loaded_.assign(graph.sizes.size(), 0);
  replaced_.assign(graph.sizes.size(), 0);
  smallest_.assign(graph.sizes.size(), 1.0);
  dependent_.clear();
  dependent_.reserve(rows);
  subtrees_.assign(symbolic_);
  supernode_ = supernode_widths(symbolic_, subtrees_);
  residual_.resize(symbolic_.rows());
  magnitude_.resize(symbolic_.rows());
  best_.resize(symbolic_.rows());
}

void BlockLu::lay_out_input() {
  std::vector<int> by_target(symbolic_.below.size(), -1);
  input_node_.clear();
  input_edge_.clear();
  std::size_t value = 0;
  for (const int size : graph_.sizes) {
    input_node_.push_back(value);
    value += static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  }
  for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
    const auto [first, second] = graph_.edges[e];
    const auto [early, late] = std::minmax(symbolic_.column[first], symbolic_.column[second]);
    by_target[symbolic_.find_block(early, late)] = static_cast<int>(e);
    input_edge_.push_back(value);
    value += 2 * static_cast<std::size_t>(graph_.sizes[first]) *
             static_cast<std::size_t>(graph_.sizes[second]);
  }
  inputs_.clear();
  input_start_.assign(1, 0);
  for (int p = 0; p < symbolic_.nodes(); ++p) {
    for (int k = symbolic_.below_start[p]; k < symbolic_.below_start[p + 1]; ++k)
      if (by_target[k] >= 0) inputs_.push_back({k, by_target[k]});
    input_start_.push_back(static_cast<int>(inputs_.size()));
  }
  input_.assign(value, 0.0);
}

void BlockLu::set_zero() {
  std::fill(input_.begin(), input_.end(), 0.0);
}

BlockLu::Map BlockLu::diagonal(int node) {
  return {input_.data() + input_node_[node], graph_.sizes[node], graph_.sizes[node]};
}

BlockLu::ConstMap BlockLu::diagonal(int node) const {
  return {input_.data() + input_node_[node], graph_.sizes[node], graph_.sizes[node]};
}

BlockLu::Map BlockLu::coupling(int edge) {
  const auto [first, second] = graph_.edges[edge];
  return {input_.data() + input_edge_[edge], graph_.sizes[first], graph_.sizes[second]};
}

BlockLu::ConstMap BlockLu::coupling(int edge) const {
  const auto [first, second] = graph_.edges[edge];
  return {input_.data() + input_edge_[edge], graph_.sizes[first], graph_.sizes[second]};
}

BlockLu::Map BlockLu::reverse_coupling(int edge) {
  const auto [first, second] = graph_.edges[edge];
  const int skip = graph_.sizes[first] * graph_.sizes[second];
  return {input_.data() + input_edge_[edge] + skip, graph_.sizes[second], graph_.sizes[first]};
}

BlockLu::ConstMap BlockLu::reverse_coupling(int edge) const {
  const auto [first, second] = graph_.edges[edge];
  const int skip = graph_.sizes[first] * graph_.sizes[second];
  return {input_.data() + input_edge_[edge] + skip, graph_.sizes[second], graph_.sizes[first]};
}

void BlockLu::forward_pivot(int p, int columns) const {
  const int s = symbolic_.size[p];
  const auto solve_pivot = lu_pivot_kernels(s).forward;
  double* z = work_.data() + symbolic_.row[p];
  for (int c = 0; c < columns; ++c)
    solve_pivot(pivot_block(p), exchange_.data() + symbolic_.row[p], z + c * rows(), s);
}

// Subtracts L_ip z_p from x_i for entry k of below(p).
void BlockLu::subtract_below(int k, int p, int columns) const {
  const int i = symbolic_.below[k], r = symbolic_.size[i], s = symbolic_.size[p];
  const auto subtract = block_kernels(r, s).subtract_product;
  const double* z = work_.data() + symbolic_.row[p];
  double* x = work_.data() + symbolic_.row[i];
  for (int c = 0; c < columns; ++c)
    subtract(lower_.data() + below_at_[k], z + c * rows(), x + c * rows(), r, s);
}

void BlockLu::forward(int columns) const {
  const auto ranges = subtrees_.ranges();
  threads_->run(static_cast<int>(ranges.size()), [&](int t, int) {
    for (int p = ranges[t].first; p < ranges[t].last; ++p) {
      forward_pivot(p, columns);
      for (int k = symbolic_.below_start[p]; k < symbolic_.below_start[p + 1]; ++k) {
        if (symbolic_.below[k] >= ranges[t].last) break;
        subtract_below(k, p, columns);
      }
    }
  });
  const auto above = subtrees_.above();
  threads_->run(static_cast<int>(above.size()), [&](int i, int) {
    for (const Subtrees::Block& block : subtrees_.below(i))
      subtract_below(block.entry, block.column, columns);
  });
  for (const int p : above) {
    forward_pivot(p, columns);
    for (int k = symbolic_.below_start[p]; k < symbolic_.below_start[p + 1]; ++k)
      subtract_below(k, p, columns);
  }
}

void BlockLu::backward_column(int p, int columns) const {
  const int s = symbolic_.size[p];
  double* x = work_.data() + symbolic_.row[p];
  for (int k = symbolic_.below_start[p]; k < symbolic_.below_start[p + 1]; ++k) {
    const int i = symbolic_.below[k], r = symbolic_.size[i];
    const auto subtract = block_kernels(r, s).subtract_transposed;
    const double* y = work_.data() + symbolic_.row[i];
    for (int c = 0; c < columns; ++c)
      subtract(upper_.data() + below_at_[k], y + c * rows(), x + c * rows(), r, s);
  }
  const auto solve_pivot = lu_pivot_kernels(s).backward;
  for (int c = 0; c < columns; ++c) solve_pivot(pivot_block(p), x + c * rows(), s);
}

void BlockLu::backward(int columns) const {
  const auto above = subtrees_.above();
  for (auto p = above.rbegin(); p != above.rend(); ++p) backward_column(*p, columns);
  const auto ranges = subtrees_.ranges();
  threads_->run(static_cast<int>(ranges.size()), [&](int t, int) {
    for (int p = ranges[t].last - 1; p >= ranges[t].first; --p) backward_column(p, columns);
  });
}

// Solves at most kColumns columns of x, which are rows() apart.
void BlockLu::solve_together(double* x, int columns) const {
  const auto each_block = [&](auto move) {
    for (int c = 0; c < columns; ++c)
      for (int p = 0; p < symbolic_.nodes(); ++p)
        move(x + c * rows() + offset_[symbolic_.order[p]],
             work_.data() + c * rows() + symbolic_.row[p], symbolic_.size[p]);
  };
  each_block([](const double* from, double* to, int size) { std::copy(from, from + size, to); });
  forward(columns);
  backward(columns);
  each_block([](double* to, const double* from, int size) { std::copy(from, from + size, to); });
}

void BlockLu::solve(Eigen::Ref<Eigen::VectorXd> x) const {
  require(x.size() == rows(), "x", "rows() entries", static_cast<double>(x.size()));
  solve_together(x.data(), 1);
}

void BlockLu::solve_columns(Eigen::Ref<Eigen::MatrixXd> X) const {
  require(X.rows() == rows(), "X", "rows() rows", static_cast<double>(X.rows()));
  require(X.cols() <= 1 || X.outerStride() == X.rows(), "X", "whole columns of a matrix",
          static_cast<double>(X.outerStride()));
  for (Eigen::Index j = 0; j < X.cols(); j += kColumns)
    solve_together(X.col(j).data(),
                   static_cast<int>(std::min<Eigen::Index>(kColumns, X.cols() - j)));
}

// Computes residual_ -= K x, magnitude_ += |K| |x|.
void BlockLu::subtract_input(const double* x) const {
  const auto subtract_block = [&](const double* A, int row, int column, int r, int s) {
    block_kernels(r, s).subtract_terms(A, x + column, residual_.data() + row,
                                       magnitude_.data() + row, r, s);
  };
  for (int node = 0; node < graph_.nodes(); ++node)
    subtract_block(input_.data() + input_node_[node], offset_[node], offset_[node],
                   graph_.sizes[node], graph_.sizes[node]);
  for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
    const auto [a, b] = graph_.edges[e];
    const int r = graph_.sizes[a], s = graph_.sizes[b];
    const double* forth = input_.data() + input_edge_[e];
    subtract_block(forth, offset_[a], offset_[b], r, s);
    subtract_block(forth + r * s, offset_[b], offset_[a], s, r);
  }
}

double BlockLu::residual(const Eigen::Ref<const Eigen::VectorXd>& b,
                         const Eigen::Ref<const Eigen::VectorXd>& x) const {
  require(b.size() == rows(), "b", "rows() entries", static_cast<double>(b.size()));
  require(x.size() == rows(), "x", "rows() entries", static_cast<double>(x.size()));
  residual_ = b;
  magnitude_ = b.cwiseAbs();
  subtract_input(x.data());
  const double floor = rows() > 0 ? kNegligible * magnitude_.maxCoeff() : 0.0;
  double error = 0.0;
  for (int i = 0; i < rows(); ++i) {
    if (residual_[i] == 0.0) continue;
    raise(error, std::abs(residual_[i]) / std::max(magnitude_[i], floor));
  }
  return error;
}

double BlockLu::refine(const Eigen::Ref<const Eigen::VectorXd>& b, Eigen::Ref<Eigen::VectorXd> x,
                       int steps) const {
  return refine_by([&] { return residual(b, x); }, [&] { solve_together(residual_.data(), 1); },
                   steps, kRoundingLevel, residual_, best_, x);
}

}  // namespace perpend::linalg
