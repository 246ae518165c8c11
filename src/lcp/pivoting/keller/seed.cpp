// SPDX-License-Identifier: Apache-2.0
//
// Keller's method: starting from a guess of C, eight rows at a time. Within a batch G = Z W,
// R = Zᵀ G, the Schur complements S and G · y are kept by rank-one corrections, so that Z is
// passed over twice per eight rows.
#include <algorithm>
#include <cmath>

#include "lcp/pivoting/keller/state.hpp"

namespace perpend::lcp::keller {
namespace {

using linalg::add_product;
using linalg::add_scaled;
using linalg::lanes;

}  // namespace

// Returns the sum of |r_q| sqrt(A_qq).
double Run::reach_of_r() const {
  Lanes sum = {};
  for (Index q = 0; q < w_.factor.padded_size(); q += kLanes) {
    const Lanes r = lanes(w_.r.data() + q);
    add_product(sum, linalg::select(r < 0, -r, r), lanes(w_.root_C.data() + q));
  }
  return linalg::horizontal_sum(sum);
}

// Precondition: a holds b + A f_N, the load on C by the rows outside.
void Run::seed_batch(const Index* rows, int count) {
  batch_.count = count;
  std::copy_n(rows, count, batch_.row);
  prepare_batch();
  double* R = w_.R.data();
  w_.factor.multiply_transposed_block(w_.G.data(), R);
  alignas(64) double Gy[kLanes] = {}, h[kLanes];
  for (Index q = 0; q < k(); ++q) add_scaled(lanes(Gy), w_.y[q], lanes(w_.G.data() + kLanes * q));

  for (int m = 0; m < count; ++m) {
    const Index p = rows[m], last = k();
    for (Index q = 0; q < w_.factor.padded_size(); q += kLanes)
      linalg::gather(lanes(w_.r.data() + q), [&](int j) { return R[kLanes * (q + j) + m]; });
    const double pivot = batch_.S[m], reach = w_.root[p] + reach_of_r();
    if (!(pivot > std::max(2 * kEpsilon * reach * reach, kSafePivot * view_.at(p, p)))) continue;
    cross_products(m, h);
    const double diagonal = 1 / std::sqrt(pivot), inverse = diagonal * diagonal;
    append(p, (Gy[m] - batch_.a[m]) * inverse, diagonal);
    extend_batch(last, diagonal, h);
    add_scaled(lanes(Gy), w_.y[last], lanes(w_.G.data() + kLanes * last));
    const Lanes rate = inverse * lanes(h);
    for (Index q = 0; q < last; ++q) add_scaled(lanes(R + kLanes * q), -w_.r[q], rate);
    if (last % kLanes == 0) std::fill_n(R + kLanes * last, kLanes * kLanes, 0.0);
    lanes(R + kLanes * last) = rate;
  }
}

void Run::compute_x() {
  w_.factor.multiply_transposed(w_.y.data(), 1, w_.x.data());
  for (Index q = 0; q < w_.factor.padded_size(); q += kLanes)
    lanes(w_.x.data() + q) = -lanes(w_.x.data() + q);
}

// Drops all entries of x outside their box at once; returns how many they were.
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

// Enters the rows of w_.list, held at 0 so far, into C. Bilateral rows have to come first.
void Run::enter_list() {
  if (dissected_ && !bilateral_only_) return enter_list_dissected();
  const auto count = static_cast<Index>(w_.list.size());
  for (Index i = 0; i < count; i += kLanes)
    seed_batch(w_.list.data() + i, static_cast<int>(std::min<Index>(kLanes, count - i)));
}

// Holds the rows of w_.list that did not enter at the bound nearest 0.
void Run::hold_the_rest() {
  for (const Index i : w_.list) {
    if (w_.inside[i]) continue;
    const double value = std::clamp(0.0, view_.lo[i], view_.hi[i]);
    set_value(i, value);
    set_scales(i);
    if (value != 0) add_held(i, value);
  }
}

void Run::seed() {
  enter_list();
  hold_the_rest();
  const bool at_once = dissected_ && !bilateral_only_;
  // Rows of a wrong guess leave in bulk; after three rounds one at a time is safer.
  int round = 0;
  while (round < 3 && (at_once ? drop_outside_at_once() : drop_outside()) > 0) ++round;
  if (round == 3) compute_x();
  for (Index q = 0; q < k(); ++q) w_.x[q] = std::clamp(w_.x[q], w_.lo_C[q], w_.hi_C[q]);
}

}  // namespace perpend::lcp::keller
