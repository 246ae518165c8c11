// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/operator/bodies.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <limits>

#include "bench/problems/families.hpp"
#include "cone_systems.hpp"
#include "lcp/problem/global_blocks.hpp"
#include "lcp/random_global.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Shape {
  const char* name;
  RandomGlobal global;
};

const Shape kShapes[] = {
    {"bodies in space", {.bodies = 12, .contacts = 15}},
    {"planar bodies", {.bodies = 15, .body_size = 3, .contacts = 18, .tangents = 1}},
    {"particles", {.bodies = 20, .body_size = 3, .contacts = 12}},
    {"two sizes, mixed tangents, bilateral rows",
     {.bodies = 12, .body_size = 0, .contacts = 16, .tangents = -1, .bilateral = 3}},
    {"blocks of fourteen rows", {.bodies = 5, .body_size = 14, .contacts = 12, .bilateral = 1}},
    {"masses over six decades", {.bodies = 12, .contacts = 12, .decades = 6}},
};

TEST_CASE("W of the bodies is W of the condensed problem, scaled or not") {
  for (const Shape& shape : kShapes) {
    CAPTURE(shape.name);
    const GlobalContactProblem problem = random_global(shape.global);
    MatrixXd W = condense(problem).A;
    const auto blocks = blocks_of(problem);
    BodyConeOperator bodies;
    bodies.assign(to_blocks(problem));
    linalg::Random random(3);
    for (const bool scaled : {false, true}) {
      if (scaled) {
        VectorXd D(problem.size());
        for (const ConeBlock& block : blocks)
          D.segment(block.row, block.rows).setConstant(1.5 + random.uniform());
        bodies.scale(D);
        W = (D.asDiagonal() * W * D.asDiagonal()).eval();
      }
      const VectorXd r = random.vector(problem.size());
      VectorXd u;
      bodies.multiply(r, u);
      CHECK((u - W * r).norm() < 1e-13 * W.norm() * r.norm());
      for (const ConeBlock& block : blocks) {
        const Matrix3d diagonal = bodies.diagonal(block);
        const MatrixXd exact = W.block(block.row, block.row, block.rows, block.rows);
        CHECK((diagonal.topLeftCorner(block.rows, block.rows) - exact).norm() <
              1e-13 * exact.norm());
      }
    }
  }
}

TEST_CASE("the system of the bodies has the solution of the dense one") {
  for (const Shape& shape : kShapes)
    for (const std::uint64_t seed : {1, 2, 3}) {
      CAPTURE(shape.name);
      CAPTURE(seed);
      RandomGlobal global = shape.global;
      global.seed = seed;
      const GlobalContactProblem problem = random_global(global);
      const auto blocks = blocks_of(problem);
      linalg::Random random(seed);
      const ConeSystem system = mixed_system(blocks, random);
      BodyConeOperator bodies;
      bodies.assign(to_blocks(problem));
      VectorXd D(problem.size());
      for (const ConeBlock& block : blocks)
        D.segment(block.row, block.rows)
            .setConstant(1 / std::sqrt(bodies.diagonal(block).diagonal().maxCoeff()));
      bodies.scale(D);
      const MatrixXd W = D.asDiagonal() * condense(problem).A * D.asDiagonal();
      const MatrixXd G = dense(blocks, system, W);
      const VectorXd rhs = random.vector(problem.size());
      const VectorXd exact = G.fullPivLu().solve(rhs);
      REQUIRE((G * exact - rhs).norm() < 1e-9 * rhs.norm());
      VectorXd x;
      REQUIRE(bodies.factor(blocks, system.A, system.B, 1e-8));
      bodies.solve(rhs, 4, x);
      CHECK((G * x - rhs).norm() < 1e-10 * rhs.norm());
      CHECK((x - exact).norm() < 1e-7 * exact.norm());
      CHECK(bodies.factorisations() == 1);
      CHECK(bodies.small_pivots() == 0);
    }
}

// What a joint that broke leaves where it stays a node.
TEST_CASE("joints that hold nothing change nothing") {
  const GlobalContactProblem problem = random_global(kShapes[0].global);
  const auto blocks = blocks_of(problem);
  BlockProblem held = to_blocks(problem);
  for (const int rows : {6, 1}) held.node(held.add_node(rows, -1)).diagonal().setConstant(-1e-10);
  linalg::Random random(5);
  const ConeSystem system = mixed_system(blocks, random);
  const VectorXd rhs = random.vector(problem.size());
  VectorXd u[2], x[2];
  int k = 0;
  for (const BlockProblem& one : {to_blocks(problem), held}) {
    BodyConeOperator bodies;
    bodies.assign(one);
    bodies.multiply(rhs, u[k]);
    REQUIRE(bodies.factor(blocks, system.A, system.B, 1e-8));
    bodies.solve(rhs, 4, x[k++]);
  }
  CHECK((u[0] - u[1]).norm() < 1e-13 * u[0].norm());
  CHECK((x[0] - x[1]).norm() < 1e-9 * x[0].norm());
}

