// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "heap.hpp"
#include "linalg/block_systems.hpp"
#include "linalg/ldlt/block_reduction.hpp"
#include "linalg/lu/block_lu.hpp"

namespace perpend::linalg {

TEST_CASE("factor, solve, refine and a warm reduction take nothing from the heap" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  Random random(1);
  const BlockSystem system = random_tree(random, 40, true);
  BlockLdlt K;
  const long start = heap_allocations();
  K.analyse(system.graph);
  REQUIRE(heap_allocations() > start);
  fill_random(K, random, 2.0);
  const Eigen::VectorXd b = random.vector(K.rows());
  Eigen::VectorXd x = b;
  long before = heap_allocations();
  K.analyse(system.graph);
  K.factor();
  K.solve(x);
  K.refine(b, x, 2);
  CHECK(heap_allocations() == before);

  const Eigen::MatrixXd A = random.matrix(3, K.graph().sizes[0]);
  const Eigen::VectorXd lambda = random.vector(9);
  Eigen::MatrixXd W(9, 9);
  BlockReduction reduction;
  const auto reduce = [&] {
    reduction.start(K);
    for (int i = 0; i < 3; ++i) reduction.add(0, A);
    reduction.gram(W);
    reduction.respond(lambda, x);
  };
  reduce();
  before = heap_allocations();
  reduce();
  CHECK(heap_allocations() == before);
}

TEST_CASE("an analysed block LU takes nothing from the heap" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  Random random(2);
  BlockGraph graph;
  for (int i = 0; i < 30; ++i) {
    graph.sizes.push_back(6);
    graph.signs.push_back(1);
    if (i > 0) graph.edges.emplace_back(i - 1, i);
    if (i > 6) graph.edges.emplace_back(i - 7, i);
  }
  BlockLu K;
  K.analyse(graph);
  for (int i = 0; i < 30; ++i) K.diagonal(i) = Eigen::MatrixXd::Identity(6, 6);
  const Eigen::MatrixXd A = random.matrix(6, 6);
  const Eigen::VectorXd b = random.vector(K.rows());
  Eigen::VectorXd x = b;
  Eigen::MatrixXd X = random.matrix(K.rows(), 6);
  const long before = heap_allocations();
  K.analyse(graph);
  for (int e = 0; e < K.input_blocks(); ++e) K.coupling(e) = 0.1 * A;
  K.diagonal(3).setZero();  // every pivot of it is named
  K.factor();
  K.solve(x);
  K.refine(b, x, 2);
  K.solve_columns(X);
  CHECK(heap_allocations() == before);
}

}  // namespace perpend::linalg
