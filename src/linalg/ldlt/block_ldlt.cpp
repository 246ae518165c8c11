// SPDX-License-Identifier: Apache-2.0
//
// Values of K in elimination order and solves; factor.cpp has the factorisation, refine.cpp and
// residual.cpp residuals and refinement.
//
//   K = L D Lᵀ scalar by scalar: column p has L_pp unit lower triangular and D_p diagonal in one
//   s × s block, and L_ip for i in below(p). The blocks of a column follow one another.
//
//   forward   z_p = L_pp⁻¹ x_p,  x_i -= L_ip z_p           (p ascending, i in below(p))
//   backward  x_p = L_pp⁻ᵀ (D_p⁻¹ z_p - Σ_i L_ipᵀ x_i)     (p descending)
//
// Tried and rejected: the paper's L_ip D_p⁻¹ with D_p kept inverted (unit blocks on the diagonal)
// saves the triangular solves, but half solves then need D_p as a product of its own factors.
#include "linalg/ldlt/block_ldlt.hpp"

#include <algorithm>
#include <array>

#include "linalg/kernels/block_kernels.hpp"
#include "linalg/ldlt/panel.hpp"
#include "linalg/ldlt/simd_batches.hpp"
#include "linalg/ldlt/supernode.hpp"
#include "perpend/core/error.hpp"

