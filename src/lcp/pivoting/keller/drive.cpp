// SPDX-License-Identifier: Apache-2.0
//
// Keller's method: driving the candidates of one batch to a = 0, one after the other. All eight
// share one pass over Z; afterwards a_c, G_c and S_c follow every change of C in O(k) each.
#include <algorithm>
#include <cmath>

#include "lcp/pivoting/keller/state.hpp"

namespace perpend::lcp::keller {

using linalg::add_product;
using linalg::add_scaled;
using linalg::lanes;

/// Result of evaluating r = A_CC⁻¹ A_Cp for a drive of p by +t or -t.
struct Run::Step {
  double reach = 0;           ///< R = sqrt(A_pp) + sum |r_q| sqrt(A_qq)
  double leftover = 0;        ///< sum |r_q a_q|: what the residual of C adds to a_p
  double length = kInfinity;  ///< t at which the first x_q meets a bound, or infinity
  Index first = -1;           ///< position q of that x_q
};

// Only rows of a batch within this factor of its worst are driven: the others are better judged
// after the next pricing. Measured 0.01 to 0.6: from 0.05 to 0.25 times differ by less than 15 %,
// 0.1 is best or next to best on walls, pyramids, stacks and piles from n = 12 to 150.
constexpr double kWorthDriving = 0.1;

void Run::prepare_batch() {
  if (sparse_) {
    gather_sparse(batch_);
  } else {
    gather(batch_);
    w_.factor.multiply_block(w_.W.data(), w_.G.data());
  }
  Lanes even = {}, odd = {};
  const double* G = w_.G.data();
  for (Index q = 0; q < w_.factor.padded_size(); q += 2) {
    add_product(even, lanes(G + kLanes * q), lanes(G + kLanes * q));
    add_product(odd, lanes(G + kLanes * (q + 1)), lanes(G + kLanes * (q + 1)));
  }
  for (int m = batch_.count; m < kLanes; ++m) batch_.row[m] = batch_.row[0];
  const Index* c = batch_.row;
  Lanes diagonal;
  linalg::gather(diagonal, [&](int m) { return view_.at(c[m], c[m]); });
  linalg::gather(lanes(batch_.a), [&](int m) { return w_.a[c[m]]; });
  linalg::gather(lanes(batch_.up), [&](int m) { return m < batch_.count ? w_.up[c[m]] : 0.0; });
  linalg::gather(lanes(batch_.down), [&](int m) { return m < batch_.count ? w_.down[c[m]] : 0.0; });
  lanes(batch_.S) = diagonal - (even + odd);
}

void Run::retire(int lane) {
  Lanes index;
  linalg::gather(index, [](int m) { return static_cast<double>(m); });
  const linalg::LaneMask other = index != static_cast<double>(lane);
  lanes(batch_.up) = linalg::masked(other, lanes(batch_.up));
  lanes(batch_.down) = linalg::masked(other, lanes(batch_.down));
}

// Returns the lane most worth driving, or -1.
int Run::worst_lane() {
  for (;;) {
    const Lanes a = lanes(batch_.a), up = -a * lanes(batch_.up), down = a * lanes(batch_.down);
    const Lanes violation = linalg::larger(up, down);
    const double worst = linalg::horizontal_max(violation);
    if (!(worst > kWorthDriving * batch_.violation[0])) return -1;
    const int lane = linalg::first_lane(violation == worst);
    const Index p = batch_.row[lane];
    if (worst * w_.root[p] > tolerance(p)) return lane;
    retire(lane);
  }
}

void Run::drive_batch() {
  prepare_batch();
  batching_ = true;
  for (int lane = worst_lane(); lane >= 0; lane = worst_lane()) {
    drive(lane);
    retire(lane);
    if (status_ != Status::limit || pivots_ >= limit_ || overflowed_) break;
  }
  batching_ = false;
}

// Sets target = x - t r and the reach of r; returns true if the target is inside its box.
bool Run::try_step(double t, double& reach) {
  const double *r = w_.r.data(), *x = w_.x.data(), *root = w_.root_C.data();
  const double *lo = w_.lo_C.data(), *hi = w_.hi_C.data();
  double* target = w_.target.data();
  Lanes sum = {};
  linalg::LaneMask outside = {};
  for (Index q = 0, end = w_.factor.padded_size(); q < end; q += kLanes) {
    const Lanes rate = lanes(r + q);
    Lanes goal = lanes(x + q);
    add_scaled(goal, -t, rate);
    add_product(sum, linalg::select(rate < 0, -rate, rate), lanes(root + q));
    outside |= (goal < lanes(lo + q)) | (goal > lanes(hi + q));
    lanes(target + q) = goal;
  }
  reach = linalg::horizontal_sum(sum);
  return !linalg::any(outside);
}

// Runs the ratio test with both bounds, and sums what the residual of C may have added to a_p.
void Run::measure(double sign, Step& step) const {
  Lanes leftover = {}, shortest = Lanes{} + kInfinity;
  Lanes where = {};
  const double *r = w_.r.data(), *x = w_.x.data();
  for (Index q = 0; q < w_.factor.padded_size(); q += kLanes) {
    const Lanes rate = -sign * lanes(r + q), a = lanes(w_.a_C.data() + q);
    add_product(leftover, linalg::select(rate < 0, -rate, rate), linalg::select(a < 0, -a, a));
    const Lanes bound =
        linalg::select(rate < 0, lanes(w_.lo_C.data() + q), lanes(w_.hi_C.data() + q));
    const Lanes length =
        linalg::select(rate == 0, Lanes{} + kInfinity, (bound - lanes(x + q)) / rate);
    const linalg::LaneMask shorter = length < shortest;
    shortest = linalg::select(shorter, length, shortest);
    where = linalg::select(shorter, Lanes{} + static_cast<double>(q), where);
  }
  step.leftover = linalg::horizontal_sum(leftover);
  for (int j = 0; j < kLanes; ++j) {
    if (!(shortest[j] < step.length)) continue;
    step.length = shortest[j];
    step.first = static_cast<Index>(where[j]) + j;
  }
  step.length = std::max(step.length, 0.0);
}

// Computes h_c = A_pc - G_p · G_c, the rate of a_c as p is driven with x_C following.
void Run::cross_products(int lane, double* h) const {
  const double* G = w_.G.data();
  Lanes even = {}, odd = {};
  for (Index q = 0; q < w_.factor.padded_size(); q += 2) {
    add_scaled(even, G[kLanes * q + lane], lanes(G + kLanes * q));
    add_scaled(odd, G[kLanes * (q + 1) + lane], lanes(G + kLanes * (q + 1)));
  }
  even += odd;
  const Index p = batch_.row[lane];
  Lanes entries;
  linalg::gather(entries, [&](int m) { return view_.at(batch_.row[m], p); });
  lanes(h) = entries - even;
}

// Returns what rounding may have put into a_p: the factor's backward error, or in the fine phase
// the noise of each row carried over by r, and in both what C's own residual contributes.
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

// Extends G and S by the row that entered last, given its h and the new diagonal of Z.
void Run::extend_batch(Index position, double diagonal, const double* h) {
  double* G = w_.G.data();
  if (position % kLanes == 0) std::fill_n(G + kLanes * position, kLanes * kLanes, 0.0);
  const Lanes g = diagonal * lanes(h);
  lanes(G + kLanes * position) = g;
  lanes(batch_.S) -= g * g;
}

// Enters p into C at a = 0.
void Run::enter(int lane, double value, const double* h) {
  const Index p = batch_.row[lane], position = k();
  const double diagonal = 1 / std::sqrt(batch_.S[lane]), held = w_.f[p];
  if (held != 0)
    for (Index q = 0; q < k(); ++q) w_.y[q] -= held * w_.G[kLanes * q + lane];
  append(p, value, diagonal);
  extend_batch(position, diagonal, h);
  ++pivots_;
}

// Holds p at its other bound, as it crossed its box: no change of C.
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
    if (!std::isfinite(batch_.S[lane]) || !std::isfinite(batch_.a[lane])) {
      overflowed_ = true;
      return;
    }
    w_.factor.multiply_transposed(w_.G.data() + lane, kLanes, w_.r.data());
    const double missing = sign * -batch_.a[lane], own = sign * (far - value);
    double wanted = batch_.S[lane] > 0 ? missing / batch_.S[lane] : kInfinity;
    Step step;
    const bool inside = try_step(sign * std::min(wanted, own), step.reach);
    step.reach += w_.root[p];
    const double threshold = kEpsilon * step.reach * step.reach;
    const bool dependent = batch_.S[lane] <= 2 * threshold;

