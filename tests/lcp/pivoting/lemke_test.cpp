// SPDX-License-Identifier: Apache-2.0
#include "lcp/pivoting/lemke.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "bench/problems/families.hpp"
#include "enumeration.hpp"
#include "lcp/friction/polyhedral.hpp"
#include "lcp/random_problem.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::kInfinity;
using testing::random_matrix;

constexpr Options kLemke{.method = Method::lemke};

}  // namespace

TEST_CASE("Lemke solves every frictionless family, n to 150, to the residual checker's bound") {
  for (const Family family : all_families()) {
    for (int seed = 0; seed < 12; ++seed) {
      const Solution answer = solve(make_lcp(family, 18 + 12 * seed, seed), kLemke);
      CAPTURE(to_string(family));
      CAPTURE(seed);
      CHECK(answer.status == Status::solved);
      CHECK(answer.answered_by == Method::lemke);
    }
  }
}

TEST_CASE("Lemke agrees with enumeration on unsymmetric positive semidefinite matrices") {
  std::mt19937_64 random(7);
  int unsolvable = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Index n = 2 + trial % 7;
    const Index rank = std::max<Index>(1, n / 2);
    const MatrixXd G = random_matrix(random, n, rank);
    const MatrixXd core = testing::skewed(random, MatrixXd::Identity(rank, rank));
    const Lcp problem{G * core * G.transpose(), random_matrix(random, n, 1)};
    const Solution answer = solve(problem, kLemke);
    CAPTURE(trial);
    if (testing::enumerate(problem).empty()) {
      ++unsolvable;
      CHECK(answer.status == Status::infeasible);
    } else {
      CHECK(answer.status == Status::solved);
    }
  }
  CHECK(unsolvable > 10);
}

TEST_CASE("a ray that Lemke calls a proof is one, in whatever units its rows are") {
  for (const double unit : {1.0, 10.0, 1e-3}) {
    CAPTURE(unit);
    const Lcp opposed{MatrixXd{{1, -unit}, {-unit, unit * unit}}, Eigen::Vector2d(-1, 0.5 * unit)};
    const Solution answer = solve(opposed, kLemke);
    REQUIRE(answer.status == Status::infeasible);
    CHECK(answer.ray.minCoeff() >= 0);
    CHECK((opposed.A.transpose() * answer.ray).maxCoeff() <= 1e-15);
    CHECK(answer.ray.dot(opposed.b) < 0);
  }
}

TEST_CASE("bases of condition 1e7 are solved to rounding with their dependent rows") {
  for (const auto& [n, seed] : {std::pair{107, 1'001'385}, std::pair{96, 257}}) {
    const Solution answer = solve(make_lcp(Family::low_rank, n, seed), kLemke);
    CAPTURE(seed);
    CHECK(answer.status == Status::solved);
    CHECK(answer.residual < 1e-12);
  }
}

TEST_CASE("a semidefinite matrix has no rays without proof") {
  // Opposed by 1.9e-10: too little to prove, too much for the origin.
  const Lcp nearly{MatrixXd{{1, -1}, {-1, 1}}, Eigen::Vector2d(-1, 1 - 1.9e-10)};
  const Solution answer = solve(nearly, kLemke);
  CHECK(answer.status == Status::limit);
  CHECK(answer.ray.size() == 0);
}

TEST_CASE("boxed rows of every kind: bilateral, two-sided, upper only, fixed") {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < 200; ++trial) {
    const Index n = 1 + trial % 12;
    const MatrixXd G = random_matrix(random, n, n);
    BoxedLcp problem{G * G.transpose(), random_matrix(random, n, 1), VectorXd(n), VectorXd(n)};
    for (Index i = 0; i < n; ++i) {
      const int kind = static_cast<int>(random() % 5);
      problem.lo[i] = kind == 0 || kind == 2 ? -kInfinity : -0.3;
      problem.hi[i] = kind == 0 || kind == 1 ? kInfinity : kind == 3 ? -0.3 : 0.4;
    }
    CAPTURE(trial);
    CHECK(solve(problem, kLemke).status == Status::solved);
  }
}

// In units so far apart that some problems are not solved at all.
TEST_CASE("rows fixed at 0 leave solved what is solved without them") {
  std::mt19937_64 random(17);
  int solved = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const Index n = 10 + trial % 8, rank = n - 1 - trial % 4;
    const VectorXd units =
        random_matrix(random, n, 1).unaryExpr([](double x) { return std::pow(10.0, 5 * x); });
    const MatrixXd G = units.asDiagonal() * random_matrix(random, n, rank);
    BoxedLcp problem{G * G.transpose(), G * random_matrix(random, rank, 1), VectorXd::Zero(n),
                     VectorXd(n)};
    std::vector<Index> others;
    for (Index i = 0; i < n; ++i) {
      const int kind = static_cast<int>(random() % 4);
      if (kind == 0) problem.lo[i] = -kInfinity;
      problem.hi[i] = kind == 1 ? 0.4 : kind == 2 ? 0.0 : kInfinity;
      if (kind != 2) others.push_back(i);
    }
    const BoxedLcp without{problem.A(others, others), problem.b(others), problem.lo(others),
                           problem.hi(others)};
    if (solve(without, kLemke).status != Status::solved) continue;
    ++solved;
    CAPTURE(trial);
    CHECK(solve(problem, kLemke).status == Status::solved);
  }
  CHECK(solved > 800);
}

TEST_CASE("redundant bilateral rows are left out, contradictory ones are not called solved") {
  BoxedLcp problem{MatrixXd::Ones(3, 3), VectorXd::Constant(3, -1.0), VectorXd::Zero(3),
                   VectorXd::Constant(3, kInfinity)};
  problem.A(2, 2) = 2;
  problem.lo.head(2).setConstant(-kInfinity);
  CHECK(solve(problem, kLemke).status == Status::solved);
  problem.b[0] = 1;
  CHECK(solve(problem, kLemke).status != Status::solved);
}

TEST_CASE("facets that are exact are solved once, and count what their problem counts") {
  for (int seed = 0; seed < 10; ++seed) {
    const ContactProblem problem =
        make_contact_problem(FrictionFamily::planar_pile, 3 + seed, 40 + seed);
    const Solution facets = solve(PolyhedralProblem(problem, {.directions = 8}).boxed(), kLemke);
    const Solution answer = solve(problem, kLemke);
    CAPTURE(seed);
    CHECK(answer.status == Status::solved);
    CHECK(answer.pivots == facets.pivots);
  }
}

}  // namespace perpend::lcp
