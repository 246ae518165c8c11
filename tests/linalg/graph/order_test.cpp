// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "linalg/block_systems.hpp"
#include "linalg/graph/block_adjacency.hpp"
#include "perpend/core/error.hpp"

namespace perpend::linalg {
namespace {

// Rectangles of 1 m rods on a common ground, all uprights at the same angle: one degree of freedom.
// The blocks of pin joints in the plane, with bodies of unit mass.
class PlanarLadder {
 public:
  explicit PlanarLadder(int loops) {
    const Eigen::Vector2d half(0.5 * std::sin(0.7), 0.5 * std::cos(0.7)), along(0.5, 0.0);
    std::vector<int> uprights;
    for (int i = 0; i <= loops; ++i) {
      uprights.push_back(system_.add_body(3));
      system_.add_constraint(2, {uprights.back()});
      arms_.push_back(-half);
    }
    for (int i = 0; i < loops; ++i) {
      const int bar = system_.add_body(3);
      pin(uprights[i], half, bar, -along);
      pin(uprights[i + 1], half, bar, along);
    }
  }

  const BlockGraph& graph() const { return system_.graph; }

  void fill(BlockLdlt& K) const {
    K.set_zero();
    for (int i = 0; i < graph().nodes(); ++i)
      if (graph().signs[i] > 0) K.diagonal(i).diagonal() << 1.0, 1.0, 1.0 / 12.0;
    for (std::size_t e = 0; e < arms_.size(); ++e) {
      Eigen::Matrix<double, 2, 3> J;
      J << 1.0, 0.0, -arms_[e].y(), 0.0, 1.0, arms_[e].x();
      const auto [first, second] = graph().edges[e];
      auto block = K.coupling(static_cast<int>(e));
      if (graph().signs[first] > 0)
        block = J.transpose();
      else
        block = -J;
    }
  }

 private:
  void pin(int a, const Eigen::Vector2d& arm_a, int b, const Eigen::Vector2d& arm_b) {
    system_.add_constraint(2, {a, b});
    arms_.push_back(arm_a);
    arms_.push_back(arm_b);
  }

  BlockSystem system_;
  std::vector<Eigen::Vector2d> arms_;  // by edge
};

bool is_permutation(std::span<const int> order) {
  std::vector<int> sorted(order.begin(), order.end());
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] != static_cast<int>(i)) return false;
  return true;
}

// A tree of bodies and constraints of any size, some of which all their bodies cannot carry.
BlockGraph random_sizes(Random& random, int nodes) {
  BlockGraph graph{{3}, {}, {1}};
  for (int i = 1; i < nodes; ++i) {
    const int beside = static_cast<int>(random.index(i));
    graph.edges.emplace_back(beside, i);
    graph.signs.push_back(static_cast<std::int8_t>(-graph.signs[beside]));
    graph.sizes.push_back(1 + static_cast<int>(random.index(6)));
  }
  return graph;
}

// Constraints whose bodies below them have too few columns where a tree hangs from `root`.
int short_of_columns(const BlockGraph& graph, const BlockAdjacency& adjacency, int root) {
  int count = 0;
  std::vector<std::pair<int, int>> open{{root, -1}};
  while (!open.empty()) {
    const auto [node, parent] = open.back();
    open.pop_back();
    int below = 0;
    for (const int next : adjacency.of(node)) {
      if (next == parent) continue;
      below += graph.sizes[next];
      open.emplace_back(next, node);
    }
    count += graph.signs[node] < 0 && below < graph.sizes[node];
  }
  return count;
}

BlockSystem grid(int side) {
  BlockSystem system;
  for (int i = 0; i < side * side; ++i) system.add_body(6);
  for (int i = 0; i < side * side; ++i) {
    if (i % side + 1 < side) system.add_constraint(1, {i, i + 1});
    if (i + side < side * side) system.add_constraint(1, {i, i + side});
  }
  return system;
}

}  // namespace

TEST_CASE("a ladder of loops fills a constant number of blocks per loop and keeps its pivots") {
  int previous = 0;
  for (const int loops : {50, 100, 400}) {
    const PlanarLadder ladder(loops);
    BlockLdlt K;
    K.analyse(ladder.graph());
    ladder.fill(K);
    const FactorReport report = K.factor();
    CHECK(report.status == FactorStatus::regular);
    Random random(1);
    const Eigen::VectorXd b = random.vector(K.rows());
    Eigen::VectorXd x = b;
    K.solve(x);
    CHECK(K.refine(b, x, 2) < 1e-15);
    const int fill_per_100_loops = 100 * (K.factor_blocks() - K.input_blocks()) / loops;
    if (previous > 0) CHECK(fill_per_100_loops <= previous);
    previous = fill_per_100_loops;
  }
  CHECK(previous <= 201);
}

