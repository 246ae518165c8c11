// SPDX-License-Identifier: Apache-2.0
//
// Keller's method: the dense products with A, read in place: columns of a symmetric matrix are its
// rows. They start at any address, so vectors of A are loaded unaligned and the last partial one
// twice. A copy with padded columns would avoid both for n² moves per call; not measured.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "lcp/pivoting/keller/state.hpp"

namespace perpend::lcp::keller {
namespace {

using linalg::add_product;
using linalg::add_scaled;
using linalg::lanes;

template <bool kAbsolute>
[[gnu::always_inline]] inline void load_column(const double* column, Lanes& out) {
  linalg::load_unaligned(column, out);
  if constexpr (kAbsolute) out = linalg::select(out < 0, -out, out);
}

// Adds to out the sum of weights[m] columns[m], m < 8, over `blocks` whole vectors.
template <bool kAbsolute>
void add_eight(const double* const* columns, const double* weights, Index blocks, double* out) {
  for (Index j = 0; j < blocks; ++j) {
    Lanes even = lanes(out + kLanes * j), odd = {}, column;
    for (int m = 0; m < kLanes; m += 2) {
      load_column<kAbsolute>(columns[m] + kLanes * j, column);
      add_scaled(even, weights[m], column);
      load_column<kAbsolute>(columns[m + 1] + kLanes * j, column);
      add_scaled(odd, weights[m + 1], column);
    }
    lanes(out + kLanes * j) = even + odd;
  }
}

// Computes out (aligned, padded) = start + sum of weights[m] columns[m]. `count` is a multiple of
// 8. The last, partial vector is computed from the last 8 entries, so nothing beyond a column is
// read.
template <bool kAbsolute>
void add_columns(std::span<const double* const> columns, const double* weights, const double* start,
                 Index n, double* out) {
  const auto count = static_cast<Index>(columns.size());
  const auto magnitude = [](double x) { return kAbsolute ? std::abs(x) : x; };
  if (n < kLanes) {
    for (Index i = 0; i < n; ++i) {
      out[i] = magnitude(start[i]);
      for (Index m = 0; m < count; ++m) out[i] += weights[m] * magnitude(columns[m][i]);
    }
    return;
  }
  alignas(64) double tail[kLanes];
  for (int j = 0; j < kLanes; ++j) tail[j] = magnitude(start[n - kLanes + j]);
  for (Index i = 0; i < n; ++i) out[i] = magnitude(start[i]);
  const double* last[kLanes];
  for (Index m = 0; m < count; m += kLanes) {
    add_eight<kAbsolute>(columns.data() + m, weights + m, n / kLanes, out);
    if (n % kLanes == 0) continue;
    for (int j = 0; j < kLanes; ++j) last[j] = columns[m + j] + n - kLanes;
    add_eight<kAbsolute>(last, weights + m, 1, tail);
  }
  if (n % kLanes != 0) std::memcpy(out + n - kLanes, tail, sizeof tail);
}

}  // namespace

void Run::add_term(Index i, double weight) {
  w_.weights[terms_] = weight;
  w_.columns[terms_++] = view_.column(i);
}

void Run::pad_terms() {
  for (; terms_ % kLanes != 0; ++terms_) {
    w_.weights[terms_] = 0;
    w_.columns[terms_] = view_.A;
  }
}

// Collects the columns that carry a force: C first, then the rows held away from 0.
void Run::collect_terms() {
  const auto C = w_.factor.order();
  terms_ = k();
  for (Index q = 0; q < terms_; ++q) w_.columns[q] = view_.column(C[q]);
  std::copy_n(w_.x.data(), terms_, w_.weights.data());
  for (Index i = 0, left = held_; left > 0; ++i) {
    if (w_.f[i] == 0) continue;
    add_term(i, w_.f[i]);
    --left;
  }
  pad_terms();
}

// Computes a = A f + b, the residual a_C and the noise scale X.
void Run::price() {
  if (sparse_) {
    std::copy_n(view_.b, view_.n, w_.a.data());
    add_sparse_columns<false>(w_.a.data());
  } else {
    collect_terms();
    add_columns<false>({w_.columns.data(), std::size_t(terms_)}, w_.weights.data(), view_.b,
                       view_.n, w_.a.data());
  }
  Lanes squares = {}, largest = {};
  const auto C = w_.factor.order();
  const Index *row = C.data(), last = k() - 1;
  for (Index q = 0; q <= last; q += kLanes) {
    Lanes a;
    linalg::gather(a, [&](int m) { return q + m <= last ? w_.a[row[q + m]] : 0.0; });
    lanes(w_.a_C.data() + q) = a;
    const Lanes load = lanes(w_.root_C.data() + q) * lanes(w_.x.data() + q);
    const Lanes magnitude = linalg::select(a < 0, -a, a);
    add_product(squares, load, load);
    largest = linalg::larger(magnitude, largest);
  }
  double sum = linalg::horizontal_sum(squares);
  if (held_ > 0)
    for (Index i = 0; i < view_.n; ++i) sum += w_.f[i] * w_.f[i] * w_.root[i] * w_.root[i];
  noise_scale_ = std::sqrt(sum);
  overflowed_ = overflowed_ || !std::isfinite(noise_scale_);
  largest_a_C_ = linalg::horizontal_max(largest);
}

// Computes load = |b| + |A| |f|: eps times it is what evaluating a in doubles loses, row by row.
void Run::load() {
  if (sparse_) {
    for (Index i = 0; i < view_.n; ++i) w_.load[i] = std::abs(view_.b[i]);
    return add_sparse_columns<true>(w_.load.data());
  }
  collect_terms();
  for (Index m = 0; m < terms_; ++m) w_.weights[m] = std::abs(w_.weights[m]);
  add_columns<true>({w_.columns.data(), std::size_t(terms_)}, w_.weights.data(), view_.b, view_.n,
                    w_.load.data());
}

// Drops the entries of r that a bound would stop; they are of rounding size.
void Run::drop_stopped(double sign) {
  for (Index q = 0; q < k(); ++q) {
    const double d = -sign * w_.r[q];
    if (d < 0 ? w_.lo_C[q] > -kInfinity : w_.hi_C[q] < kInfinity) w_.r[q] = 0;
  }
}

// Computes a = A d and load = |A| |d| for the direction d with d_p = sign and d_C = -sign r.
void Run::price_direction(Index p, double sign) {
  drop_stopped(sign);
  if (sparse_) return price_direction_sparse(p, sign);
  terms_ = 0;
  const auto C = w_.factor.order();
  for (Index q = 0; q < k(); ++q) add_term(C[q], -sign * w_.r[q]);
  add_term(p, sign);
  pad_terms();
  const std::span<const double* const> columns(w_.columns.data(), static_cast<std::size_t>(terms_));
  std::fill_n(w_.direction.data(), view_.n, 0.0);
  add_columns<false>(columns, w_.weights.data(), w_.direction.data(), view_.n, w_.a.data());
  for (Index m = 0; m < terms_; ++m) w_.weights[m] = std::abs(w_.weights[m]);
  add_columns<true>(columns, w_.weights.data(), w_.direction.data(), view_.n, w_.load.data());
  for (Index q = 0; q < k(); ++q) w_.direction[C[q]] = -sign * w_.r[q];
  w_.direction[p] = sign;
}

// Returns the level below which violations are noise. Coarse phase: one level for all, 4 eps X
// sqrt(A_ii), with a floor for X = 0. Fine phase: each row's own, which is what light bodies under
// heavy ones need.
double Run::tolerance(Index i) const {
  if (fine_) return 4 * kEpsilon * w_.load[i];
  return std::max(2e-15 * largest_b_, 4 * kEpsilon * noise_scale_ * w_.root[i]);
}

// Selects the worst violations in the scale of each row's own diagonal, worst first.
void Run::select() {
  batch_.count = 0;
  double enough = fine_ ? 0.0 : 4 * kEpsilon * noise_scale_;
  const double* a = w_.a.data();
  double* violation = w_.gathered.data();
  for (Index i = 0; i < view_.n; i += kLanes) {
    const Lanes up = -lanes(a + i) * lanes(w_.up.data() + i);
    const Lanes down = lanes(a + i) * lanes(w_.down.data() + i);
    lanes(violation + i) = linalg::larger(up, down);
  }
  for (Index i = 0; i < view_.n; ++i) {
    if (!(violation[i] > enough) || violation[i] * w_.root[i] <= tolerance(i)) continue;
    int lane = batch_.count < width_ ? batch_.count++ : width_ - 1;
    for (; lane > 0 && batch_.violation[lane - 1] < violation[i]; --lane) {
      batch_.violation[lane] = batch_.violation[lane - 1];
      batch_.row[lane] = batch_.row[lane - 1];
    }
    batch_.violation[lane] = violation[i];
    batch_.row[lane] = i;
    if (batch_.count == width_) enough = batch_.violation[width_ - 1];
  }
}

// Gathers W = A_C,candidates; the columns of the candidates are read, eight streams.
void Run::gather(const Batch& batch) {
  const auto C = w_.factor.order();
  const double* column[kLanes];
  for (int m = 0; m < kLanes; ++m) column[m] = view_.column(batch.row[m < batch.count ? m : 0]);
  double* W = w_.W.data();
  for (Index q = 0; q < k(); ++q)
    linalg::gather(lanes(W + kLanes * q), [&, c = C[q]](int m) { return column[m][c]; });
  std::fill(W + kLanes * k(), W + kLanes * linalg::padded(k()), 0.0);
}

}  // namespace perpend::lcp::keller
