// SPDX-License-Identifier: Apache-2.0
//
// Numeric factorisation K = L D Lᵀ by blocks, right-looking: column p is factored and its outer
// product is subtracted from the blocks of below(p) at once,
//
//   L_pp D_p L_ppᵀ = K_pp,   Y_i = K_ip L_pp⁻ᵀ,   L_ip = Y_i D_p⁻¹,
//   K_ii' -= L_ip Y_i'ᵀ      (i >= i' in below(p)).
//
// This is procedure sparsefactor of Baraff 1996 (section 7.3, errata 1996-1) where below(p) is the
// parent alone. The pivots are static (block_kernels.cpp): no row ever moves, so the pattern and
// the memory of the factor depend on the graph only.
//
// For K = [M Gᵀ; G -S] with M > 0 and S > 0 every order gives pivots of the nodes' signs
// (Vanderbei 1995). With S = 0 a constraint's pivot is -G M̂⁻¹ Gᵀ of the bodies before it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/kernels/block_kernels.hpp"
#include "linalg/ldlt/block_ldlt.hpp"
#include "linalg/ldlt/panel.hpp"

namespace perpend::linalg {

// Copies K into the memory of the factor when a column is first touched, while it is in the
// cache; a pass of its own would stream both through memory once more. Of a supernode only the
// first diagonal block is ever touched by others.
void BlockLdlt::load_column(int p) {
  if (loaded_[p] == kLoaded) return;
  const bool touched = loaded_[p] == kTouched;
  loaded_[p] = kLoaded;
  const int s = symbolic_.size[p];
  const double* from = input_.data() + diagonal_[p];
  double* to = factor_diagonal(p);
  double* growth = growth_.data() + symbolic_.row[p];
  if (!touched) block_kernels(s, s).copy(from, to, s, s);
  for (int k = 0; k < s; ++k) growth[k] = (touched ? growth[k] : 0.0) + std::abs(to[k * (s + 1)]);
  if (!touched && !supernodes_[p]) load_couplings(p);
}

void BlockLdlt::load_couplings(int p) {
  const int s = symbolic_.size[p];
  double* growth = growth_.data() + symbolic_.row[p];
  const int begin = symbolic_.below_start[p], end = symbolic_.below_start[p + 1];
  if (end - begin > input_start_[p + 1] - input_start_[p]) {
    std::fill(factor_block(begin), factor_diagonal(p) + symbolic_.values_of(p), 0.0);
  }
  const bool constraint = graph_.signs[symbolic_.order[p]] < 0;
  for (int k = input_start_[p]; k < input_start_[p + 1]; ++k) {
    const Input& input = inputs_[k];
    const int i = symbolic_.below[input.target], r = symbolic_.size[i];
    const BlockKernels& kernels = block_kernels(r, s);
    double* block = factor_.data() + symbolic_.block[input.target];
    (input.transposed ? kernels.copy_transposed : kernels.copy)(input_.data() + input.value, block,
                                                                r, s);
    // Bodies before a constraint that hardly carry a row must not set the scale of its pivot, so
    // growth starts with about diag(G M⁻¹ Gᵀ) of the bodies after it.
    if (constraint && graph_.signs[symbolic_.order[i]] > 0)
      kernels.add_compliance(block, input_.data() + diagonal_[i], growth, r, s);
  }
}

void BlockLdlt::factor_column(int p, FactorReport& report) {
  const int s = symbolic_.size[p], node = symbolic_.order[p];
  PivotRule rule{.sign = static_cast<double>(graph_.signs[node]),
                 .growth = growth_.data() + symbolic_.row[p],
                 .inverse_pivots = inverse_pivots_.data() + symbolic_.row[p],
                 .smallest = report.smallest_pivot};
  diagonal_kernels(s).factor(factor_.data() + symbolic_.diagonal[p], rule, s);
  for (int k = 0; k < s; ++k) finite_ = finite_ && std::isfinite(rule.growth[k]);
  report.smallest_pivot = rule.smallest;
  int& expected = rule.sign > 0 ? report.positive : report.negative;
  expected += s;
  if ((rule.replaced | rule.reversed) == 0) return;
  for (int k = 0; k < s; ++k) {
    if (rule.replaced >> k & 1u) dependent_.push_back(offset_[node] + k);
    if (rule.reversed >> k & 1u) {
      --expected;
      ++(rule.sign > 0 ? report.negative : report.positive);
      report.status = FactorStatus::indefinite;
    }
  }
}

// Subtracts the outer product of column p from block row `first` (an entry of below) and those
// after it.
void BlockLdlt::update_from(int p, int first) {
  const int s = symbolic_.size[p];
  const int a = symbolic_.below[first], c = symbolic_.size[a];
  load_column(a);
  const std::size_t base = symbolic_.block[symbolic_.below_start[p]];
  const double* Y = scaled_.data() + (symbolic_.block[first] - base);
  const double* X = factor_block(first);
  const BlockKernels& own = block_kernels(c, s);
  own.add_growth(X, Y, growth_.data() + symbolic_.row[a], c, s);
  own.update(&X, &Y, 1, factor_.data() + symbolic_.diagonal[a], c, c, s);
  int target = symbolic_.below_start[a];
  for (int k = first + 1; k < symbolic_.below_start[p + 1]; ++k) {
    const int b = symbolic_.below[k], r = symbolic_.size[b];
    while (symbolic_.below[target] != b) ++target;
    const double* below = factor_block(k);
    block_kernels(r, s).update(&below, &Y, 1, factor_.data() + symbolic_.block[target], c, r, s);
  }
}

void BlockLdlt::eliminate(int p) {
  const int s = symbolic_.size[p];
  const int begin = symbolic_.below_start[p], end = symbolic_.below_start[p + 1];
  double* Y = scaled_.data();
  for (int k = begin; k < end; ++k) {
    const int r = symbolic_.size[symbolic_.below[k]];
    block_kernels(r, s).divide(factor_diagonal(p), inverse_pivots(p),
                               factor_.data() + symbolic_.block[k], Y, r, s);
    Y += r * s;
  }
  for (int k = begin; k < end; ++k) update_from(p, k);
}

// Where a SIMD batch meets a pivot that fails, the factorisation starts again with every column
// alone.
FactorReport BlockLdlt::factor() {
  FactorReport report;
  dependent_.clear();
  finite_ = true;
  in_lanes_ = factor_batches(report);
  if (!in_lanes_) {
    report = {};
    std::fill(loaded_.begin(), loaded_.end(), kNotLoaded);
  }
  factor_alone(report);
  report.dependent_rows = dependent_;
  if (!dependent_.empty() && report.status == FactorStatus::regular)
    report.status = FactorStatus::dependent;
  if (!finite_) report.status = FactorStatus::not_finite;
  return report;
}

void BlockLdlt::factor_alone(FactorReport& report) {
  const std::span<const int> singles = alone();
  for (std::size_t at = 0; at < singles.size(); ++at) {
    const int p = singles[at];
    load_column(p);
    if (supernodes_[p]) {
      if (eliminate_supernode(p, report)) {
        ++at;
        continue;
      }
      load_couplings(p);
    }
    if (panels_[p] && eliminate_panel(p, report)) continue;
    factor_column(p, report);
    eliminate(p);
  }
}

}  // namespace perpend::linalg
