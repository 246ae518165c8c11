// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>
#include <random>
#include <span>

#include "perpend/lcp/solve.hpp"

namespace perpend::lcp::testing {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Uniform in [-1, 1), the same bits with every standard library.
inline double uniform(std::mt19937_64& random) {
  return -1 + static_cast<double>(random() >> 11) * 0x1.0p-52;
}

/// Entries uniform in [-1, 1), column by column.
inline Eigen::MatrixXd random_matrix(std::mt19937_64& random, Eigen::Index rows,
                                     Eigen::Index columns) {
  Eigen::MatrixXd matrix(rows, columns);
  for (double& entry : matrix.reshaped()) entry = uniform(random);
  return matrix;
}

/// A = G Gᵀ of the given rank and b in its range: always solvable, usually degenerate.
inline Lcp semidefinite(std::mt19937_64& random, Eigen::Index n, Eigen::Index rank) {
  const Eigen::MatrixXd G = random_matrix(random, n, rank);
  return {G * G.transpose(), G * random_matrix(random, rank, 1)};
}

/// A + K - Kᵀ, as positive (semi)definite as A but not symmetric.
inline Eigen::MatrixXd skewed(std::mt19937_64& random, const Eigen::MatrixXd& A) {
  const Eigen::MatrixXd K = random_matrix(random, A.rows(), A.rows());
  return A + K - K.transpose();
}

/// lo <= f <= hi in all rows, but row 0 is bilateral and row 1 has no upper bound; n >= 2.
inline BoxedLcp mixed_box(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double lo,
                          double hi) {
  const Eigen::Index n = b.size();
  BoxedLcp problem{A, b, Eigen::VectorXd::Constant(n, lo), Eigen::VectorXd::Constant(n, hi)};
  problem.lo[0] = -kInfinity;
  problem.hi[0] = problem.hi[1] = kInfinity;
  return problem;
}

/// The answer of a method that starts from the forces of its own cold answer.
inline Solution solve_again(const Lcp& problem, Method method) {
  const Solution cold = solve(problem, {.method = method});
  const std::span<const double> guess(cold.f.data(), static_cast<std::size_t>(cold.f.size()));
  return solve(problem, {.method = method, .warm = guess});
}

}  // namespace perpend::lcp::testing
