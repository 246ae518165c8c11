// SPDX-License-Identifier: Apache-2.0
#include "lcp/convex/qp.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "bench/problems/families.hpp"
#include "lcp/random_problem.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::random_matrix;

constexpr Options kQp{.method = Method::qp};

}  // namespace

TEST_CASE("the interior point ends at rounding on every frictionless family") {
  for (const Family family : all_families()) {
    for (int seed = 0; seed < 8; ++seed) {
      const Solution answer = solve(make_lcp(family, 20 + 16 * seed, seed), kQp);
      CAPTURE(to_string(family));
      CAPTURE(seed);
      CHECK(answer.status == Status::solved);
      CHECK(answer.pivots <= 40);
    }
  }
}

TEST_CASE("redundant contacts share the load as evenly as the problem allows") {
  // One body on four equal contacts: every split is a solution, the centre is the even one.
  const Lcp problem{MatrixXd::Ones(4, 4), -VectorXd::Ones(4)};
  const Solution answer = solve(problem, kQp);
  REQUIRE(answer.status == Status::solved);
  CHECK((answer.f - VectorXd::Constant(4, 0.25)).cwiseAbs().maxCoeff() < 1e-9);
}

TEST_CASE("boxed rows of every kind, the minimum checked by its energy") {
  std::mt19937_64 random(13);
  for (int trial = 0; trial < 60; ++trial) {
    const Index n = 3 + trial % 20;
    const MatrixXd G = random_matrix(random, n, n);
    BoxedLcp problem =
        testing::mixed_box(G * G.transpose(), random_matrix(random, n, 1), -0.2, 0.3);
    problem.lo[2] = problem.hi[2];
    const Solution answer = solve(problem, kQp);
    CAPTURE(trial);
    REQUIRE(answer.status == Status::solved);
    const auto energy = [&](const VectorXd& f) { return f.dot(0.5 * problem.A * f + problem.b); };
    const VectorXd other =
        (answer.f + 0.01 * random_matrix(random, n, 1)).cwiseMax(problem.lo).cwiseMin(problem.hi);
    CHECK(energy(other) >= energy(answer.f) - 1e-12);
  }
}

TEST_CASE("an unsymmetric or indefinite matrix is not of the class") {
  CHECK(solve(Lcp{MatrixXd{{1, 1}, {0, 1}}, Eigen::Vector2d(-1, -1)}, kQp).status !=
        Status::infeasible);
  CHECK(solve(Lcp{MatrixXd{{1, 1}, {0, 1}}, Eigen::Vector2d(-1, -2)}, kQp).status ==
        Status::invalid);
  CHECK(solve(Lcp{MatrixXd{{-1, 0}, {0, 1}}, Eigen::Vector2d(-1, -1)}, kQp).status !=
        Status::solved);
}

TEST_CASE("rows without a bound have no path to follow: the finish answers them") {
  std::mt19937_64 random(17);
  for (const Index n : {1, 2, 9}) {
    const MatrixXd G = random_matrix(random, n, n + 2), A = G * G.transpose();
    const VectorXd f = random_matrix(random, n, 1),
                   free = VectorXd::Constant(n, testing::kInfinity);
    const Solution answer = solve(BoxedLcp{A, -A * f, -free, free}, kQp);
    CHECK(answer.status == Status::solved);
    CHECK((answer.f - f).norm() == near_zero(1e-10));
    CHECK(answer.pivots == 1);
  }
}

TEST_CASE("a limit on the iterations is kept") {
  const Lcp problem = make_lcp(Family::pile, 40, 1);
  const int all = solve(problem, kQp).pivots;
  for (const int most : {1, 2, all - 1, all, all + 1})
    CHECK(solve(problem, {.method = Method::qp, .max_pivots = most}).pivots == std::min(most, all));
}

}  // namespace perpend::lcp
