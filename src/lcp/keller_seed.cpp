// SPDX-License-Identifier: Apache-2.0
//
// Keller's method: starting from a guess of C, eight rows at a time. Within a batch G = Z W,
// R = Zᵀ G, the Schur complements S and G · y are kept by rank-one corrections, so that Z is
// passed over twice per eight rows.
#include <algorithm>
#include <cmath>

#include "lcp/keller_state.hpp"

namespace perpend::lcp::keller {
namespace {

using linalg::add_product;
using linalg::add_scaled;
using linalg::lanes;

// A guess is followed only where the pivot is safe; weaker rows are left to be driven, if needed.
constexpr double kSafePivot = 1e-10;

// sum over q of |R_q| sqrt(A_qq), eight columns.
Lanes& add_reach(const double* R, const double* root, Index k, Lanes& sum) {
  for (Index q = 0; q < k; ++q) {
    const Lanes row = lanes(R + kLanes * q);
    add_scaled(sum, root[q], row < 0 ? -row : row);
  }
  return sum;
}

}  // namespace

// a must hold b + A f_N, the load on C by the rows outside.
void Run::seed_batch(const Index* rows, int count) {
  batch_.count = count;
  std::copy_n(rows, count, batch_.row);
  prepare_batch();
  double* R = w_.R.data();
  w_.factor.multiply_transposed_block(w_.G.data(), R);
  alignas(64) double Gy[kLanes], h[kLanes], reach[kLanes];
  lanes(Gy) = lanes(reach) = Lanes{};
  for (Index q = 0; q < k(); ++q) add_scaled(lanes(Gy), w_.y[q], lanes(w_.G.data() + kLanes * q));
  add_reach(R, w_.root_C.data(), k(), lanes(reach));

  for (int m = 0; m < count; ++m) {
    const Index p = rows[m], last = k();
    const double pivot = batch_.S[m], R_p = w_.root[p] + reach[m], diagonal = view_.at(p, p);
    if (!(pivot > std::max(2 * kEpsilon * R_p * R_p, kSafePivot * diagonal))) continue;
    for (Index q = 0; q < last; ++q) w_.r[q] = R[kLanes * q + m];
    cross_products(m, h);
    append(p, -(batch_.a[m] - Gy[m]) / pivot, pivot);
    extend_batch(last, pivot, h);
    add_scaled(lanes(Gy), w_.y[last], lanes(w_.G.data() + kLanes * last));
    const Lanes rate = lanes(h) / pivot;
    lanes(reach) = Lanes{};
    for (Index q = 0; q < last; ++q) add_scaled(lanes(R + kLanes * q), -w_.r[q], rate);
    lanes(R + kLanes * last) = rate;
    add_reach(R, w_.root_C.data(), last + 1, lanes(reach));
  }
}

void Run::compute_x() {
  w_.factor.multiply_transposed(w_.y.data(), 1, w_.x.data());
  for (Index q = 0; q < w_.factor.padded_size(); q += kLanes)
    lanes(w_.x.data() + q) = -lanes(w_.x.data() + q);
}

// All entries of x outside their box leave at once; returns how many did.
int Run::drop_outside() {
  int dropped = 0;
  compute_x();
  for (Index q = k() - 1; q >= 0; --q) {
    const double x = w_.x[q];
    if (x >= w_.lo_C[q] && x <= w_.hi_C[q]) continue;
    remove(q, x < w_.lo_C[q] ? w_.lo_C[q] : w_.hi_C[q]);
    ++dropped;
  }
  return dropped;
}

// C from w_.list, whose rows are held at 0 so far. Rows not taken go to the bound nearest 0.
void Run::seed() {
  const auto count = static_cast<Index>(w_.list.size());
  for (Index i = 0; i < count; i += kLanes)
    seed_batch(w_.list.data() + i, static_cast<int>(std::min<Index>(kLanes, count - i)));
  for (const Index i : w_.list) {
    if (w_.inside[i]) continue;
    const double value = std::clamp(0.0, view_.lo[i], view_.hi[i]);
    set_value(i, value);
    set_scales(i);
    if (value != 0) add_held(i, value);
  }
  // A wrong guess leaves in bulk; after three rounds one at a time is safer.
  int round = 0;
  while (round < 3 && drop_outside() > 0) ++round;
  if (round == 3) compute_x();
  for (Index q = 0; q < k(); ++q) w_.x[q] = std::clamp(w_.x[q], w_.lo_C[q], w_.hi_C[q]);
}

}  // namespace perpend::lcp::keller
