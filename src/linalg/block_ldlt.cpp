// SPDX-License-Identifier: Apache-2.0
//
// Values of K in elimination order, solves and refinement; block_factor.cpp has the factorisation.
//
//   K = L D Lᵀ scalar by scalar: position p has L_pp unit lower triangular and D_p diagonal in one
//   s × s block, and L_ip for i in below(p). All blocks of a position lie behind each other.
//
//   forward   z_p = L_pp⁻¹ x_p,  x_i -= L_ip z_p           (p ascending, i in below(p))
//   backward  x_p = L_pp⁻ᵀ (D_p⁻¹ z_p - Σ_i L_ipᵀ x_i)     (p descending)
//
// Tried and rejected: the paper's L_ip D_p⁻¹ with D_p kept inverted (unit blocks on the diagonal)
// saves the triangular solves, but half solves then need D_p as a product of its own factors.
#include "perpend/linalg/block_ldlt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "linalg/block_kernels.hpp"
#include "linalg/block_panel.hpp"
#include "perpend/core/error.hpp"

namespace perpend::linalg {
namespace {

// Rows whose terms are below this part of the largest terms of their kind (body rows in N s,
// constraint rows in m/s) hold nothing but rounding of the others and are judged against those:
// a thousand rows times a few eps each.
constexpr double kNegligible = 1e-12;
// Backward errors below this need no second look at what they are measured against.
constexpr double kSmall = 1e-13;
// Componentwise backward error that refinement can rarely improve on.
constexpr double kRoundingLevel = 4 * std::numeric_limits<double>::epsilon();

}  // namespace

void BlockLdlt::analyse(const BlockGraph& graph, BlockOrdering ordering) {
  if (!offset_.empty() && ordering == ordering_ && graph == graph_) return;
  check_graph(graph);
  symbolic_ = symbolic_factor(graph, elimination_order(graph, ordering));
  graph_ = graph;
  ordering_ = ordering;
  offset_.assign(1, 0);
  for (const int size : graph.sizes) offset_.push_back(offset_.back() + size);
  place_.clear();
  for (const int node : symbolic_.order) place_.push_back(offset_[node]);
  lay_out_input();
  choose_panels();
  choose_supernodes();
  const auto rows = static_cast<std::size_t>(symbolic_.rows());
  factor_.assign(symbolic_.values, 0.0);
  growth_.assign(rows, 0.0);
  inverse_pivots_.assign(rows, 0.0);
  loaded_.assign(graph.sizes.size(), 0);
  eliminated_.assign(graph.sizes.size(), 0);
  scaled_.assign(static_cast<std::size_t>(symbolic_.widest), 0.0);
  dependent_.reserve(rows);
  residual_.resize(symbolic_.rows());
  magnitude_.resize(symbolic_.rows());
  best_.resize(symbolic_.rows());
}

void BlockLdlt::lay_out_input() {
  const std::size_t edges = graph_.edges.size();
  std::vector<int> target(edges), by_target(symbolic_.below.size(), -1);
  for (std::size_t e = 0; e < edges; ++e) {
    const auto [first, second] = graph_.edges[e];
    const auto [early, late] = std::minmax(symbolic_.position[first], symbolic_.position[second]);
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
      const bool transposed = symbolic_.position[graph_.edges[e].first] == p;
      input_of_edge_[e] = static_cast<int>(inputs_.size());
      inputs_.push_back({k, transposed, value});
      value += static_cast<std::size_t>(symbolic_.size[p]) * symbolic_.size[symbolic_.below[k]];
    }
    input_start_.push_back(static_cast<int>(inputs_.size()));
  }
  input_.assign(value, 0.0);
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
  return {input_.data() + diagonal_[symbolic_.position[node]], size, size};
}

