// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <limits>

#include "linalg/block_systems.hpp"
#include "relative.hpp"

namespace perpend::linalg {
namespace {

struct Shape {
  int size, rows;
};
constexpr Shape kShapes[] = {{3, 2}, {6, 3}, {6, 4}, {6, 5}, {6, 2}};  // the last has no kernels

// Where each joint is followed by an edge between its bodies, either way round, as dampers need it.
BlockGraph damped(Random& random, const BlockGraph& graph) {
  BlockGraph result = graph;
  for (std::size_t e = 0; e + 1 < graph.edges.size(); ++e) {
    const auto [joint, body] = graph.edges[e];
    if (graph.edges[e + 1].first != joint) continue;
    const int other = graph.edges[e + 1].second;
    result.edges.push_back(random.index(2) ? std::pair(body, other) : std::pair(other, body));
  }
  return result;
}

// Values of a mechanism with a damper of size 0.1 on each coupling of two bodies.
void fill_damped(BlockLdlt& K, Random& random, double decades) {
  fill_random(K, random, decades);
  for (int e = 0; e < K.input_blocks(); ++e) {
    const auto [a, b] = K.graph().edges[e];
    if (K.graph().signs[a] < 0) continue;
    K.coupling(e).setIdentity();
    K.coupling(e) *= -0.1;
    K.diagonal(a).diagonal().array() += 0.1;
    K.diagonal(b).diagonal().array() += 0.1;
  }
}

}  // namespace

TEST_CASE("damped mechanisms: no fill, the dense answer and the signature, six decades of mass") {
  Random random(21);
  for (int round = 0; round < 100; ++round) {
    const Shape shape = kShapes[round % 5];
    const int bodies = 1 + static_cast<int>(random.index(40));
    const BlockGraph graph =
        damped(random, mechanism(random, bodies, shape.size, shape.rows, 1 + round % 4));
    BlockLdlt K;
    K.analyse(graph);
    CHECK(K.factor_blocks() == K.input_blocks());
    fill_damped(K, random, 6.0);
    const FactorReport report = K.factor();
    REQUIRE(report.status == FactorStatus::regular);
    CHECK(report.positive == bodies * shape.size);
    CHECK(report.negative == bodies * shape.rows);
    const Eigen::VectorXd b = random.vector(K.rows());
    Eigen::VectorXd x = b;
    K.solve(x);
    CHECK(K.refine(b, x, 3) < 1e-14);
    const Eigen::VectorXd expected = dense(K).fullPivLu().solve(b);
    CHECK((x - expected).norm() < 1e-9 * expected.norm());
  }
}

TEST_CASE("with dampers of zero, pivots, scales and solutions are those of the bare tree") {
  Random random(22);
  for (const Shape shape : kShapes) {
    const BlockGraph tree = mechanism(random, 30, shape.size, shape.rows, 3);
    BlockLdlt bare, K;
    bare.analyse(tree, BlockOrdering::leaves_first);
    K.analyse(damped(random, tree));
    fill_random(bare, random, 8.0);
    for (int i = 0; i < tree.nodes(); ++i) K.diagonal(i) = bare.diagonal(i);
    for (int e = 0; e < bare.input_blocks(); ++e) K.coupling(e) = bare.coupling(e);
    const double least = bare.factor().smallest_pivot;
    CHECK(K.factor().smallest_pivot == relative(least, 1e-6));
    const Eigen::VectorXd b = random.vector(K.rows());
    Eigen::VectorXd x = b, y = b;
    bare.solve(x);
    bare.refine(b, x, 3);
    K.solve(y);
    K.refine(b, y, 3);
    CHECK((x - y).norm() < 1e-10 * x.norm());
  }
}

TEST_CASE("a supernode with a bad pivot is left to the blocks, and all as it was") {
  Random random(23);
  const BlockGraph graph = damped(random, mechanism(random, 20, 6, 3, 1));
  BlockLdlt K;
  K.analyse(graph);
  fill_damped(K, random, 1.0);
  const Eigen::VectorXd b = random.vector(K.rows());
  K.factor();
  Eigen::VectorXd first = b, again = b;
  K.solve(first);
  const Eigen::MatrixXd good = K.diagonal(5);
  K.diagonal(5) *= -1;
  CHECK(K.factor().status == FactorStatus::indefinite);
  K.diagonal(5)(1, 1) = std::numeric_limits<double>::infinity();
  CHECK(K.factor().status == FactorStatus::not_finite);
  K.diagonal(5)(1, 1) = std::numeric_limits<double>::quiet_NaN();
  CHECK(K.factor().status == FactorStatus::not_finite);
  K.diagonal(5) = good;
  CHECK(K.factor().status == FactorStatus::regular);
  K.solve(again);
  CHECK(first == again);
}

TEST_CASE("a row of a damped joint that repeats another is named, its system still solved") {
  Random random(24);
  for (int joint = 0; joint < 20; ++joint) {
    const BlockGraph graph = damped(random, mechanism(random, 20, 6, 3, 1 + joint % 3));
    BlockLdlt K;
    K.analyse(graph);
    fill_damped(K, random, 3.0);
    const int node = 20 + joint;
    for (int e = 0; e < K.input_blocks(); ++e)
      if (graph.edges[e].first == node) K.coupling(e).row(2) = 2 * K.coupling(e).row(1);
    const FactorReport report = K.factor();
    CHECK(report.status == FactorStatus::dependent);
    CHECK(report.negative == 60);
    REQUIRE(report.dependent_rows.size() == 1);
    CHECK(report.dependent_rows[0] == K.offset(node) + 2);
    const Eigen::VectorXd b = dense(K) * random.vector(K.rows());
    Eigen::VectorXd x = b;
    K.solve(x);
    CHECK(K.refine(b, x, 3) < 1e-14);
  }
}

}  // namespace perpend::linalg
