// SPDX-License-Identifier: Apache-2.0
//
// Numeric factorisation K = L U by blocks, right-looking: column p is factored and its outer
// product is taken off the blocks of below(p) at once, which are those of a subtree or, above, all
// of them; what subtrees take off the columns above is pulled by these,
//
//   P_p K_pp = L_pp U_pp,   L_ip = K_ip U_pp⁻¹,   U_pi = L_pp⁻¹ P_p K_pi     (i in below(p)),
//   K_ij -= L_ip U_pj                                                        (i, j in below(p)).
//
// U_pi is kept transposed, in the place that L_ip has in its own array: one kernel, T -= X Yᵀ, then
// serves both triangles, and both are read along the columns.
#include <algorithm>
#include <cmath>

#include "linalg/kernels/block_kernels.hpp"
#include "linalg/kernels/block_lu_kernels.hpp"
#include "linalg/lu/block_lu.hpp"

namespace perpend::linalg {

// Copies K into the memory of the factor when a column is first touched, while it is in the
// cache.
void BlockLu::load_column(int p) {
  if (loaded_[p]) return;
  loaded_[p] = 1;
  const int s = symbolic_.size[p], node = symbolic_.order[p];
  const double* from = input_.data() + input_node_[node];
  block_kernels(s, s).copy(from, diagonal_.data() + diagonal_at_[p], s, s);
  double* growth = growth_.data() + symbolic_.row[p];
  std::fill(growth, growth + s, 0.0);
  for (int j = 0; j < s; ++j)
    for (int i = 0; i < s; ++i) growth[i] = std::max(growth[i], std::abs(from[i + j * s]));
  const auto begin = static_cast<std::ptrdiff_t>(below_at_[symbolic_.below_start[p]]);
  const auto end = static_cast<std::ptrdiff_t>(below_at_[symbolic_.below_start[p + 1]]);
  std::fill(lower_.begin() + begin, lower_.begin() + end, 0.0);
  std::fill(upper_.begin() + begin, upper_.begin() + end, 0.0);
  for (int k = input_start_[p]; k < input_start_[p + 1]; ++k) {
    const auto [target, edge] = inputs_[k];
    const int r = symbolic_.size[symbolic_.below[target]];
    const double* forth = input_.data() + input_edge_[edge];
    const double* back = forth + r * s;
    if (graph_.edges[edge].first == node) std::swap(forth, back);
    block_kernels(r, s).copy(forth, lower_.data() + below_at_[target], r, s);
    block_kernels(r, s).copy_transposed(back, upper_.data() + below_at_[target], r, s);
  }
}

void BlockLu::factor_column(int p) {
  const int s = symbolic_.size[p];
  LuPivots pivots{.growth = growth_.data() + symbolic_.row[p],
                  .exchange = exchange_.data() + symbolic_.row[p],
                  .smallest = 1};
  lu_pivot_kernels(s).factor(diagonal_.data() + diagonal_at_[p], pivots, s);
  smallest_[p] = pivots.smallest;
  replaced_[p] = pivots.replaced;
}

// Takes the outer product of column p off block row and column `first` (an entry of below) right
// of and below the diagonal.
void BlockLu::update_from(int p, int first) {
  const int s = symbolic_.size[p];
  const int a = symbolic_.below[first], c = symbolic_.size[a];
  load_column(a);
  const double* L = lower_.data() + below_at_[first];
  const double* U = upper_.data() + below_at_[first];
  const BlockKernels& own = block_kernels(c, s);
  own.add_growth(L, U, growth_.data() + symbolic_.row[a], c, s);
  own.update(L, U, diagonal_.data() + diagonal_at_[a], c, c, s);
  int target = symbolic_.below_start[a];
  for (int k = first + 1; k < symbolic_.below_start[p + 1]; ++k) {
    const int b = symbolic_.below[k], r = symbolic_.size[b];
    while (symbolic_.below[target] != b) ++target;
    const auto update = block_kernels(r, s).update;
    update(lower_.data() + below_at_[k], U, lower_.data() + below_at_[target], c, r, s);
    update(upper_.data() + below_at_[k], L, upper_.data() + below_at_[target], c, r, s);
  }
}

void BlockLu::divide(int p) {
  const int s = symbolic_.size[p];
  const int begin = symbolic_.below_start[p], end = symbolic_.below_start[p + 1];
  for (int k = begin; k < end; ++k) {
    const int r = symbolic_.size[symbolic_.below[k]];
    const LuBlockKernels& kernels = lu_block_kernels(r, s);
    kernels.divide_upper(pivot_block(p), lower_.data() + below_at_[k], r, s);
    kernels.divide_lower(pivot_block(p), exchange_.data() + symbolic_.row[p],
                         upper_.data() + below_at_[k], r, s);
  }
}

void BlockLu::factor_subtree(Chunk subtree) {
  for (int p = subtree.first; p < subtree.last; ++p) {
    load_column(p);
    factor_column(p);
    divide(p);
    for (int k = symbolic_.below_start[p]; k < symbolic_.below_start[p + 1]; ++k) {
      if (symbolic_.below[k] >= subtree.last) break;
      update_from(p, k);
    }
  }
}

// Takes off a column above the subtrees what they have for it.
void BlockLu::pull(int above) {
  for (const Subtrees::Block& block : subtrees_.below(above))
    update_from(block.column, block.entry);
}

void BlockLu::factor_above(int p) {
  constexpr int kBlocks = 4;
  load_column(p);
  factor_column(p);
  divide(p);
  const int begin = symbolic_.below_start[p];
  threads_->chunks<kBlocks>(symbolic_.below_start[p + 1] - begin, [&](Chunk chunk) {
    for (int k = chunk.first; k < chunk.last; ++k) update_from(p, begin + k);
  });
}

LuReport BlockLu::report() {
  LuReport report;
  dependent_.clear();
  for (int p = 0; p < symbolic_.nodes(); ++p) {
    report.smallest_pivot = std::min(report.smallest_pivot, smallest_[p]);
    if (replaced_[p] == 0) continue;
    // The rows of K by their places before the exchanges.
    const int s = symbolic_.size[p];
    int place[32];
    for (int k = 0; k < s; ++k) place[k] = k;
    for (int k = 0; k < s; ++k) std::swap(place[k], place[exchange_[symbolic_.row[p] + k]]);
    for (int k = 0; k < s; ++k)
      if (replaced_[p] >> k & 1u) dependent_.push_back(offset_[symbolic_.order[p]] + place[k]);
  }
  report.dependent = dependent_;
  for (const double growth : growth_) report.finite = report.finite && std::isfinite(growth);
  for (const double value : diagonal_) report.finite = report.finite && std::isfinite(value);
  return report;
}

LuReport BlockLu::factor() {
  std::fill(loaded_.begin(), loaded_.end(), char{0});
  const auto ranges = subtrees_.ranges();
  threads_->run(static_cast<int>(ranges.size()), [&](int i, int) { factor_subtree(ranges[i]); });
  const auto above = subtrees_.above();
  threads_->run(static_cast<int>(above.size()), [&](int i, int) { pull(i); });
  for (const int p : above) factor_above(p);
  return report();
}

}  // namespace perpend::linalg
