// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/units.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perpend::lcp {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kSafe = 300;

template <typename Entries>
int exponent_of(const Entries& entries) {
  const double largest = entries.size() > 0 ? entries.cwiseAbs().maxCoeff() : 0.0;
  const int exponent = largest > 0 ? std::ilogb(largest) : 0;
  return std::abs(exponent) > kSafe ? exponent : 0;
}

VectorXd scaled_bounds(const VectorXd& bounds, int exponent) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  VectorXd result = scaled(bounds, exponent);
  for (Eigen::Index i = 0; i < bounds.size(); ++i)
    if (std::isfinite(bounds[i])) result[i] = std::clamp(result[i], -kLargest, kLargest);
  return result;
}

MatrixXd scaled_matrix(const MatrixXd& A, int exponent) {
  return A.unaryExpr([=](double entry) { return std::ldexp(entry, exponent); });
}

}  // namespace

Units units_of(const MatrixXd& A, const VectorXd& b) {
  return {exponent_of(A), exponent_of(b)};
}

Units units_of_semidefinite(const MatrixXd& A, const VectorXd& b) {
  return {exponent_of(A.diagonal()), exponent_of(b)};
}

Units units_of_semidefinite(const VectorXd& diagonal, const VectorXd& b) {
  return {exponent_of(diagonal), exponent_of(b)};
}

VectorXd scaled(const VectorXd& x, int exponent) {
  return x.unaryExpr([=](double entry) { return std::ldexp(entry, exponent); });
}

Lcp in_units(const Lcp& problem, const Units& units) {
  return {scaled_matrix(problem.A, -units.A), scaled(problem.b, -units.b),
          scaled(problem.noise, -units.b)};
}

BoxedLcp in_units(const BoxedLcp& problem, const Units& units) {
  return {scaled_matrix(problem.A, -units.A), scaled(problem.b, -units.b),
          scaled_bounds(problem.lo, -units.f()), scaled_bounds(problem.hi, -units.f()),
          scaled(problem.noise, -units.b)};
}

ContactProblem in_units(const ContactProblem& problem, const Units& units) {
  return {scaled_matrix(problem.A, -units.A), scaled(problem.b, -units.b), problem.contacts,
          problem.law, scaled(problem.noise, -units.b)};
}

}  // namespace perpend::lcp
