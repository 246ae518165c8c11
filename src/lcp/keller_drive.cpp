// SPDX-License-Identifier: Apache-2.0
//
// Keller's method: driving the candidates of one batch to a = 0, one after the other. All eight
// share one pass over Z; afterwards a_c, G_c and S_c follow every change of C in O(k) each.
#include <algorithm>
#include <cmath>

#include "lcp/keller_state.hpp"

namespace perpend::lcp::keller {

using linalg::add_product;
using linalg::add_scaled;
using linalg::lanes;

/// What one look at r = A_CC⁻¹ A_Cp says about driving p by +t or -t.
struct Run::Step {
  double reach = 0;       ///< R = sqrt(A_pp) + sum |r_q| sqrt(A_qq)
  double leftover = 0;    ///< sum |r_q a_q|: what the residual of C adds to a_p
  double length = 0;      ///< t at which the first x_q meets a bound, or infinity
  Index first = -1;       ///< that q
};

// Of a batch, only rows within this factor of its worst are driven: the others are better judged
// after the next pricing. 0.1 to 0.6 measured within 40 % of each other, none better everywhere.
constexpr double kWorthDriving = 0.25;

void Run::prepare_batch() {
  gather(batch_);
  w_.factor.multiply_block(w_.W.data(), w_.G.data());
  Lanes even = {}, odd = {};
  const double* G = w_.G.data();
  for (Index q = 0; q < w_.factor.padded_size(); q += 2) {
    add_product(even, lanes(G + kLanes * q), lanes(G + kLanes * q));
    add_product(odd, lanes(G + kLanes * (q + 1)), lanes(G + kLanes * (q + 1)));
  }
  even += odd;
  for (int m = 0; m < kLanes; ++m) {
    const Index c = batch_.row[m < batch_.count ? m : 0];
    batch_.live[m] = m < batch_.count;
    batch_.a[m] = w_.a[c];
    batch_.S[m] = view_.at(c, c) - even[m];
  }
}

double Run::lane_violation(int lane) const {
  const Index c = batch_.row[lane];
  return std::max(-batch_.a[lane] * w_.up[c], batch_.a[lane] * w_.down[c]);
}

int Run::worst_lane() const {
  int worst = -1;
  double most = kWorthDriving * batch_.violation[0];
  for (int m = 0; m < batch_.count; ++m) {
    if (!batch_.live[m]) continue;
    const double violation = lane_violation(m);
    if (violation <= most || violation * w_.root[batch_.row[m]] <= tolerance(batch_.row[m])) continue;
    most = violation;
    worst = m;
  }
  return worst;
}

void Run::drive_batch() {
  prepare_batch();
  batching_ = true;
  for (int lane = worst_lane(); lane >= 0; lane = worst_lane()) {
    drive(lane);
    batch_.live[lane] = false;
    if (status_ != Status::limit || pivots_ >= limit_) break;
  }
  batching_ = false;
}

// One pass over r: reach, leftover, and the ratio test with both bounds.
Run::Step Run::measure(int lane, double sign) const {
  Lanes reach = {}, leftover = {}, shortest = Lanes{} + kInfinity;
  linalg::LaneMask where = {};
  const double *r = w_.r.data(), *x = w_.x.data();
  for (Index q = 0; q < w_.factor.padded_size(); q += kLanes) {
    const Lanes rate = -sign * lanes(r + q);
    const Lanes size = rate < 0 ? -rate : rate;
    const Lanes a = lanes(w_.a_C.data() + q);
    add_product(reach, size, lanes(w_.root_C.data() + q));
    add_product(leftover, size, a < 0 ? -a : a);
    const Lanes bound = rate < 0 ? lanes(w_.lo_C.data() + q) : lanes(w_.hi_C.data() + q);
    const Lanes length = rate == 0 ? Lanes{} + kInfinity : (bound - lanes(x + q)) / rate;
    const auto shorter = length < shortest;
    shortest = shorter ? length : shortest;
    where = shorter ? linalg::LaneMask{} + static_cast<long long>(q) : where;
  }
  Step step{w_.root[batch_.row[lane]] + linalg::horizontal_sum(reach),
            linalg::horizontal_sum(leftover), kInfinity, -1};
  for (int j = 0; j < kLanes; ++j) {
    if (!(shortest[j] < step.length)) continue;
    step.length = shortest[j];
    step.first = static_cast<Index>(where[j]) + j;
  }
  step.length = std::max(step.length, 0.0);
  return step;
}

// h_c = A_pc - G_p · G_c, the rate of a_c as p is driven with x_C following.
void Run::cross_products(int lane, double* h) const {
  const double* G = w_.G.data();
  Lanes even = {}, odd = {};
  for (Index q = 0; q < w_.factor.padded_size(); q += 2) {
    add_scaled(even, G[kLanes * q + lane], lanes(G + kLanes * q));
    add_scaled(odd, G[kLanes * (q + 1) + lane], lanes(G + kLanes * (q + 1)));
  }
  even += odd;
  const double* column = view_.column(batch_.row[lane]);
  for (int m = 0; m < kLanes; ++m) h[m] = column[batch_.row[m < batch_.count ? m : 0]] - even[m];
}

// What rounding may have put into a_p: the factor's backward error, or in the fine phase the
// noise of each row carried over by r, and in both what C's own residual contributes.
double Run::noise(int lane, const Step& step) const {
  double level = kEpsilon * step.reach * noise_scale_;
  if (fine_) {
    level = w_.load[batch_.row[lane]];
    const auto C = w_.factor.order();
    for (Index q = 0; q < k(); ++q) level += std::abs(w_.r[q]) * w_.load[C[q]];
    level *= kEpsilon;
  }
  return 2 * (level + step.leftover);
}

// G and S follow the row that entered last, given its h and pivot.
void Run::extend_batch(Index position, double pivot, const double* h) {
  double* G = w_.G.data();
  if (position % kLanes == 0) std::fill_n(G + kLanes * position, kLanes * kLanes, 0.0);
  const Lanes g = lanes(h) / std::sqrt(pivot);
  lanes(G + kLanes * position) = g;
  lanes(batch_.S) -= g * g;
}

// p enters C at a = 0.
void Run::enter(int lane, double value, const double* h) {
  const Index p = batch_.row[lane], position = k();
  const double pivot = batch_.S[lane], held = w_.f[p];
  if (held != 0)
    for (Index q = 0; q < k(); ++q) w_.y[q] -= held * w_.G[kLanes * q + lane];
  append(p, value, pivot);
  extend_batch(position, pivot, h);
  ++pivots_;
}

// p crossed its box and is held at the other bound: no change of C.
void Run::flip(int lane, double bound) {
  const Index p = batch_.row[lane];
  const double change = bound - w_.f[p];
  for (Index q = 0; q < k(); ++q) w_.y[q] += change * w_.G[kLanes * q + lane];
  set_value(p, bound);
  set_scales(p);
  w_.touched.push_back(p);
  ++pivots_;
}

void Run::drive(int lane) {
  const Index p = batch_.row[lane];
  const double sign = batch_.a[lane] < 0 ? 1.0 : -1.0, far = sign > 0 ? view_.hi[p] : view_.lo[p];
  double value = w_.f[p];
  alignas(64) double h[kLanes];
  w_.touched.push_back(p);
  ++drives_;
  for (;;) {
    w_.factor.multiply_transposed(w_.G.data() + lane, kLanes, w_.r.data());
    Step step = measure(lane, sign);
    const double threshold = kEpsilon * step.reach * step.reach;
    const bool dependent = batch_.S[lane] <= 2 * threshold;
    if (batch_.S[lane] < -kIndefinite * threshold) {
      status_ = Status::invalid;
      return;
    }
    if (value == w_.f[p] && (dependent || fine_) && sign * -batch_.a[lane] <= noise(lane, step))
      return refuse(p);

    const double wanted = dependent ? kInfinity : sign * -batch_.a[lane] / batch_.S[lane];
    const double own = sign * (far - value);
    if (dependent) ignore_noise(step, sign);
    const double length = std::min({wanted, own, step.length});
    if (length == kInfinity) return prove_ray_or_refuse(lane, sign);

    cross_products(lane, h);
    const double t = sign * length;
    for (Index q = 0; q < w_.factor.padded_size(); q += kLanes)
      add_scaled(lanes(w_.x.data() + q), -t, lanes(w_.r.data() + q));
    value += t;
    add_scaled(lanes(batch_.a), t, lanes(h));
    if (wanted <= length) return enter(lane, value, h);
    if (own <= length) return flip(lane, far);
    const bool falls = -sign * w_.r[step.first] < 0;
    remove(step.first, falls ? w_.lo_C[step.first] : w_.hi_C[step.first]);
    if (pivots_ >= limit_) return;
  }
}

// The ratio test along a dependent row, where entries of r may be pure rounding: they do not limit.
void Run::ignore_noise(Step& step, double sign) const {
  const double negligible = 16 * kEpsilon * step.reach;
  step.length = kInfinity;
  step.first = -1;
  for (Index q = 0; q < k(); ++q) {
    const double rate = -sign * w_.r[q];
    if (std::abs(rate) * w_.root_C[q] <= negligible) continue;
    const double length = ((rate < 0 ? w_.lo_C[q] : w_.hi_C[q]) - w_.x[q]) / rate;
    if (!(length < step.length)) continue;
    step.length = std::max(0.0, length);
    step.first = q;
  }
}

// Nothing limits: either d = sign (e_p - r on C) proves that there is no solution, or the
// violation is noise that no force can mend and p is left alone. The batch ends, because its
// other members have followed the step this far.
void Run::prove_ray_or_refuse(int lane, double sign) {
  const Index p = batch_.row[lane];
  if (ray_holds(p, sign)) {
    status_ = Status::infeasible;
  } else {
    refuse(p);
  }
  std::fill_n(batch_.live, kLanes, false);
}

}  // namespace perpend::lcp::keller
