// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <Eigen/Core>
#include <cmath>
#include <numbers>

#include "bench/problems/families.hpp"
#include "lcp/friction/discretised.hpp"
#include "lcp/particle.hpp"
#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp::testing {

/// Constraint relaxation on every row, `share` of the mean diagonal: forces become unique.
inline ContactProblem compliant(ContactProblem problem, double share) {
  problem.A.diagonal().array() += share * problem.A.diagonal().mean();
  problem.law = FrictionLaw::coulomb;
  return problem;
}

/// Forces of the solved problem; what the residual checker of boxed problems does not pass fails
/// the test.
inline Eigen::VectorXd solve_law(const DiscretisedProblem& problem, const Options& options = {}) {
  const Solution solution = solve(problem.boxed(), options);
  CHECK(solution.status == Status::solved);
  return problem.forces(solution.f);
}

/// Friction inside the polygon with corners at mu f_N, and none that gains energy. Returns the
/// number of contacts on the polygon's edge.
inline int check_polygon(const ContactProblem& problem, const Eigen::VectorXd& f, int directions) {
  const Eigen::VectorXd a = problem.A * f + problem.b;
  const double unit = f.cwiseAbs().maxCoeff(), speed = problem.b.cwiseAbs().maxCoeff();
  int saturated = 0;
  for (const Contact& contact : problem.contacts) {
    const Eigen::Vector2d t = f.segment<2>(contact.row + 1);
    const double angle = std::numbers::pi / directions, limit = contact.mu_s * f[contact.row];
    double farthest = 0;  // along the normals of the edges
    for (int j = 0; j < directions; ++j)
      farthest = std::max(
          farthest, t.x() * std::cos((2 * j + 1) * angle) + t.y() * std::sin((2 * j + 1) * angle));
    CHECK(f[contact.row] >= -1e-9 * unit);
    CHECK(farthest <= limit * std::cos(angle) + 1e-9 * unit);
    CHECK(t.dot(a.segment<2>(contact.row + 1)) <= 1e-9 * unit * speed);
    saturated += farthest >= limit * std::cos(angle) - 1e-9 * unit;
  }
  return saturated;
}

}  // namespace perpend::lcp::testing
