// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/block.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "lcp/random_matrix.hpp"
#include "perpend/lcp/families.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::random_matrix;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
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
    const MatrixXd G = random_matrix(random, n, n + 2), K = random_matrix(random, n, n);
    BoxedLcp problem{G * G.transpose() + K - K.transpose(), random_matrix(random, n, 1),
                     VectorXd::Constant(n, -0.05), VectorXd::Constant(n, 0.1)};
    problem.lo[0] = -kInfinity;
    problem.hi[0] = problem.hi[1] = kInfinity;
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

TEST_CASE("the right set as a guess needs one factorisation") {
  const Lcp problem = make_lcp(Family::spd_half_active, 60, 2);
  const Solution cold = solve(problem, kBlock);
  REQUIRE(cold.status == Status::solved);
  const std::span<const double> guess(cold.f.data(), static_cast<std::size_t>(cold.f.size()));
  const Solution warm = solve(problem, {.method = Method::block, .warm = guess});
  CHECK(warm.status == Status::solved);
  CHECK(warm.factorisations == 1);
}

}  // namespace perpend::lcp
