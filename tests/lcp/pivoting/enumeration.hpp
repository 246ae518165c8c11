// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "perpend/lcp/problem.hpp"

namespace perpend::lcp::testing {

/// Brute force over all 2^n complementary bases (n <= 14) of an LCP: every f with f_C solving
/// A_CC f_C = -b_C and 0 <= f, a >= 0 to `tolerance` times the largest entry of f and b. Singular
/// blocks are tried with their least-norm solution, which must pass the same test. A solvable LCP
/// has a basic solution, f_C on independent columns, so an empty result means: no solution.
inline std::vector<Eigen::VectorXd> enumerate(const Lcp& problem, double tolerance = 1e-9) {
  using Eigen::Index;
  const Index n = problem.size();
  std::vector<Eigen::VectorXd> solutions;
  for (unsigned bits = 0; bits < (1u << n); ++bits) {
    std::vector<Index> C;
    for (Index i = 0; i < n; ++i)
      if (bits >> i & 1u) C.push_back(i);
    Eigen::VectorXd f = Eigen::VectorXd::Zero(n);
    if (!C.empty()) {
      const Eigen::MatrixXd block = problem.A(C, C);
      const Eigen::VectorXd rhs = problem.b(C);
      f(C) = -block.completeOrthogonalDecomposition().solve(rhs);
    }
    const Eigen::VectorXd a = problem.A * f + problem.b;
    const double size = n > 0 ? f.cwiseAbs().maxCoeff() + problem.b.cwiseAbs().maxCoeff() : 1;
    const double slack = tolerance * size;
    if (n == 0 || f.cwiseMin(a).cwiseAbs().maxCoeff() <= slack) solutions.push_back(f);
  }
  return solutions;
}

}  // namespace perpend::lcp::testing
