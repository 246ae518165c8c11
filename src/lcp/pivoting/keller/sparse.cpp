// SPDX-License-Identifier: Apache-2.0
//
// Keller's method for a sparse A, as in large islands of contacts, where each couples with its
// neighbours only. Products with A then cost its entries; and where C is seeded in the order of a
// nested dissection, most of Z is zero (inverse_cholesky.hpp): row p of Z depends only on the rows
// of Z on its paths in the elimination tree (Liu 1990),
//   l = Z A_Cp,   r = Zᵀ l,   row = [-r', 1] / sqrt(S_p).
// That is so cheap that a guess with many wrong rows is entered again rather than corrected.
#include <algorithm>
#include <cmath>

#include "lcp/pivoting/keller/state.hpp"

namespace perpend::lcp::keller {
namespace {

using linalg::lanes;

// Dropping one row costs about as much as entering this many again.
constexpr Index kDropShare = 32;

// Adds f A_j to out, or |f| |A_j|.
template <bool kAbsolute>
void add_column(const SparseColumns& A, Index j, double f, double* out) {
  const auto rows = A.rows(j);
  const double* value = A.values(j);
  for (std::size_t e = 0; e < rows.size(); ++e)
    if constexpr (kAbsolute)
      linalg::add_product(out[rows[e]], std::abs(value[e]), std::abs(f));
    else
      linalg::add_product(out[rows[e]], value[e], f);
}

}  // namespace

void Run::find_sparsity() {
  const Index n = view_.n;
  if (!view_.sparse && suits_columns(n) && w_.sparse.load(view_.A, n, most_entries(n)))
    view_.sparse = &w_.sparse;
  dissected_ = sparse_ = view_.sparse != nullptr;
  if (!sparse_) return;
  w_.position.resize(std::max<std::size_t>(w_.position.size(), n));
  w_.parent.resize(w_.position.size());
  w_.mark.assign(w_.position.size(), 0);
  stamp_ = 0;
}

// Adds A f to out, or |A| |f|.
template <bool kAbsolute>
void Run::add_sparse_columns(double* out) const {
  const auto C = w_.factor.order();
  for (Index q = 0; q < k(); ++q) add_column<kAbsolute>(*view_.sparse, C[q], w_.x[q], out);
  for (Index i = 0, left = held_; left > 0; ++i) {
    if (w_.f[i] == 0) continue;
    add_column<kAbsolute>(*view_.sparse, i, w_.f[i], out);
    --left;
  }
}
template void Run::add_sparse_columns<false>(double* out) const;
template void Run::add_sparse_columns<true>(double* out) const;

void Run::price_direction_sparse(Index p, double sign) {
  const auto C = w_.factor.order();
  std::fill_n(w_.direction.data(), view_.n, 0.0);
  for (Index q = 0; q < k(); ++q) w_.direction[C[q]] = -sign * w_.r[q];
  w_.direction[p] = sign;
  std::fill_n(w_.a.data(), view_.n, 0.0);
  std::fill_n(w_.load.data(), view_.n, 0.0);
  for (Index i = 0; i < view_.n; ++i) {
    if (w_.direction[i] == 0) continue;
    add_column<false>(*view_.sparse, i, w_.direction[i], w_.a.data());
    add_column<true>(*view_.sparse, i, w_.direction[i], w_.load.data());
  }
}

// Computes W and G = Z W of the candidates, from the entries of their columns in C.
void Run::gather_sparse(const Batch& batch) {
  double* W = w_.W.data();
  w_.met.clear();
  ++stamp_;
  for (int m = 0; m < kLanes; ++m) {
    const Index p = batch.row[m < batch.count ? m : 0];
    const auto rows = view_.sparse->rows(p);
    const double* value = view_.sparse->values(p);
    for (std::size_t e = 0; e < rows.size(); ++e) {
      if (!w_.inside[rows[e]]) continue;
      const Index q = w_.position[rows[e]];
      if (w_.mark[q] != stamp_) {
        w_.mark[q] = stamp_;
        w_.met.push_back(q);
        lanes(W + kLanes * q) = Lanes{};
      }
      W[kLanes * q + m] = value[e];
    }
  }
  std::sort(w_.met.begin(), w_.met.end());
  w_.factor.multiply_block(W, w_.met, w_.G.data());
}

// Finds where A_Cp has entries, which go to `gathered`, and where Z A_Cp has, both ascending.
void Run::find_path(Index p) {
  w_.met.clear();
  w_.path.clear();
  ++stamp_;
  const auto rows = view_.sparse->rows(p);
  const double* value = view_.sparse->values(p);
  for (std::size_t e = 0; e < rows.size(); ++e) {
    if (!w_.inside[rows[e]]) continue;
    Index q = w_.position[rows[e]];
    w_.gathered[q] = value[e];
    w_.met.push_back(q);
    for (; q >= 0 && w_.mark[q] != stamp_; q = w_.parent[q]) {
      w_.mark[q] = stamp_;
      w_.path.push_back(q);
    }
  }
  std::sort(w_.met.begin(), w_.met.end());
  std::sort(w_.path.begin(), w_.path.end());
}

// Enters p into C unless it depends on C; a must hold b + A f_N.
void Run::enter_row(Index p) {
  const Index position = k();
  find_path(p);
  std::fill_n(w_.r.data(), w_.factor.padded_size(), 0.0);
  double pivot = view_.at(p, p), Gy = 0;
  for (const Index q : w_.path) {
    const double* z = w_.factor.row(q);
    double l = 0;
    for (auto at = w_.met.begin(); at != w_.met.end() && *at <= q; ++at)
      linalg::add_product(l, z[*at], w_.gathered[*at]);
    if (l == 0) continue;
    pivot -= l * l;
    Gy += l * w_.y[q];
    w_.factor.add_row(q, l, w_.r.data());
  }
  const double reach = w_.root[p] + reach_of_r();
  if (!(pivot > std::max(2 * kEpsilon * reach * reach, kSafePivot * view_.at(p, p)))) return;
  for (const Index q : w_.path)
    if (w_.parent[q] < 0) w_.parent[q] = position;
  w_.parent[position] = -1;
  append(p, (Gy - w_.a[p]) / pivot, 1 / std::sqrt(pivot));
}

void Run::enter_list_dissected() {
  w_.dissection.order(view_.sparse->pattern(), w_.list);
  for (const Index p : w_.list) enter_row(p);
}

// Empties C; its rows are held at 0.
void Run::empty_set() {
  const Index padded = w_.factor.padded_size();
  for (const Index i : w_.factor.order()) {
    w_.inside[i] = 0;
    hash_ -= member(i);
    set_scales(i);
  }
  w_.factor.clear();
  for (auto* v : {&w_.x, &w_.y, &w_.root_C, &w_.a_C}) std::fill_n(v->data(), padded, 0.0);
  std::fill_n(w_.lo_C.data(), padded, -kInfinity);
  std::fill_n(w_.hi_C.data(), padded, kInfinity);
}

// Works as drop_outside(), but where many leave the rest enters again, in the order it had.
int Run::drop_outside_at_once() {
  compute_x();
  const auto C = w_.factor.order();
  const auto is_outside = [&](Index q) { return w_.x[q] < w_.lo_C[q] || w_.x[q] > w_.hi_C[q]; };
  int dropped = 0;
  for (Index q = 0; q < k(); ++q) dropped += is_outside(q);
  if (kDropShare * dropped < k()) return drop_outside();
  w_.list.clear();
  for (Index q = 0; q < k(); ++q)
    if (is_outside(q)) {
      set_value(C[q], w_.x[q] < w_.lo_C[q] ? w_.lo_C[q] : w_.hi_C[q]);
    } else {
      w_.list.push_back(C[q]);
    }
  pivots_ += dropped;
  empty_set();
  price();
  for (const Index p : w_.list) enter_row(p);
  hold_the_rest();
  return dropped;
}

}  // namespace perpend::lcp::keller
