// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "linalg/update/ldlt_update.hpp"
#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// One run of Dantzig's method on a boxed problem, and the memory for the next one.
class DantzigBoxed {
 public:
  /// Copies the bounds and reads A and b in place; forces start at 0, clipped to their bounds.
  void solve(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, const Eigen::VectorXd& lo,
             const Eigen::VectorXd& hi, int max_pivots, Solution& solution);

 private:
  enum class Set : unsigned char { ignored, clamped, at_lower, at_upper };
  struct Step {
    double length = std::numeric_limits<double>::infinity();
    Eigen::Index limiting = -1;
    Set next = Set::ignored;
  };

  void start(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
  bool clamp_bilateral(Solution& solution);
  Eigen::Index first_violated() const;
  bool violated(Eigen::Index row) const;
  Status drive_to_zero(Eigen::Index d, int max_pivots, Solution& solution);
  double direction(Eigen::Index d, double sign);
  Step longest_step(Eigen::Index d, double sign, double noise) const;
  void shorten(Step& step, double length, Eigen::Index row, Set next) const;
  void limit_clamped(Step& step, double noise) const;
  void limit_guarded(Step& step, Eigen::Index row, double noise) const;
  void move(const Step& step);
  void enter(Eigen::Index row, Set next);
  void unclamp(Eigen::Index row);
  bool proves_ray(double noise) const;
  void polish();
  void evaluate();

  const Eigen::MatrixXd* A_ = nullptr;
  const Eigen::VectorXd* b_ = nullptr;
  Eigen::VectorXd lo_, hi_;          ///< n
  Eigen::VectorXd f_, a_, df_, da_;  ///< n, force, A f + b, and their rates along the drive
  Eigen::VectorXd scale_;            ///< n, sqrt of the diagonal: units of a over units of f
  Eigen::VectorXd x_;                ///< n, solution of the clamped system
  std::vector<Set> set_;             ///< n
  Eigen::Array<bool, Eigen::Dynamic, 1> refused_;  ///< n, not driven for now: their ray was false
  linalg::LdltUpdate clamped_;
  double tolerance_ = 0.0;  ///< tolerance on a, in its own units
};

}  // namespace perpend::lcp
