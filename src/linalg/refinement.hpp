// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <limits>

namespace perpend::linalg {

/// Componentwise backward error that refinement can rarely improve on.
inline constexpr double kRoundingLevel = 4 * std::numeric_limits<double>::epsilon();

/// Rows whose terms are below this share of the largest terms of their kind hold nothing but
/// rounding of the others and are judged against those: a thousand rows times a few eps each.
inline constexpr double kNegligible = 1e-12;

/// Repeats x += K⁻¹ (b - K x) up to `steps` times, until the backward error no longer halves or is
/// no more than `enough`; x is the best one met, whose error is returned. `judge` returns the
/// backward error of x and leaves b - K x in `residual`, `solve` multiplies that by K⁻¹; `best` is
/// scratch with the size of x.
template <class Judge, class Solve>
double refine_by(const Judge& judge, const Solve& solve, int steps, double enough,
                 const Eigen::Ref<const Eigen::VectorXd>& residual, Eigen::VectorXd& best,
                 Eigen::Ref<Eigen::VectorXd> x) {
  double error = judge();
  for (int step = 0; step < steps && error > enough; ++step) {
    best = x;
    solve();
    x += residual;
    const double next = judge();
    if (!(next < error)) {
      x = best;
      return error;
    }
    const bool stalled = next > 0.5 * error;
    error = next;
    if (stalled) break;
  }
  return error;
}

}  // namespace perpend::linalg
