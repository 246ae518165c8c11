// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/operator/low_rank.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <limits>

#include "cone_systems.hpp"
#include "lcp/random_global.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Forty contacts and two bilateral rows on four bodies: rank 24 of 122.
ContactProblem few_bodies(std::uint64_t seed) {
  return condense(random_global({.seed = seed, .bodies = 4, .contacts = 40, .bilateral = 2}));
}

// The operator of a problem's W, which it keeps.
struct LowRank {
  explicit LowRank(const ContactProblem& problem) {
    stored.assign(problem.A);
    REQUIRE(W.assign(stored, problem.size() / 2));
  }
  DenseConeOperator stored;
  LowRankConeOperator W;
};

TEST_CASE("the rank is that of the bodies") {
  const ContactProblem problem = few_bodies(1);
  DenseConeOperator stored;
  stored.assign(problem.A);
  LowRankConeOperator low_rank;
  CHECK(low_rank.assign(stored, problem.size() / 2));
  CHECK(low_rank.rank() == 24);
  CHECK(low_rank.assign(stored, 24));
  CHECK_FALSE(low_rank.assign(stored, 23));
}

TEST_CASE("a matrix that is not positive semidefinite is refused") {
  DenseConeOperator stored;
  LowRankConeOperator low_rank;
  MatrixXd W = MatrixXd::Zero(6, 6);
  W.topRightCorner(3, 3).setIdentity();
  W.bottomLeftCorner(3, 3).setIdentity();
  stored.assign(W);
  CHECK_FALSE(low_rank.assign(stored, 6));
  W(0, 0) = std::numeric_limits<double>::quiet_NaN();
  stored.assign(W);
  CHECK_FALSE(low_rank.assign(stored, 6));
}

TEST_CASE("the system of low rank has the solution of the dense one, scaled or not") {
  for (const std::uint64_t seed : {1, 2, 3})
    for (const double unit : {1.0, 0.3}) {
      CAPTURE(seed);
      CAPTURE(unit);
      const ContactProblem problem = few_bodies(seed);
      const auto blocks = blocks_of(problem);
      linalg::Random random(seed);
      const ConeSystem system = mixed_system(blocks, random);
      LowRank low_rank(problem);
      low_rank.W.scale(VectorXd::Constant(problem.size(), unit));
      const MatrixXd G = dense(blocks, system, unit * unit * problem.A);
      const VectorXd rhs = G * random.vector(problem.size());
      VectorXd x;
      REQUIRE(low_rank.W.factor(blocks, system.A, system.B, 1e-8));
      low_rank.W.solve(rhs, 4, x);
      CHECK((G * x - rhs).norm() <= 1e-9 * rhs.norm());
      CHECK(low_rank.W.factorisations() == 1);
    }
}

TEST_CASE("the resolvent solves with W + rho I, scaled or not") {
  for (const double unit : {1.0, 0.3}) {
    CAPTURE(unit);
    const ContactProblem problem = few_bodies(5);
    LowRank low_rank(problem);
    low_rank.W.scale(VectorXd::Constant(problem.size(), unit));
    REQUIRE(low_rank.W.factor_resolvent(blocks_of(problem), 0.1));
    CHECK(low_rank.W.factorisations() == 1);
    linalg::Random random(5);
    const VectorXd rhs = random.vector(problem.size());
    VectorXd x;
    low_rank.W.solve_resolvent(rhs, x);
    CHECK((unit * unit * (problem.A * x) + 0.1 * x - rhs).norm() <= 1e-11 * rhs.norm());
  }
}

TEST_CASE("sticking contacts without end are refined against W itself") {
  const ContactProblem problem = few_bodies(7);
  const auto blocks = blocks_of(problem);
  LowRank low_rank(problem);
  const BlockDiagonal A(blocks.size(), Matrix3d::Zero()), B(blocks.size(), Matrix3d::Identity());
  REQUIRE(low_rank.W.factor(blocks, A, B, 1e-8 * problem.A.diagonal().maxCoeff()));
  linalg::Random random(7);
  const VectorXd rhs = problem.A * random.vector(problem.size());
  VectorXd x;
  low_rank.W.solve(rhs, 3, x);
  CHECK((problem.A * x - rhs).norm() <= kRefined * rhs.norm());
  CHECK(x.norm() < 1e3 * rhs.norm());
}

TEST_CASE("the shortest step is that of the dense matrix, and is counted") {
  const ContactProblem problem = few_bodies(3);
  const auto blocks = blocks_of(problem);
  LowRank low_rank(problem);
  const BlockDiagonal A(blocks.size(), Matrix3d::Zero()), B(blocks.size(), Matrix3d::Identity());
  linalg::Random random(5);
  const VectorXd rhs = problem.A * random.vector(problem.size());
  VectorXd x;
  REQUIRE(low_rank.W.solve_least_norm(blocks, A, B, rhs, x));
  const VectorXd shortest = problem.A.completeOrthogonalDecomposition().solve(rhs);
  CHECK((x - shortest).norm() <= 1e-6 * shortest.norm());
  CHECK(low_rank.W.factorisations() == 1);
}

TEST_CASE("a system that breaks down is reported") {
  const ContactProblem problem = few_bodies(2);
  const auto blocks = blocks_of(problem);
  LowRank low_rank(problem);
  BlockDiagonal A(blocks.size(), Matrix3d::Zero()), B(blocks.size(), Matrix3d::Identity());
  CHECK_FALSE(low_rank.W.factor(blocks, A, B, 0.0));
  A[3].setConstant(std::numeric_limits<double>::quiet_NaN());
  CHECK_FALSE(low_rank.W.factor(blocks, A, B, 1e-8));
}

}  // namespace
}  // namespace perpend::lcp