TEST_CASE("sticking contacts without end: the shift alone makes a redundant system regular") {
  // Forty contacts on eight bodies: rank 48 of 120, A = 0 everywhere.
  const GlobalContactProblem problem = random_global({.seed = 7, .contacts = 40});
  const auto blocks = blocks_of(problem);
  const MatrixXd W = condense(problem).A;
  BodyConeOperator bodies;
  bodies.assign(to_blocks(problem));
  const BlockDiagonal A(blocks.size(), Matrix3d::Zero()), B(blocks.size(), Matrix3d::Identity());
  REQUIRE(bodies.factor(blocks, A, B, 1e-8 * W.diagonal().maxCoeff()));
  CHECK(bodies.small_pivots() == 0);
  linalg::Random random(7);
  const VectorXd rhs = W * random.vector(W.rows());
  VectorXd x;
  bodies.solve(rhs, 0, x);
  const double crude = (W * x - rhs).norm();
  bodies.solve(rhs, 3, x);
  CHECK((W * x - rhs).norm() < 1e-12 * rhs.norm());
  CHECK((W * x - rhs).norm() < 0.01 * crude);
  CHECK(x.norm() < 1e3 * rhs.norm());
}

TEST_CASE("a diagonal M gives one block per rigid body") {
  GlobalContactProblem problem = random_global({.seed = 2, .bodies = 10});
  const MatrixXd M(problem.M);
  problem.M = Eigen::SparseMatrix<double>(MatrixXd(M.diagonal().asDiagonal()).sparseView());
  REQUIRE(problem.M.nonZeros() == 60);
  BodyConeOperator bodies;
  bodies.assign(to_blocks(problem));
  CHECK(bodies.lu().graph().nodes() < 13);  // bodies that no contact touches stay scalars' worth
  const MatrixXd W = condense(problem).A;
  const VectorXd r = VectorXd::Ones(W.rows());
  VectorXd u;
  bodies.multiply(r, u);
  CHECK((u - W * r).norm() < 1e-12 * W.norm());
}

TEST_CASE("the order is kept while the graph of the bodies is") {
  GlobalContactProblem problem = random_global({.seed = 4, .bodies = 20, .contacts = 30});
  BodyConeOperator bodies;
  bodies.assign(to_blocks(problem));
  const int* order = bodies.lu().symbolic().order.data();
  problem.H *= 2.0;
  bodies.assign(to_blocks(problem));
  CHECK(bodies.lu().symbolic().order.data() == order);
  const VectorXd r = VectorXd::Ones(problem.size());
  VectorXd u;
  bodies.multiply(r, u);
  const MatrixXd W = condense(problem).A;
  CHECK((u - W * r).norm() < 1e-12 * W.norm());
}

TEST_CASE("the factor grows with the structure") {
  struct Growth {
    GlobalFamily family;
    double most;  // of the values of L and U for four times the contacts
  };
  // Columns do not fill; planes fill by n log n, piles in space by less than n^(4/3).
  for (const auto& [family, most] :
       {Growth{GlobalFamily::stacks_at_rest, 4.01}, Growth{GlobalFamily::wall_at_rest, 6.5},
        Growth{GlobalFamily::planar_pile_moving, 6.5}, Growth{GlobalFamily::pile_moving, 8.0}}) {
    double values[2] = {};
    for (const int k : {0, 1}) {
      BodyConeOperator bodies;
      bodies.assign(to_blocks(make_global_problem(family, k == 0 ? 2000 : 8000, 1)));
      const linalg::BlockLu& lu = bodies.lu();
      values[k] = static_cast<double>(lu.factor_values());
      MESSAGE(to_string(family), ": ", bodies.size(), " rows, ", lu.graph().nodes(), " bodies, ",
              lu.input_blocks(), " blocks on one side, ", lu.factor_blocks(), " in L, ",
              lu.factor_values(), " values");
      if (family == GlobalFamily::stacks_at_rest) CHECK(lu.factor_blocks() == lu.input_blocks());
    }
    CAPTURE(to_string(family));
    CHECK(values[1] < most * values[0]);
  }
}

TEST_CASE("a breakdown is reported and foreign blocks are refused") {
  const GlobalContactProblem problem = random_global({.seed = 1});
  auto blocks = blocks_of(problem);
  BodyConeOperator bodies;
  bodies.assign(to_blocks(problem));
  BlockDiagonal A(blocks.size(), Matrix3d::Zero()), B(blocks.size(), Matrix3d::Identity());
  CHECK_FALSE(bodies.factor(blocks, A, B, 0.0));
  A[3].setConstant(std::numeric_limits<double>::quiet_NaN());
  CHECK_FALSE(bodies.factor(blocks, A, B, 1e-8));
  CHECK(bodies.factorisations() == 2);
  blocks[0].rows = 2;
  CHECK_THROWS_AS(bodies.factor(blocks, A, B, 1e-8), InvalidArgument);
  blocks.pop_back();
  CHECK_THROWS_AS(bodies.factor(blocks, A, B, 1e-8), InvalidArgument);
}

}  // namespace
}  // namespace perpend::lcp
