// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/murty.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "lcp/enumeration.hpp"
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
constexpr Options kMurty{.method = Method::murty};

}  // namespace

TEST_CASE("least index finds the one solution of a random P-matrix, as enumeration does") {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = 1 + trial % 9;
    const MatrixXd G = random_matrix(random, n, n), K = random_matrix(random, n, n);
    const MatrixXd A = G * G.transpose() + 0.1 * MatrixXd::Identity(n, n) + K - K.transpose();
    const Lcp problem{A, random_matrix(random, n, 1)};
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
    BoxedLcp problem{G * G.transpose(), random_matrix(random, n, 1), VectorXd::Constant(n, -0.1),
                     VectorXd::Constant(n, 0.2)};
    problem.lo[0] = -kInfinity;
    problem.hi[0] = problem.hi[1] = kInfinity;
    CAPTURE(trial);
    CHECK(solve(problem, kMurty).status == Status::solved);
  }
}

TEST_CASE("the right set as a guess needs no pivot") {
  const Lcp problem = make_lcp(Family::spd_half_active, 60, 2);
  const Solution cold = solve(problem, kMurty);
  REQUIRE(cold.status == Status::solved);
  const std::span<const double> guess(cold.f.data(), static_cast<std::size_t>(cold.f.size()));
  const Solution warm = solve(problem, {.method = Method::murty, .warm = guess});
  CHECK(warm.status == Status::solved);
  CHECK(warm.pivots == 0);
}

TEST_CASE("a zero or negative principal pivot is not of the class") {
  const Lcp problem{MatrixXd{{0, -1}, {1, 0}}, Eigen::Vector2d(-1, 0)};
  CHECK(solve(problem, kMurty).status == Status::invalid);
}

}  // namespace perpend::lcp
