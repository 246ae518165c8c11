// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// Powers of two in which the largest entries of A and b are near 1. Methods square entries and
/// multiply them with each other; beyond 2^±300 (1e90) such products leave the range of double.
struct Units {
  int A = 0;  ///< A = 2^A A'
  int b = 0;  ///< b = 2^b b'

  bool are_plain() const { return A == 0 && b == 0; }
  int f() const { return b - A; }  ///< f = 2^f f'
};

/// Returns 0 for both where the entries are safe as they are. Subnormal entries of A' and b' lose
/// digits.
Units units_of(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
/// Same where A is symmetric positive semidefinite, no entry larger than those of the diagonal.
Units units_of_semidefinite(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
/// Same from the diagonal of A alone.
Units units_of_semidefinite(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& b);

Lcp in_units(const Lcp& problem, const Units& units);
/// Finite bounds stay finite.
BoxedLcp in_units(const BoxedLcp& problem, const Units& units);
ContactProblem in_units(const ContactProblem& problem, const Units& units);

/// Returns 2^exponent x, entry by entry.
Eigen::VectorXd scaled(const Eigen::VectorXd& x, int exponent);

}  // namespace perpend::lcp
