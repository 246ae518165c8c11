// SPDX-License-Identifier: Apache-2.0
#include "linalg/ldlt/block_reduction.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>

#include "linalg/block_systems.hpp"
#include "perpend/core/error.hpp"

namespace perpend::linalg {
namespace {

std::vector<int> bodies_of(const BlockGraph& graph) {
  std::vector<int> bodies;
  for (int i = 0; i < graph.nodes(); ++i)
    if (graph.signs[i] > 0) bodies.push_back(i);
  return bodies;
}

// Random groups of 1..3 rows on one or two bodies; the same rows go into the dense B.
Eigen::MatrixXd add_groups(BlockReduction& reduction, const BlockLdlt& K, int groups,
                           Random& random) {
  const std::vector<int> bodies = bodies_of(K.graph());
  const auto count = static_cast<Eigen::Index>(bodies.size());
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(3 * groups, K.rows());
  for (int g = 0; g < groups; ++g) {
    const Eigen::Index rows = 1 + random.index(3);
    const int a = bodies[random.index(count)], b = bodies[random.index(count)];
    const Eigen::MatrixXd A = random.matrix(rows, K.graph().sizes[a]);
    const Eigen::MatrixXd C = random.matrix(rows, K.graph().sizes[b]);
    const int row = a == b ? reduction.add(a, A) : reduction.add(a, A, b, C);
    B.block(row, K.offset(a), rows, A.cols()) = A;
    if (a != b) B.block(row, K.offset(b), rows, C.cols()) = C;
  }
  B.conservativeResize(reduction.rows(), Eigen::NoChange);
  return B;
}

}  // namespace

TEST_CASE("half solves give B K⁻¹ Bᵀ of the dense inverse, on trees and with loops") {
  Random random(1);
  for (int round = 0; round < 40; ++round) {
    BlockSystem system = random_tree(random, 2 + static_cast<int>(random.index(20)), true);
    const std::vector<int> bodies = bodies_of(system.graph);
    if (round % 2 == 1 && bodies.size() > 4) system.add_constraint(1, {bodies[1], bodies[4]});
    BlockLdlt K;
    K.analyse(system.graph);
    fill_random(K, random, 0.0);
    const Eigen::PartialPivLU<Eigen::MatrixXd> lu(dense(K));
    if (lu.rcond() < 1e-8) continue;
    REQUIRE(K.factor().status == FactorStatus::regular);
    BlockReduction reduction;
    reduction.start(K);
    const Eigen::MatrixXd B = add_groups(reduction, K, 12, random);
    Eigen::MatrixXd W(reduction.rows(), reduction.rows());
    reduction.gram(W);
    const Eigen::MatrixXd inverse = lu.inverse();
    const Eigen::MatrixXd expected = B * inverse * B.transpose();
    CHECK((W - expected).norm() < 1e-11 * (B * inverse.cwiseAbs() * B.transpose()).norm());
    CHECK(W == W.transpose());
    const Eigen::VectorXd eigenvalues =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(W).eigenvalues();
    CHECK(eigenvalues.minCoeff() > -1e-12 * eigenvalues.maxCoeff());
  }
}

TEST_CASE("contacts along a chain: responses instead of products give the same matrix") {
  Random random(4);
  BlockSystem system;
  std::vector<int> bodies;
  for (int i = 0; i < 40; ++i) {
    bodies.push_back(system.add_body(6));
    if (i == 0)
      system.add_constraint(3, {bodies[0]});
    else
      system.add_constraint(3, {bodies[i - 1], bodies[i]});
  }
  BlockLdlt K;
  K.analyse(system.graph);
  fill_random(K, random, 0.0);
  REQUIRE(K.factor().status == FactorStatus::regular);
  // 40 groups are cheaper by responses, the first three of them alone by products.
  Eigen::MatrixXd W(120, 120), few(9, 9);
  for (Eigen::MatrixXd* matrix : {&W, &few}) {
    Random rows(5);
    BlockReduction reduction;
    reduction.start(K);
    for (Eigen::Index g = 0; 3 * g < matrix->rows(); ++g)
      reduction.add(bodies[g], rows.matrix(3, 6), bodies[(g + 7) % 40], rows.matrix(3, 6));
    reduction.gram(*matrix);
  }
  CHECK(W == W.transpose());
  CHECK((W.topLeftCorner(9, 9) - few).norm() < 1e-12 * few.norm());
  CHECK(W.topLeftCorner(9, 9) != few);
}

TEST_CASE("the response to impulses of the rows is the full solve") {
  Random random(2);
  const BlockSystem system = random_tree(random, 15, true);
  BlockLdlt K;
  K.analyse(system.graph);
  fill_random(K, random, 0.0);
  K.factor();
  BlockReduction reduction;
  reduction.start(K);
  const Eigen::MatrixXd B = add_groups(reduction, K, 8, random);
  const Eigen::VectorXd lambda = random.vector(reduction.rows()), f = random.vector(K.rows());
  Eigen::VectorXd x = f, expected = f + B.transpose() * lambda;
  reduction.respond(lambda, x);
  K.solve(expected);
  CHECK((x - expected).norm() < 1e-13 * expected.norm());
  Eigen::VectorXd moved(reduction.rows());
  reduction.multiply(x, moved);
  CHECK((moved - B * expected).norm() < 1e-12 * expected.norm() * B.norm());
}

TEST_CASE("rows that do not fit their node are refused") {
  BlockSystem system;
  system.add_body(6);
  system.add_body(3);
  BlockLdlt K;
  K.analyse(system.graph);
  BlockReduction reduction;
  reduction.start(K);
  const Eigen::MatrixXd A = Eigen::MatrixXd::Ones(2, 6);
  CHECK_THROWS_AS(reduction.add(1, A), InvalidArgument);
  CHECK_THROWS_AS(reduction.add(2, A), InvalidArgument);
  CHECK_THROWS_AS(reduction.add(0, A, 1, Eigen::MatrixXd::Ones(1, 3)), InvalidArgument);
  CHECK_THROWS_AS(reduction.add(0, A, 0, A), InvalidArgument);
}

}  // namespace perpend::linalg
