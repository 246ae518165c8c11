// SPDX-License-Identifier: Apache-2.0
//
// Numeric factorisation K = L U by blocks, right-looking: the columns p of a supernode are factored
// and their outer products subtracted from the blocks of below(p) at once: from those in the same
// subtree or, for columns above the subtrees, from all. Columns above pull the updates of the
// subtrees,
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
#include "linalg/lu/supernodes.hpp"

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

// Subtracts the products of the columns of a supernode, or of its first ones, from block row and
// column `first` (an entry of below of the first) right of and below the diagonal.
void BlockLu::update_from(Chunk columns, int first) {
  const int p = columns.first, m = columns.last - columns.first, s = symbolic_.size[p];
  const int a = symbolic_.below[first], c = symbolic_.size[a];
  const double *L[kWidestSupernode], *U[kWidestSupernode];
  const double *below[kWidestSupernode], *right[kWidestSupernode];
  const auto find_blocks = [&](int entry, const double** lower, const double** upper) {
    for (int q = 0; q < m; ++q) {
      const int in = entry - symbolic_.below_start[p] - q + symbolic_.below_start[p + q];
      lower[q] = lower_.data() + below_at_[in];
      upper[q] = upper_.data() + below_at_[in];
    }
  };
  load_column(a);
  find_blocks(first, L, U);
  const BlockKernels& own = block_kernels(c, s);
  for (int q = 0; q < m; ++q) own.add_growth(L[q], U[q], growth_.data() + symbolic_.row[a], c, s);
  own.update(L, U, m, diagonal_.data() + diagonal_at_[a], c, c, s);
  int target = symbolic_.below_start[a];
  for (int k = first + 1; k < symbolic_.below_start[p + 1]; ++k) {
    const int b = symbolic_.below[k], r = symbolic_.size[b];
    while (symbolic_.below[target] != b) ++target;
    find_blocks(k, below, right);
    const auto update = block_kernels(r, s).update;
    update(below, U, m, lower_.data() + below_at_[target], c, r, s);
    update(right, L, m, upper_.data() + below_at_[target], c, r, s);
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

// Factors the columns in turn, each after the updates of those before it in the supernode.
void BlockLu::factor_supernode(Chunk columns) {
  for (int p = columns.first; p < columns.last; ++p) {
    load_column(p);
    const int entry = symbolic_.below_start[columns.first] + p - columns.first - 1;
    if (p > columns.first) update_from({columns.first, p}, entry);
    factor_column(p);
    divide(p);
  }
}

void BlockLu::factor_subtree(Chunk subtree) {
  for (int p = subtree.first; p < subtree.last; p += supernode_[p]) {
    const Chunk columns{p, p + supernode_[p]};
    factor_supernode(columns);
    const int begin = symbolic_.below_start[p] + supernode_[p] - 1;
    for (int k = begin; k < symbolic_.below_start[p + 1]; ++k) {
      if (symbolic_.below[k] >= subtree.last) break;
      update_from(columns, k);
    }
  }
}

// Subtracts from a column above the subtrees the updates that they have for it.
void BlockLu::pull(int above) {
  for (const Subtrees::Block& block : subtrees_.below(above))
    if (const int p = block.column; supernode_[p] > 0)
      update_from({p, p + supernode_[p]}, block.entry);
}

void BlockLu::factor_above(Chunk columns) {
  constexpr int kBlocks = 4;
  factor_supernode(columns);
  const int p = columns.first, begin = symbolic_.below_start[p] + supernode_[p] - 1;
  threads_->chunks<kBlocks>(symbolic_.below_start[p + 1] - begin, [&](Chunk chunk) {
    for (int k = chunk.first; k < chunk.last; ++k) update_from(columns, begin + k);
  });
}

LuReport BlockLu::report() {
  LuReport report;
  dependent_.clear();
  for (int p = 0; p < symbolic_.nodes(); ++p) {
    report.smallest_pivot = std::min(report.smallest_pivot, smallest_[p]);
    if (replaced_[p] == 0) continue;
    // Rows of K are reported by their places before the exchanges.
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
  for (const int p : above)
    if (supernode_[p] > 0) factor_above({p, p + supernode_[p]});
  return report();
}

}  // namespace perpend::linalg
