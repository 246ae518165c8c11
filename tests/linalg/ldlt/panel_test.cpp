// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <limits>

#include "linalg/block_systems.hpp"

namespace perpend::linalg {
namespace {

// Two bodies hang on each: many joints at each height.
BlockGraph binary_tree(int bodies, int size, int rows) {
  BlockSystem system;
  for (int i = 0; i < bodies; ++i) system.add_body(size);
  for (int i = 0; i < bodies; ++i) {
    const int joint = system.add_node(rows, -1);
    system.graph.edges.emplace_back(joint, i);
    if (i > 0) system.graph.edges.emplace_back(joint, (i - 1) / 2);
  }
  return system.graph;
}

// Blocks between constraints that bodies with up to three of them leave.
int expected_fill(const BlockGraph& graph) {
  std::vector<int> joints(graph.sizes.size(), 0);
  for (const auto& [joint, body] : graph.edges) ++joints[body];
  int fill = 0;
  for (const int k : joints) fill += k <= 3 ? k * (k - 1) / 2 : 0;
  return fill;
}

struct Shape {
  int size, rows;
};
constexpr Shape kShapes[] = {{6, 3}, {6, 5}, {3, 2}, {6, 4}, {12, 3}};

}  // namespace

TEST_CASE("bodies first: little fill, the dense answer and the signature, six decades of mass") {
  Random random(11);
  for (int round = 0; round < 60; ++round) {
    const Shape shape = kShapes[round % 5];
    const int bodies = 1 + static_cast<int>(random.index(40));
    const BlockGraph graph = mechanism(random, bodies, shape.size, shape.rows, 1 + round % 4);
    BlockLdlt K;
    K.analyse(graph, BlockOrdering::bodies_first);
    CHECK(K.factor_blocks() >= K.input_blocks() + expected_fill(graph));
    CHECK(K.factor_blocks() <= K.input_blocks() + 3 * bodies);
    fill_random(K, random, 6.0);
    const FactorReport report = K.factor();
    REQUIRE(report.status == FactorStatus::regular);
    CHECK(report.positive == bodies * shape.size);
    CHECK(report.negative == bodies * shape.rows);
    CHECK(report.smallest_pivot > 0);
    const Eigen::VectorXd b = random.vector(K.rows());
    Eigen::VectorXd x = b;
    K.solve(x);
    CHECK(K.refine(b, x, 3) < 1e-14);
    const Eigen::VectorXd expected = dense(K).fullPivLu().solve(b);
    CHECK((x - expected).norm() < 1e-9 * expected.norm());
    BlockLdlt leaves;
    leaves.analyse(graph);
    for (int i = 0; i < graph.nodes(); ++i) leaves.diagonal(i) = K.diagonal(i);
    for (int e = 0; e < K.input_blocks(); ++e) leaves.coupling(e) = K.coupling(e);
    leaves.factor();
    Eigen::VectorXd y = b;
    leaves.solve(y);
    leaves.refine(b, y, 3);
    CHECK((x - y).norm() < 1e-10 * y.norm());
  }
}

TEST_CASE(
    "joints of a wide tree in SIMD batches: the dense answer, the signature, a tree of any width") {
  Random random(14);
  for (int round = 0; round < 24; ++round) {
    const Shape shape = kShapes[round % 3];
    const int bodies = 4 + static_cast<int>(random.index(90));
    const BlockGraph graph = binary_tree(bodies, shape.size, shape.rows);
    BlockLdlt K;
    K.analyse(graph, BlockOrdering::bodies_first);
    fill_random(K, random, 6.0);
    const FactorReport report = K.factor();
    REQUIRE(report.status == FactorStatus::regular);
    CHECK(report.positive == bodies * shape.size);
    CHECK(report.negative == bodies * shape.rows);
    const Eigen::VectorXd b = random.vector(K.rows());
    Eigen::VectorXd x = b;
    K.solve(x);
    CHECK(K.refine(b, x, 3) < 1e-14);
    const Eigen::VectorXd expected = dense(K).partialPivLu().solve(b);
    CHECK((x - expected).norm() < 1e-8 * expected.norm());
  }
}

TEST_CASE("a bad row anywhere in a wide tree is met as if there were no SIMD batches") {
  Random random(15);
  const BlockGraph graph = binary_tree(63, 6, 3);
  BlockLdlt K;
  K.analyse(graph, BlockOrdering::bodies_first);
  for (int joint = 0; joint < 63; ++joint) {
    fill_random(K, random, 2.0);
    const Eigen::VectorXd right = random.vector(K.rows());
    REQUIRE(K.factor().status == FactorStatus::regular);
    Eigen::VectorXd before = right, after = right;
    K.solve(before);
    const BlockLdlt good = K;
    for (int e = 0; e < K.input_blocks(); ++e)
      if (graph.edges[e].first == 63 + joint) K.coupling(e).row(2) = -K.coupling(e).row(0);
    const FactorReport report = K.factor();
    CHECK(report.status == FactorStatus::dependent);
    CHECK(report.positive == 6 * 63);
    CHECK(report.negative == 3 * 63);
    REQUIRE(report.dependent_rows.size() == 1);
    CHECK(K.node_of_row(report.dependent_rows[0]) == 63 + joint);
    const Eigen::VectorXd b = dense(K) * random.vector(K.rows());
    Eigen::VectorXd x = b;
    K.solve(x);
    CHECK(K.refine(b, x, 3) < 1e-14);
    K = good;
    K.diagonal(joint) *= -1;
    CHECK(K.factor().status == FactorStatus::indefinite);
    K.diagonal(joint) *= -1;
    CHECK(K.factor().status == FactorStatus::regular);
    K.solve(after);
    CHECK(before == after);
  }
}

TEST_CASE("one bad body among eight is met as if it were alone") {
  Random random(12);
  const BlockGraph graph = mechanism(random, 20, 6, 3, 1);
  BlockLdlt K;
  K.analyse(graph, BlockOrdering::bodies_first);
  fill_random(K, random, 1.0);
  const Eigen::MatrixXd good = K.diagonal(5);
  K.diagonal(5) *= -1;
  CHECK(K.factor().status == FactorStatus::indefinite);
  K.diagonal(5).row(2).setZero();
  K.diagonal(5).col(2).setZero();
  FactorReport report = K.factor();
  REQUIRE(report.dependent_rows.size() == 1);
  CHECK(report.dependent_rows[0] == K.offset(5) + 2);
  K.diagonal(5)(1, 1) = std::numeric_limits<double>::infinity();
  CHECK(K.factor().status == FactorStatus::not_finite);
  K.diagonal(5) = good;
  CHECK(K.factor().status == FactorStatus::regular);
}

TEST_CASE("a joint that repeats another is named where bodies come first") {
  Random random(13);
  BlockGraph graph = mechanism(random, 12, 6, 3, 1);
  graph.sizes.push_back(3);
  graph.signs.push_back(-1);
  graph.edges.emplace_back(graph.nodes() - 1, 0);  // on the world again, no loop
  BlockLdlt K;
  K.analyse(graph, BlockOrdering::bodies_first);
  fill_random(K, random, 2.0);
  K.coupling(static_cast<int>(graph.edges.size()) - 1) = K.coupling(0);
  const FactorReport report = K.factor();
  CHECK(report.status == FactorStatus::dependent);
  CHECK(report.dependent_rows.size() == 3);
}

}  // namespace perpend::linalg
