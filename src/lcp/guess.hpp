// SPDX-License-Identifier: Apache-2.0
//
// The solution of the last step as a guess of the next one.
#pragma once

#include <cmath>
#include <functional>

#include "lcp/pivoting/boxed_fallbacks.hpp"
#include "lcp/propose.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {

inline void check_options(const Options& options, Eigen::Index n) {
  require(options.aim > 0 && options.aim <= 1, "options.aim", "in (0, 1]", options.aim);
  const auto warm = static_cast<Eigen::Index>(options.warm.size());
  require(warm == 0 || warm == n, "options.warm.size()", "0 or the problem's size",
          static_cast<double>(warm));
}

inline Eigen::Map<const Eigen::VectorXd> to_vector(std::span<const double> warm) {
  return {warm.data(), static_cast<Eigen::Index>(warm.size())};
}

// Holds the guess of `options`, or a copy of it where it is a view into `solution`, which is
// cleared before the guess is read. A guess that is not finite is dropped.
class SafeGuess {
 public:
  SafeGuess(const Options& options, const Solution& solution) {
    const auto guess = to_vector(options.warm);
    if (!guess.allFinite()) return;
    view_ = options.warm;
    for (const auto* v : {&solution.f, &solution.a, &solution.terms, &solution.ray})
      if (overlaps(*v)) copy_ = guess;
    if (copy_.size() > 0) view_ = {copy_.data(), options.warm.size()};
  }
  SafeGuess(const SafeGuess&) = delete;
  SafeGuess& operator=(const SafeGuess&) = delete;

  std::span<const double> view() const { return view_; }

 private:
  bool overlaps(const Eigen::VectorXd& v) const {
    const std::less<const double*> before;
    return before(view_.data(), v.data() + v.size()) &&
           before(v.data(), view_.data() + view_.size());
  }

  std::span<const double> view_;
  Eigen::VectorXd copy_;
};

// Residuals: a guess up to the first one is left as it is; one above the second is swept several
// times, as one sweep removes little of a motion in tall stacks.
inline constexpr double kStill = 1e-14, kMoving = 1e-12;

inline int sweeps_of(const Solution& guess) {
  constexpr int kSeveral = 8;
  return guess.residual > kMoving ? kSeveral : 1;
}

// True if the guess is to be swept first. One that is taken at any residual needs no sweeps.
// Precondition: options.guess_residual has a value, as for take_guess().
inline bool is_to_settle(const Options& options, const Solution& guess) {
  return std::isfinite(*options.guess_residual) && guess.status == Status::solved &&
         guess.residual > kStill;
}

// Accepts a guess that is solved to options.guess_residual; else clears the solution.
inline bool take_guess(const Options& options, Solution& solution) {
  if (solution.status == Status::solved && solution.residual <= *options.guess_residual)
    return solution.answered_by = Method::guess, true;
  reset(solution, solution.f.size());
  return false;
}

}  // namespace perpend::lcp