    // Most drives end here: nothing is in the way, and nothing is near rounding.
    double length = std::min(wanted, own);
    if (dependent || fine_ || !inside) {
      if (batch_.S[lane] < -kIndefinite * threshold) {
        status_ = Status::invalid;
        return;
      }
      measure(sign, step);
      if (value == w_.f[p] && (dependent || fine_) && missing <= noise(lane, step))
        return refuse(p);
      if (dependent) {
        wanted = kInfinity;
        ignore_noise(step, sign);
      }
      length = std::min({wanted, own, step.length});
      if (length == kInfinity) return prove_ray_or_refuse(lane, sign);
      try_step(sign * length, step.reach);
    }
    if (!std::isfinite(length) || !std::isfinite(step.reach)) {
      overflowed_ = true;
      return;
    }
    cross_products(lane, h);
    std::copy_n(w_.target.data(), w_.factor.padded_size(), w_.x.data());
    value += sign * length;
    add_scaled(lanes(batch_.a), sign * length, lanes(h));
    if (wanted <= length) return enter(lane, value, h);
    if (own <= length) return flip(lane, far);
    const bool falls = -sign * w_.r[step.first] < 0;
    remove(step.first, falls ? w_.lo_C[step.first] : w_.hi_C[step.first]);
    if (pivots_ >= limit_) return;
  }
}

// Runs the ratio test along a dependent row, where entries of r that may be pure rounding do not
// limit.
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

// Ends a drive that nothing limits: either d = sign (e_p - r on C) proves that there is no
// solution, or the violation is noise that no force can remove and p is left alone. The batch ends,
// because its other members have followed the step this far.
void Run::prove_ray_or_refuse(int lane, double sign) {
  const Index p = batch_.row[lane];
  if (ray_holds(p, sign)) {
    status_ = Status::infeasible;
  } else {
    refuse(p);
  }
  for (int m = 0; m < kLanes; ++m) retire(m);
}

}  // namespace perpend::lcp::keller