namespace perpend::linalg {
void BlockLdlt::analyse(const BlockGraph& graph, BlockOrdering ordering) {
  if (!offset_.empty() && ordering == ordering_ && graph == graph_) return;
  check_graph(graph);
  symbolic_ = symbolic_factor(graph, elimination_order(graph, ordering));
  graph_ = graph;
  ordering_ = ordering;
  offset_.assign(1, 0);
  for (const int size : graph.sizes) offset_.push_back(offset_.back() + size);
  find_runs();
  place_.clear();
  for (const int node : symbolic_.order) place_.push_back(offset_[node]);
  lay_out_input();
  choose_supernodes();
  choose_panels();
  plan_batches();
  const auto rows = static_cast<std::size_t>(symbolic_.rows());
  factor_.assign(symbolic_.values + batches_->part_values, 0.0);
  growth_.assign(rows + static_cast<std::size_t>(batches_->part_rows), 0.0);
  inverse_pivots_.assign(rows, 0.0);
  loaded_.assign(graph.sizes.size(), 0);
  scaled_.assign(static_cast<std::size_t>(symbolic_.widest), 0.0);
  dependent_.reserve(rows);
  best_.resize(symbolic_.rows());
  plan_residual();
  of_chunk_.resize(static_cast<std::size_t>(symbolic_.rows() / BatchPhase::kChunk + 1));
}

void BlockLdlt::lay_out_input() {
  const std::size_t edges = graph_.edges.size();
  std::vector<int> target(edges), by_target(symbolic_.below.size(), -1);
  for (std::size_t e = 0; e < edges; ++e) {
    const auto [first, second] = graph_.edges[e];
    const auto [early, late] = std::minmax(symbolic_.column[first], symbolic_.column[second]);
    by_target[symbolic_.find_block(early, late)] = static_cast<int>(e);
  }
  inputs_.clear();
  diagonal_.clear();
  input_start_.assign(1, 0);
  input_of_edge_.resize(edges);
  std::size_t value = 0;
  for (int p = 0; p < symbolic_.nodes(); ++p) {
    diagonal_.push_back(value);
    value += static_cast<std::size_t>(symbolic_.size[p]) * symbolic_.size[p];
    for (int k = symbolic_.below_start[p]; k < symbolic_.below_start[p + 1]; ++k) {
      const int e = by_target[k];
      if (e < 0) continue;
      const bool transposed = symbolic_.column[graph_.edges[e].first] == p;
      input_of_edge_[e] = static_cast<int>(inputs_.size());
      const int top = offset_[graph_.edges[e].first], left = offset_[graph_.edges[e].second];
      inputs_.push_back({k, transposed, value, top, left, 0});
      value += static_cast<std::size_t>(symbolic_.size[p]) * symbolic_.size[symbolic_.below[k]];
    }
    input_start_.push_back(static_cast<int>(inputs_.size()));
  }
  input_.assign(value, 0.0);
}

void BlockLdlt::find_runs() {
  runs_.clear();
  for (int node = 0; node < graph_.nodes(); ++node) {
    const bool body = graph_.signs[node] > 0;
    if (runs_.empty() || runs_.back().body != body) runs_.push_back({offset_[node], 0, body});
    runs_.back().end = offset_[node + 1];
  }
}

int BlockLdlt::node_of_row(int row) const {
  return static_cast<int>(std::upper_bound(offset_.begin(), offset_.end(), row) - offset_.begin()) -
         1;
}

void BlockLdlt::set_zero() {
  std::fill(input_.begin(), input_.end(), 0.0);
}

BlockLdlt::Map BlockLdlt::diagonal(int node) {
  const int size = graph_.sizes[node];
  return {input_.data() + diagonal_[symbolic_.column[node]], size, size};
}

BlockLdlt::ConstMap BlockLdlt::diagonal(int node) const {
  const int size = graph_.sizes[node];
  return {input_.data() + diagonal_[symbolic_.column[node]], size, size};
}

BlockLdlt::Map BlockLdlt::coupling(int edge) {
  const auto [first, second] = graph_.edges[edge];
  return {input_.data() + inputs_[input_of_edge_[edge]].value, graph_.sizes[first],
          graph_.sizes[second]};
}

BlockLdlt::ConstMap BlockLdlt::coupling(int edge) const {
  const auto [first, second] = graph_.edges[edge];
  return {input_.data() + inputs_[input_of_edge_[edge]].value, graph_.sizes[first],
          graph_.sizes[second]};
}

void BlockLdlt::forward(double* x, int columns) const {
  std::array<double*, kPanelBlocks> below;
  const std::span<const int> singles = alone();
  for (std::size_t at = 0; at < singles.size(); ++at) {
    const int p = singles[at];
    const int begin = symbolic_.below_start[p], end = symbolic_.below_start[p + 1];
    const int s = symbolic_.size[p];
    if (const SupernodeKernels* supernode = supernodes_[p]) {
      const int second = place_[p + 1], last = place_[symbolic_.below[begin + 1]];
      for (double* column = x; column != x + columns * rows(); column += rows())
        supernode->forward(factor_diagonal(p), column + place_[p], column + second, column + last);
      ++at;
      continue;
    }
    for (int c = 0; c < columns; ++c) {
      double* column = x + c * rows();
      double* z = column + place_[p];
      if (panels_[p]) {
        for (int k = begin; k < end; ++k) below[k - begin] = column + place_[symbolic_.below[k]];
        panels_[p]->forward(factor_diagonal(p), z, below.data());
        continue;
      }
      diagonal_kernels(s).forward(factor_diagonal(p), z, s);
      for (int k = begin; k < end; ++k) {
        const int i = symbolic_.below[k], r = symbolic_.size[i];
        block_kernels(r, s).subtract_product(factor_block(k), z, column + place_[i], r, s);
      }
    }
  }
}

void BlockLdlt::backward(double* x, int columns) const {
  std::array<const double*, kPanelBlocks> below;
  const std::span<const int> singles = alone();
  for (std::size_t at = singles.size(); at-- > 0;) {
    int p = singles[at];
    if (p > 0 && supernodes_[p - 1]) {
      const int second = place_[p], last = place_[symbolic_.below[symbolic_.below_start[p]]];
      --p, --at;
      for (double* column = x; column != x + columns * rows(); column += rows())
        supernodes_[p]->backward(factor_diagonal(p), inverse_pivots(p), column + place_[p],
                                 column + second, column + last);
      continue;
    }
    const int begin = symbolic_.below_start[p], end = symbolic_.below_start[p + 1];
    const int s = symbolic_.size[p];
    for (int c = 0; c < columns; ++c) {
      double* column = x + c * rows();
      double* z = column + place_[p];
      if (panels_[p]) {
        for (int k = begin; k < end; ++k) below[k - begin] = column + place_[symbolic_.below[k]];
        panels_[p]->backward(factor_diagonal(p), inverse_pivots(p), z, below.data());
        continue;
      }
      for (int k = 0; k < s; ++k) z[k] *= inverse_pivots(p)[k];
      for (int k = begin; k < end; ++k) {
        const int i = symbolic_.below[k], r = symbolic_.size[i];
        block_kernels(r, s).subtract_transposed(factor_block(k), column + place_[i], z, r, s);
      }
      diagonal_kernels(s).backward(factor_diagonal(p), z, s);
    }
  }
}

// Solves at most kColumns columns of x, which are rows() apart.
void BlockLdlt::solve_together(double* x, int columns) const {
  forward_batches(x, columns);
  forward(x, columns);
  backward(x, columns);
  backward_batches(x, columns);
}

void BlockLdlt::solve(double* x) const {
  solve_together(x, 1);
}

void BlockLdlt::solve(Eigen::Ref<Eigen::VectorXd> x) const {
  require(x.size() == rows(), "x", "rows() entries", static_cast<double>(x.size()));
  solve(x.data());
}

void BlockLdlt::solve_columns(Eigen::Ref<Eigen::MatrixXd> X) const {
  require(X.rows() == rows(), "X", "rows() rows", static_cast<double>(X.rows()));
  require(X.cols() <= 1 || X.outerStride() == X.rows(), "X", "whole columns of a matrix",
          static_cast<double>(X.outerStride()));
  for (Eigen::Index j = 0; j < X.cols(); j += kColumns)
    solve_together(X.col(j).data(),
                   static_cast<int>(std::min<Eigen::Index>(kColumns, X.cols() - j)));
}

}  // namespace perpend::linalg