BlockLdlt::ConstMap BlockLdlt::diagonal(int node) const {
  const int size = graph_.sizes[node];
  return {input_.data() + diagonal_[symbolic_.position[node]], size, size};
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
  for (int p = 0; p < symbolic_.nodes(); ++p) {
    const int begin = symbolic_.below_start[p], end = symbolic_.below_start[p + 1];
    const int s = symbolic_.size[p];
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
  for (int p = symbolic_.nodes() - 1; p >= 0; --p) {
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

// Columns of x lie rows() apart; at most kColumns of them.
void BlockLdlt::solve_together(double* x, int columns) const {
  forward(x, columns);
  backward(x, columns);
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

// residual -= K x, magnitude += |K| |x|, in the layout of the caller.
void BlockLdlt::subtract_input(const double* x, double* r, double* m) const {
  for (int p = 0; p < symbolic_.nodes(); ++p) {
    const int s = symbolic_.size[p], row = offset_[symbolic_.order[p]];
    block_kernels(s, s).subtract_terms(input_.data() + diagonal_[p], x + row, r + row, m + row, s,
                                       s);
    for (int k = input_start_[p]; k < input_start_[p + 1]; ++k) {
      const auto [target, transposed, value] = inputs_[k];
      const double* A = input_.data() + value;
      const int i = symbolic_.below[target], size = symbolic_.size[i];
      const int other = offset_[symbolic_.order[i]];
      const int rows = transposed ? s : size, columns = transposed ? size : s;
      const int top = transposed ? row : other, left = transposed ? other : row;
      const BlockKernels& kernels = block_kernels(rows, columns);
      kernels.subtract_terms(A, x + left, r + top, m + top, rows, columns);
      kernels.subtract_terms_transposed(A, x + top, r + left, m + left, rows, columns);
    }
  }
}

double BlockLdlt::residual(const Eigen::Ref<const Eigen::VectorXd>& b,
                           const Eigen::Ref<const Eigen::VectorXd>& x) const {
  require(b.size() == rows(), "b", "rows() entries", static_cast<double>(b.size()));
  require(x.size() == rows(), "x", "rows() entries", static_cast<double>(x.size()));
  residual_ = b;
  magnitude_ = b.cwiseAbs();
  subtract_input(x.data(), residual_.data(), magnitude_.data());
  double largest[2] = {0.0, 0.0};
  for (int node = 0; node < graph_.nodes(); ++node)
    for (int i = offset_[node]; i < offset_[node + 1]; ++i)
      largest[graph_.signs[node] > 0] = std::max(largest[graph_.signs[node] > 0], magnitude_[i]);
  const double error = worst_ratio(largest[0], largest[1]);
  if (error <= kSmall) return error;
  return worst_ratio(std::max(largest[0], largest_rate()), largest[1]);
}

// Of |residual| to magnitude, or to the rounding of the largest magnitude of the kind.
double BlockLdlt::worst_ratio(double largest_constraint, double largest_body) const {
  double error = 0.0;
  for (int node = 0; node < graph_.nodes(); ++node) {
    const double floor = kNegligible * (graph_.signs[node] > 0 ? largest_body : largest_constraint);
    for (int i = offset_[node]; i < offset_[node + 1]; ++i) {
      if (residual_[i] == 0.0) continue;
      const double ratio = std::abs(residual_[i]) / std::max(magnitude_[i], floor);
      error = ratio <= error ? error : ratio;
    }
  }
  return error;
}

// What the terms of a body row would give it alone. Where constraints hold everything still, rates
// are nothing but the rounding of these.
double BlockLdlt::largest_rate() const {
  double largest = 0.0;
  for (int p = 0; p < symbolic_.nodes(); ++p) {
    const int node = symbolic_.order[p], size = symbolic_.size[p];
    if (graph_.signs[node] < 0) continue;
    for (int k = 0; k < size; ++k)
      largest =
          std::max(largest, magnitude_[offset_[node] + k] / input_[diagonal_[p] + k * (size + 1)]);
  }
  return largest;
}

double BlockLdlt::refine(const Eigen::Ref<const Eigen::VectorXd>& b, Eigen::Ref<Eigen::VectorXd> x,
                         int steps) const {
  double error = residual(b, x);
  for (int step = 0; step < steps && error > kRoundingLevel; ++step) {
    best_ = x;
    solve(residual_.data());
    x += residual_;
    const double next = residual(b, x);
    if (!(next < error)) {
      x = best_;
      return error;
    }
    const bool stalled = next > 0.5 * error;
    error = next;
    if (stalled) break;
  }
  return error;
}

// One step of inverse iteration: the replaced pivot of a dependent row makes it the direction in
// which the factor is nearly singular.
double BlockLdlt::null_vector(int row, Eigen::Ref<Eigen::VectorXd> lambda) const {
  require(row >= 0 && row < rows(), "row", "a row of K", row);
  require(lambda.size() == rows(), "lambda", "rows() entries", static_cast<double>(lambda.size()));
  lambda.setZero();
  lambda[row] = 1.0;
  solve(lambda);
  lambda /= lambda[row];
  for (int node = 0; node < graph_.nodes(); ++node)
    if (graph_.signs[node] > 0) lambda.segment(offset_[node], graph_.sizes[node]).setZero();
  residual_.setZero();
  magnitude_.setZero();
  subtract_input(lambda.data(), residual_.data(), magnitude_.data());
  double force = 0.0, largest = 0.0;
  for (int node = 0; node < graph_.nodes(); ++node) {
    if (graph_.signs[node] < 0) continue;
    const auto rows = Eigen::seqN(offset_[node], graph_.sizes[node]);
    force = std::max(force, residual_(rows).cwiseAbs().maxCoeff());
    largest = std::max(largest, magnitude_(rows).maxCoeff());
  }
  return largest > 0.0 ? force / largest : 0.0;
}

}  // namespace perpend::linalg
