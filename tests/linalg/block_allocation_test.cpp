// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cstdlib>

#include "linalg/block_systems.hpp"
#include "perpend/linalg/block_lu.hpp"
#include "perpend/linalg/block_reduction.hpp"

// Eigen takes memory from malloc itself, so operator new would not see it. The sanitizers have a
// malloc of their own.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {
long allocations = 0;
}

extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}

namespace perpend::linalg {

TEST_CASE("factor, solve, refine and a warm reduction take nothing from the heap") {
  Random random(1);
  const BlockSystem system = random_tree(random, 40, true);
  BlockLdlt K;
  const long start = allocations;
  K.analyse(system.graph);
  REQUIRE(allocations > start);
  fill_random(K, random, 2.0);
  const Eigen::VectorXd b = random.vector(K.rows());
  Eigen::VectorXd x = b;
  long before = allocations;
  K.analyse(system.graph);
  K.factor();
  K.solve(x);
  K.refine(b, x, 2);
  CHECK(allocations == before);

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
  before = allocations;
  reduce();
  CHECK(allocations == before);
}

TEST_CASE("an analysed block LU takes nothing from the heap") {
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
  const long before = allocations;
  K.analyse(graph);
  for (int e = 0; e < K.input_blocks(); ++e) K.coupling(e) = 0.1 * A;
  K.diagonal(3).setZero();  // every pivot of it is named
  K.factor();
  K.solve(x);
  K.refine(b, x, 2);
  K.solve_columns(X);
  CHECK(allocations == before);
}

}  // namespace perpend::linalg

#endif
