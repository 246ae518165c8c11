// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/operator/sparse.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <limits>

#include "cone_systems.hpp"
#include "lcp/random_global.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::size_t kAll = 10000;

// Thirty contacts of all kinds and two bilateral rows among sixty bodies.
ContactProblem many_bodies(std::uint64_t seed) {
  return condense(
      random_global({.seed = seed, .bodies = 60, .contacts = 30, .tangents = -1, .bilateral = 2}));
}

struct Sparse {
  Sparse(const ContactProblem& problem, const std::vector<ConeBlock>& blocks) {
    REQUIRE(W.assign(problem.A, blocks, kAll));
  }
  SparseConeOperator W;
};

std::size_t coupled_pairs(const MatrixXd& W, const std::vector<ConeBlock>& blocks) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    for (std::size_t j = i + 1; j < blocks.size(); ++j)
      count += !W.block(blocks[i].row, blocks[j].row, blocks[i].rows, blocks[j].rows).isZero(0) ||
               !W.block(blocks[j].row, blocks[i].row, blocks[j].rows, blocks[i].rows).isZero(0);
  return count;
}

TEST_CASE("contacts are joined where they share a body, and too many are refused") {
  const ContactProblem problem = many_bodies(1);
  const auto blocks = blocks_of(problem);
  const std::size_t pairs = coupled_pairs(problem.A, blocks);
  REQUIRE(pairs > 10);
  REQUIRE(10 * pairs < blocks.size() * blocks.size());
  SparseConeOperator sparse;
  CHECK(sparse.assign(problem.A, blocks, pairs));
  CHECK(static_cast<std::size_t>(sparse.lu().input_blocks()) == pairs);
  CHECK_FALSE(sparse.assign(problem.A, blocks, pairs - 1));
}

TEST_CASE("products with the blocks are those with W, scaled or not") {
  const ContactProblem problem = many_bodies(2);
  const auto blocks = blocks_of(problem);
  Sparse sparse(problem, blocks);
  linalg::Random random(2);
  VectorXd D(problem.size());
  for (const ConeBlock& block : blocks)
    D.segment(block.row, block.rows).setConstant(1.5 + random.uniform());
  sparse.W.scale(D);
  const MatrixXd W = D.asDiagonal() * problem.A * D.asDiagonal();
  const VectorXd r = random.vector(problem.size());
  VectorXd u;
  sparse.W.multiply(r, u);
  CHECK((u - W * r).norm() <= 1e-13 * W.norm() * r.norm());
}

TEST_CASE("blocks are found in any order, coupled one way or not at all") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    CAPTURE(seed);
    ContactProblem problem = many_bodies(seed);
    auto blocks = blocks_of(problem);
    std::reverse(blocks.begin(), blocks.end());
    problem.A(blocks[4].row, blocks[20].row) += 0.2;
    problem.A.middleRows(blocks[7].row, blocks[7].rows).setZero();
    problem.A.middleCols(blocks[7].row, blocks[7].rows).setZero();
    Sparse sparse(problem, blocks);
    CHECK(static_cast<std::size_t>(sparse.W.lu().input_blocks()) ==
          coupled_pairs(problem.A, blocks));
    const BlockRows& rows = *sparse.W.rows();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      CHECK(rows.column[rows.own[i]] == static_cast<int>(i));
      const auto begin = rows.column.begin();
      CHECK(std::is_sorted(begin + rows.start[i], begin + rows.start[i + 1]));
    }
    linalg::Random random(seed);
    const VectorXd r = random.vector(problem.size());
    VectorXd u;
    sparse.W.multiply(r, u);
    CHECK((u - problem.A * r).norm() <= 1e-13 * problem.A.norm() * r.norm());
  }
}

TEST_CASE("the sparse system has the solution of the dense one, symmetric or not") {
  for (const std::uint64_t seed : {1, 2, 3})
    for (const bool one_way : {false, true}) {
      CAPTURE(seed);
      CAPTURE(one_way);
      ContactProblem problem = many_bodies(seed);
      const auto blocks = blocks_of(problem);
      // One contact moves another that does not move it.
      if (one_way) problem.A(blocks[4].row, blocks[20].row) += 0.2;
      linalg::Random random(seed);
      const ConeSystem system = mixed_system(blocks, random);
      Sparse sparse(problem, blocks);
      const MatrixXd G = dense(blocks, system, problem.A);
      const VectorXd rhs = G * random.vector(problem.size());
      VectorXd x;
      REQUIRE(sparse.W.factor(blocks, system.A, system.B, 1e-8));
      sparse.W.solve(rhs, 4, x);
      CHECK((G * x - rhs).norm() <= 1e-9 * rhs.norm());
      CHECK(sparse.W.factorisations() == 1);
    }
}

TEST_CASE("the resolvent and the shortest step are those of the dense matrix") {
  const ContactProblem problem = many_bodies(5);
  const auto blocks = blocks_of(problem);
  linalg::Random random(5);
  Sparse sparse(problem, blocks);
  const VectorXd rhs = random.vector(problem.size());
  VectorXd x, expected;
  REQUIRE(sparse.W.factor_resolvent(blocks, 0.1));
  sparse.W.solve_resolvent(rhs, x);
  CHECK((problem.A * x + 0.1 * x - rhs).norm() <= 1e-11 * rhs.norm());
  const ConeSystem system = mixed_system(blocks, random);
  DenseConeOperator stored;
  stored.assign(problem.A);
  REQUIRE(stored.solve_least_norm(blocks, system.A, system.B, rhs, expected));
  REQUIRE(sparse.W.solve_least_norm(blocks, system.A, system.B, rhs, x));
  CHECK((x - expected).norm() <= 1e-12 * expected.norm());
  CHECK(sparse.W.factorisations() == 2);
}

TEST_CASE("the order is kept while the same contacts are joined") {
  const ContactProblem problem = many_bodies(3);
  const auto blocks = blocks_of(problem);
  Sparse sparse(problem, blocks);
  const int* order = sparse.W.lu().symbolic().order.data();
  REQUIRE(sparse.W.assign(problem.A, blocks, kAll));
  CHECK(sparse.W.lu().symbolic().order.data() == order);
}

TEST_CASE("infinities are reported") {
  const ContactProblem problem = many_bodies(4);
  const auto blocks = blocks_of(problem);
  Sparse sparse(problem, blocks);
  BlockDiagonal A(blocks.size(), Matrix3d::Identity()), B(blocks.size(), Matrix3d::Identity());
  CHECK(sparse.W.factor(blocks, A, B, 0.0));
  A[3](0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(sparse.W.factor(blocks, A, B, 0.0));
}

}  // namespace
}  // namespace perpend::lcp
