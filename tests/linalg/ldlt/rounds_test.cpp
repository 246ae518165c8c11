// SPDX-License-Identifier: Apache-2.0
//
// The order bodies first and its rounds, and solves of what it puts in lanes.
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "linalg/block_systems.hpp"
#include "linalg/ldlt/block_reduction.hpp"

namespace perpend::linalg {
namespace {

int levels(const BlockSymbolic& symbolic) {
  std::vector<int> height(symbolic.order.size(), 1);
  for (int p = 0; p < symbolic.nodes(); ++p)
    if (const int parent = symbolic.parent[p]; parent >= 0)
      height[parent] = std::max(height[parent], height[p] + 1);
  return *std::max_element(height.begin(), height.end());
}

// `hubs` bodies in a row, `spokes` more on each: bodies that do not go first.
BlockGraph wheels(int hubs, int spokes, int rows) {
  BlockSystem system;
  int last = -1;
  for (int h = 0; h < hubs; ++h) {
    const int hub = system.add_body(6);
    if (last < 0)
      system.add_constraint(rows, {hub});
    else
      system.add_constraint(rows, {last, hub});
    for (int k = 0; k < spokes; ++k) {
      const int spoke = system.add_body(6), joint = system.add_node(rows, -1);
      system.graph.edges.emplace_back(joint, spoke);
      system.graph.edges.emplace_back(joint, hub);
    }
    last = hub;
  }
  return system.graph;
}

void check_answer(const BlockGraph& graph, Random& random) {
  BlockLdlt K;
  K.analyse(graph, BlockOrdering::bodies_first);
  fill_random(K, random, 2.0);
  REQUIRE(K.factor().status == FactorStatus::regular);
  const Eigen::VectorXd b = random.vector(K.rows());
  Eigen::VectorXd x = b;
  K.solve(x);
  CHECK(K.refine(b, x, 3) < 1e-14);
  const Eigen::VectorXd expected = dense(K).partialPivLu().solve(b);
  CHECK((x - expected).norm() < 1e-9 * expected.norm());
}

}  // namespace

TEST_CASE("a chain halves in every round: log2 n levels and one block each at most") {
  Random random(1);
  for (const int bodies : {1, 2, 3, 10, 100, 1000, 10000}) {
    BlockLdlt K;
    K.analyse(mechanism(random, bodies, 6, 3, 1), BlockOrdering::bodies_first);
    CHECK(levels(K.symbolic()) <= 3 + std::log2(bodies));
    CHECK(K.factor_blocks() <= K.input_blocks() + 2 * bodies);
  }
}

TEST_CASE("trees of any shape have few levels, and few blocks for each body") {
  Random random(6);
  for (const int bodies : {10, 100, 1000, 10000})
    for (const int reach : {2, 5, 20}) {
      BlockLdlt K;
      K.analyse(mechanism(random, bodies, 6, 3, reach), BlockOrdering::bodies_first);
      CHECK(levels(K.symbolic()) <= 6 * std::log2(bodies));
      CHECK(K.factor_blocks() <= K.input_blocks() + 3 * bodies);
    }
}

TEST_CASE("joints of different sizes fill no more than bodies leave") {
  BlockSystem system;
  int last = system.add_body(6);
  system.add_constraint(3, {last});
  for (int i = 1; i < 50; ++i) {
    const int next = system.add_body(6);
    system.add_constraint(i % 2 == 0 ? 3 : 5, {last, next});
    last = next;
  }
  BlockLdlt K;
  K.analyse(system.graph, BlockOrdering::bodies_first);
  CHECK(K.factor_blocks() == K.input_blocks() + 49);
}

TEST_CASE("constraints come after bodies with columns for their rows, whatever the tree") {
  Random random(2);
  for (int round = 0; round < 60; ++round) {
    const BlockGraph graph =
        random_tree(random, 2 + static_cast<int>(random.index(60)), round % 2 == 0).graph;
    const std::vector<int> order = elimination_order(graph, BlockOrdering::bodies_first);
    std::vector<int> column(order.size(), -1), columns(order.size(), 0);
    for (std::size_t p = 0; p < order.size(); ++p) column[order[p]] = static_cast<int>(p);
    CHECK(std::count(column.begin(), column.end(), -1) == 0);
    for (const auto& [a, b] : graph.edges) {
      const int body = graph.signs[a] > 0 ? a : b, constraint = a + b - body;
      if (column[body] < column[constraint]) columns[constraint] += graph.sizes[body];
    }
    for (int i = 0; i < graph.nodes(); ++i)
      if (graph.signs[i] < 0) CHECK(columns[i] >= graph.sizes[i]);
    check_answer(graph, random);
  }
}

TEST_CASE("hubs of many joints, alone and in a row: the dense answer") {
  Random random(3);
  for (const int spokes : {4, 9, 30})
    for (const int rows : {3, 5}) {
      check_answer(wheels(1, spokes, rows), random);
      check_answer(wheels(4, spokes, rows), random);
    }
}

TEST_CASE("columns solved together have the bits of each alone") {
  Random random(4);
  BlockLdlt K;
  K.analyse(mechanism(random, 50, 6, 3, 2), BlockOrdering::bodies_first);
  fill_random(K, random, 2.0);
  REQUIRE(K.factor().status == FactorStatus::regular);
  const Eigen::MatrixXd B = random.matrix(K.rows(), 7);
  Eigen::MatrixXd X = B;
  K.solve_columns(X);
  for (int j = 0; j < 7; ++j) {
    Eigen::VectorXd x = B.col(j);
    K.solve(x);
    CHECK(x == X.col(j));
  }
}

TEST_CASE("half solves on factors in lanes give B K^-1 B^T, by products and by responses") {
  Random random(5);
  for (const int groups : {2, 40}) {
    BlockLdlt K;
    K.analyse(mechanism(random, 60, 6, 3, 1), BlockOrdering::bodies_first);
    fill_random(K, random, 1.0);
    REQUIRE(K.factor().status == FactorStatus::regular);
    BlockReduction reduction;
    reduction.start(K);
    Eigen::MatrixXd B = Eigen::MatrixXd::Zero(3 * groups, K.rows());
    for (int g = 0; g < groups; ++g) {
      const int body = static_cast<int>(random.index(60));
      B.block(3 * g, 6 * body, 3, 6) = random.matrix(3, 6);
      reduction.add(body, B.block(3 * g, 6 * body, 3, 6));
    }
    Eigen::MatrixXd W(3 * groups, 3 * groups);
    reduction.gram(W);
    const Eigen::MatrixXd expected = B * dense(K).partialPivLu().solve(B.transpose());
    CHECK((W - expected).norm() < 1e-9 * expected.norm());
  }
}

}  // namespace perpend::linalg
