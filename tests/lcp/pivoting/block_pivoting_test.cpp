// SPDX-License-Identifier: Apache-2.0
#include "lcp/pivoting/block_pivoting.hpp"

#include <doctest/doctest.h>

#include "bench/problems/families.hpp"
#include "lcp/random_problem.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using testing::random_matrix;

constexpr Options kBlock{.method = Method::block};

}  // namespace

TEST_CASE("a handful of factorisations solve positive definite problems of any size") {
  for (const Index n : {12, 48, 150, 300}) {
    const Solution answer = solve(make_lcp(Family::spd_half_active, n, 1), kBlock);
    CAPTURE(n);
    CHECK(answer.status == Status::solved);
    CHECK(answer.factorisations <= 6);
  }
}

TEST_CASE("mixed and boxed problems with unsymmetric matrices") {
  std::mt19937_64 random(9);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = 3 + trial % 30;
    const MatrixXd G = random_matrix(random, n, n + 2);
    const MatrixXd A = testing::skewed(random, G * G.transpose());
    BoxedLcp problem = testing::mixed_box(A, random_matrix(random, n, 1), -0.05, 0.1);
    problem.lo[n - 1] = problem.hi[n - 1];
    CAPTURE(trial);
    CHECK(solve(problem, kBlock).status == Status::solved);
  }
}

TEST_CASE("redundant contacts: solved where the blocks are consistent, else never called solved") {
  for (const Family family : {Family::wall_at_rest, Family::pyramid, Family::duplicated}) {
    for (int seed = 0; seed < 5; ++seed) {
      CAPTURE(to_string(family));
      CHECK(solve(make_lcp(family, 24 + 8 * seed, seed), kBlock).status == Status::solved);
    }
  }
  for (int seed = 0; seed < 20; ++seed) {
    const Solution answer = solve(make_lcp(Family::low_rank, 60, seed), kBlock);
    CAPTURE(seed);
    CHECK((answer.status == Status::solved || answer.status == Status::invalid));
  }
}

TEST_CASE("the right set as a guess needs one factorisation, the solution none") {
  const Lcp problem = make_lcp(Family::spd_half_active, 60, 2);
  const Solution cold = solve(problem, kBlock);
  REQUIRE(cold.factorisations > 1);
  const Eigen::VectorXd guess = 1.5 * cold.f;  // the set of the solution, other values
  Options options = kBlock;
  options.warm = {guess.data(), static_cast<std::size_t>(guess.size())};
  const Solution warm = solve(problem, options);
  CHECK(warm.status == Status::solved);
  CHECK(warm.factorisations == 1);
  const Solution again = testing::solve_again(problem, Method::block);
  CHECK(again.factorisations == 0);
  CHECK(again.answered_by == Method::guess);
}

TEST_CASE("forces never leave their bounds, not by rounding either") {
  std::mt19937_64 random(21);
  int at_bound = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const Index n = 8;
    const MatrixXd G = random_matrix(random, n, n + 2);
    Eigen::VectorXd f = random_matrix(random, n, 1).cwiseAbs();
    f.head(n / 2).setZero();  // at rest without force: neither set is wrong
    const Lcp problem{G * G.transpose(), -(G * G.transpose() * f)};
    const Solution answer = solve(problem, kBlock);
    CAPTURE(trial);
    CHECK(answer.status == Status::solved);
    CHECK(answer.f.minCoeff() >= 0);
    at_bound += static_cast<int>((answer.f.array() == 0).count());
  }
  CHECK(at_bound > 50);
}

TEST_CASE(
    "every row that changes sides is a pivot, every set a factorisation, of which some stop") {
  const Lcp problem{MatrixXd::Identity(4, 4), Eigen::Vector4d(-1, -2, 3, -4)};
  const Solution answer = solve(problem, kBlock);
  CHECK(answer.status == Status::solved);
  CHECK(answer.f == Eigen::Vector4d(1, 2, 0, 4));
  CHECK(answer.pivots == 3);
  CHECK(answer.factorisations == 2);
  const Solution stopped = solve(problem, {.method = Method::block, .max_pivots = 1});
  CHECK(stopped.status == Status::limit);
  CHECK(stopped.pivots == 3);
  CHECK(stopped.factorisations == 1);
  CHECK(stopped.residual == 1.0);
}

TEST_CASE("rows without a lower bound start at their upper one, bilateral ones free") {
  // Where they start they stay: no row is wrong.
  const double inf = testing::kInfinity;
  const BoxedLcp problem{MatrixXd::Identity(4, 4), Eigen::Vector4d(-9, 1, 5, -7),
                         Eigen::Vector4d(-inf, -3, -inf, 2), Eigen::Vector4d(4, 8, inf, 2)};
  const Solution answer = solve(problem, kBlock);
  CHECK(answer.status == Status::solved);
  CHECK(answer.f == Eigen::Vector4d(4, -1, -5, 2));
  // Row 1 alone leaves its bound: -3 + 1 < 0.
  CHECK(answer.pivots == 1);
}

}  // namespace perpend::lcp
