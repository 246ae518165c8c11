// SPDX-License-Identifier: Apache-2.0
#include "lcp/pivoting/murty.hpp"

#include <doctest/doctest.h>

#include "bench/problems/families.hpp"
#include "enumeration.hpp"
#include "lcp/random_problem.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using testing::random_matrix;

constexpr Options kMurty{.method = Method::murty};

}  // namespace

TEST_CASE("least index finds the one solution of a random P-matrix, as enumeration does") {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = 1 + trial % 9;
    const MatrixXd G = random_matrix(random, n, n);
    const MatrixXd definite = G * G.transpose() + 0.1 * MatrixXd::Identity(n, n);
    const Lcp problem{testing::skewed(random, definite), random_matrix(random, n, 1)};
    const Solution answer = solve(problem, kMurty);
    const auto solutions = testing::enumerate(problem);
    CAPTURE(trial);
    REQUIRE(answer.status == Status::solved);
    REQUIRE(!solutions.empty());
    CHECK((answer.f - solutions.front()).cwiseAbs().maxCoeff() < 1e-9);
  }
}

TEST_CASE("least index with bounds on both sides and bilateral rows") {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = 2 + trial % 20;
    const MatrixXd G = random_matrix(random, n, n + 2);
    const BoxedLcp problem =
        testing::mixed_box(G * G.transpose(), random_matrix(random, n, 1), -0.1, 0.2);
    CAPTURE(trial);
    CHECK(solve(problem, kMurty).status == Status::solved);
  }
}

TEST_CASE("the right set as a guess needs no pivot") {
  const Lcp problem = make_lcp(Family::spd_half_active, 60, 2);
  REQUIRE(solve(problem, kMurty).pivots > 0);
  const Solution warm = testing::solve_again(problem, Method::murty);
  CHECK(warm.status == Status::solved);
  CHECK(warm.pivots == 0);
}

TEST_CASE("a zero or negative principal pivot is not of the class") {
  const Lcp problem{MatrixXd{{0, -1}, {1, 0}}, Eigen::Vector2d(-1, 0)};
  CHECK(solve(problem, kMurty).status == Status::invalid);
}

}  // namespace perpend::lcp