TEST_CASE(
    "minimum degree on trees has no fill either, and on a grid far less than the given order") {
  Random random(2);
  for (int round = 0; round < 30; ++round) {
    const BlockSystem system = random_tree(random, 2 + static_cast<int>(random.index(60)), true);
    BlockLdlt K;
    K.analyse(system.graph, BlockOrdering::minimum_degree);
    CHECK(is_permutation(K.order()));
    CHECK(K.factor_blocks() == K.input_blocks());
  }
  const BlockSystem system = grid(30);
  BlockLdlt K;
  K.analyse(system.graph);
  CHECK(is_permutation(K.order()));
  std::vector<int> given(system.graph.sizes.size());
  for (std::size_t i = 0; i < given.size(); ++i) given[i] = static_cast<int>(i);
  CHECK(2 * K.factor_blocks() <
        static_cast<int>(symbolic_factor(system.graph, given).below.size()));
}

TEST_CASE("every constraint of a forest comes after bodies with columns for its rows") {
  Random random(3);
  for (int round = 0; round < 50; ++round) {
    const BlockSystem system =
        random_tree(random, 2 + static_cast<int>(random.index(40)), round % 2 == 0);
    const BlockGraph& graph = system.graph;
    BlockLdlt K;
    K.analyse(graph);
    const auto& column = K.symbolic().column;
    std::vector<int> columns(graph.sizes.size(), 0);
    for (const auto& [a, b] : graph.edges) {
      const int body = graph.signs[a] > 0 ? a : b, constraint = a + b - body;
      if (column[body] < column[constraint]) columns[constraint] += graph.sizes[body];
    }
    for (int i = 0; i < graph.nodes(); ++i)
      if (graph.signs[i] < 0) CHECK(columns[i] >= graph.sizes[i]);
  }
}

TEST_CASE("a tree hangs from the node that leaves the fewest constraints short of columns") {
  Random random(5);
  for (int round = 0; round < 2000; ++round) {
    CAPTURE(round);
    const BlockGraph graph = random_sizes(random, 2 + static_cast<int>(random.index(8)));
    const BlockAdjacency adjacency(graph);
    int unsafe = 0, fewest = graph.nodes();
    leaves_first_order(graph, adjacency, unsafe);
    for (int root = 0; root < graph.nodes(); ++root)
      fewest = std::min(fewest, short_of_columns(graph, adjacency, root));
    CHECK(unsafe == fewest);
  }
}

TEST_CASE("two world joints on one chain: the order leaves Baraff's and the pivots stay") {
  BlockSystem system;
  std::vector<int> bodies;
  for (int i = 0; i < 6; ++i) bodies.push_back(system.add_body(6));
  system.add_constraint(3, {bodies.front()});
  for (int i = 0; i + 1 < 6; ++i) system.add_constraint(3, {bodies[i], bodies[i + 1]});
  system.add_constraint(3, {bodies.back()});
  BlockLdlt K;
  K.analyse(system.graph);
  Random random(4);
  fill_random(K, random, 0.0);
  CHECK(K.factor().status == FactorStatus::regular);
  K.analyse(system.graph, BlockOrdering::leaves_first);
  fill_random(K, random, 0.0);
  CHECK(K.factor().status == FactorStatus::dependent);
}

TEST_CASE("an edge from a node to itself, or to none, is refused by its number") {
  for (const std::pair<int, int>& edge : {std::pair{1, 1}, {0, 3}, {-1, 0}}) {
    BlockSystem system;
    const int a = system.add_body(3), b = system.add_body(3);
    system.add_constraint(1, {a, b});
    system.graph.edges[1] = edge;
    CHECK_THROWS_WITH_AS(check_graph(system.graph), doctest::Contains("edges[1]"), InvalidArgument);
  }
}

TEST_CASE("leaves first refuses a graph with a loop") {
  BlockSystem system;
  const int a = system.add_body(3), b = system.add_body(3);
  system.add_constraint(1, {a, b});
  system.add_constraint(1, {a, b});
  CHECK_THROWS_AS(elimination_order(system.graph, BlockOrdering::leaves_first), InvalidArgument);
}

}  // namespace perpend::linalg
