// SPDX-License-Identifier: Apache-2.0
//
// The Jordan algebra of jordan.hpp for a SIMD batch of cones: one lane each. Alizadeh & Goldfarb
// 2003, section 4; Nesterov-Todd scaling as in Domahidi, Chu & Boyd 2013, section II.
#pragma once

#include "linalg/kernels/lanes.hpp"

namespace perpend::lcp {

using linalg::Lanes, linalg::root, linalg::select;

/// Eight vectors, one per lane.
struct LaneVector {
  Lanes at[3] = {};
  Lanes& operator[](int i) { return at[i]; }
  const Lanes& operator[](int i) const { return at[i]; }
};

/// Computes |x_t|.
[[gnu::always_inline]] inline void tangent_norm(const LaneVector& x, Lanes& out) {
  root(x[1] * x[1] + x[2] * x[2], out);
}

/// Computes x_0² - |x_t|².
[[gnu::always_inline]] inline void jordan_determinant(const LaneVector& x, Lanes& out) {
  Lanes length;
  tangent_norm(x, length);
  out = (x[0] - length) * (x[0] + length);
}

[[gnu::always_inline]] inline void jordan_product(const LaneVector& x, const LaneVector& y,
                                                  LaneVector& z) {
  const Lanes first = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  for (int i = 1; i < 3; ++i) z[i] = x[0] * y[i] + y[0] * x[i];
  z[0] = first;
}

/// Computes z with x o z = w, for x inside the cone. `z` may be `w`.
[[gnu::always_inline]] inline void jordan_quotient(const LaneVector& w, const LaneVector& x,
                                                   LaneVector& z) {
  Lanes determinant;
  jordan_determinant(x, determinant);
  const Lanes first = (x[0] * w[0] - x[1] * w[1] - x[2] * w[2]) / determinant;
  for (int i = 1; i < 3; ++i) z[i] = (w[i] - first * x[i]) / x[0];
  z[0] = first;
}

/// Lowers `step` to the largest multiple of dx that keeps x, which is inside, in the cone: the
/// smallest positive root of det(x + t dx) = c + 2 b t + a t², c > 0. There is none where both
/// eigenvalues stay positive.
[[gnu::always_inline]] inline void limit_step(const LaneVector& x, const LaneVector& dx,
                                              Lanes& step) {
  const Lanes kNone = {}, kOne = kNone + 1.0;
  Lanes a, c, size;
  jordan_determinant(dx, a);
  jordan_determinant(x, c);
  c = linalg::larger(c, kNone);
  const Lanes b = x[0] * dx[0] - x[1] * dx[1] - x[2] * dx[2];
  const Lanes discriminant = b * b - a * c;
  root(linalg::larger(discriminant, kNone), size);
  // Both roots are computed without cancellation.
  const Lanes s = -(b + select(b < kNone, -size, size));
  const Lanes no = kNone - 1.0;
  Lanes first = select(a != kNone, s / select(a != kNone, a, kOne), no);
  Lanes second = select(s != kNone, c / select(s != kNone, s, kOne), no);
  first = select(discriminant >= kNone, first, no);
  second = select(discriminant >= kNone, second, no);
  step = select((first >= kNone) & (first < step), first, step);
  step = select((second >= kNone) & (second < step), second, step);
  const Lanes apex = -x[0] / select(dx[0] < kNone, dx[0], kOne);
  step = select((dx[0] < kNone) & (apex < step), apex, step);
}

/// P with P x = P⁻¹ y for x and y inside the cone: P = eta V, where V has the eigenvalues e and
/// 1 / e in the plane of e_0 and w_t and 1 across it.
struct LaneScaling {
  LaneVector w;
  Lanes eta;

  [[gnu::always_inline]] void set(const LaneVector& x, const LaneVector& y) {
    const Lanes kLeast = Lanes{} + 1e-300;
    Lanes det_x, det_y, root_x, root_y, gamma;
    jordan_determinant(x, det_x);
    jordan_determinant(y, det_y);
    root(linalg::larger(det_x, kLeast), root_x);
    root(linalg::larger(det_y, kLeast), root_y);
    const Lanes dot = (x[0] * y[0] + x[1] * y[1] + x[2] * y[2]) / (root_x * root_y);
    root(0.5 * (1.0 + dot), gamma);
    const Lanes of_x = 0.5 / (gamma * root_x), of_y = 0.5 / (gamma * root_y);
    w[0] = of_y * y[0] + of_x * x[0];
    for (int i = 1; i < 3; ++i) w[i] = of_y * y[i] - of_x * x[i];
    root(root_y / root_x, eta);
  }

  /// out = P x
  [[gnu::always_inline]] void scale(const LaneVector& x, LaneVector& out) const {
    apply(x, eta, 1.0, out);
  }
  /// out = P⁻¹ x
  [[gnu::always_inline]] void scale_back(const LaneVector& x, LaneVector& out) const {
    apply(x, 1.0 / eta, -1.0, out);
  }

 private:
  [[gnu::always_inline]] void apply(const LaneVector& x, const Lanes& factor, double sign,
                                    LaneVector& out) const {
    const Lanes across = w[1] * x[1] + w[2] * x[2];
    const Lanes share = sign * x[0] + across / (1.0 + w[0]);
    const Lanes first = factor * (w[0] * x[0] + sign * across);
    for (int i = 1; i < 3; ++i) out[i] = factor * (x[i] + share * w[i]);
    out[0] = first;
  }
};

/// (P² + delta I)⁻¹
struct LaneInverse {
  Lanes mean, shear, across;  ///< eigenvalues: mean and half difference in span(e_0, d); across it
  Lanes d[2];                 ///< direction of w_t, or 0

  [[gnu::always_inline]] void set(const LaneScaling& P, double delta) {
    const Lanes kNone = {}, kOne = kNone + 1.0;
    Lanes length;
    tangent_norm(P.w, length);
    const Lanes e = P.w[0] + length, eta2 = P.eta * P.eta;
    // (e / eta)² / (1 + delta (e / eta)²), and so on
    const Lanes high = 1.0 / (eta2 / (e * e) + delta), low = 1.0 / (eta2 * e * e + delta);
    across = 1.0 / (eta2 + delta);
    mean = 0.5 * (high + low);
    shear = 0.5 * (low - high);
    const Lanes inverse = select(length > kNone, 1.0 / select(length > kNone, length, kOne), kNone);
    d[0] = inverse * P.w[1];
    d[1] = inverse * P.w[2];
  }

  [[gnu::always_inline]] void multiply(const LaneVector& x, LaneVector& out) const {
    const Lanes along = d[0] * x[1] + d[1] * x[2];
    const Lanes share = shear * x[0] + (mean - across) * along;
    const Lanes first = mean * x[0] + shear * along;
    for (int i = 1; i < 3; ++i) out[i] = across * x[i] + share * d[i - 1];
    out[0] = first;
  }

  /// Computes entry (i, j).
  [[gnu::always_inline]] void entry(int i, int j, Lanes& out) const {
    if (i == 0 && j == 0) {
      out = mean;
    } else if (i == 0 || j == 0) {
      out = shear * d[i + j - 1];
    } else {
      out = (mean - across) * d[i - 1] * d[j - 1];
      if (i == j) out += across;
    }
  }
};

}  // namespace perpend::lcp
