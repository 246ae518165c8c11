// SPDX-License-Identifier: Apache-2.0
#include "linalg/lu/supernodes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "linalg/random.hpp"

namespace perpend::linalg {
namespace {

BlockSymbolic random_symbolic(Random& random, int nodes, int edges, bool mixed) {
  BlockGraph graph;
  for (int i = 0; i < nodes; ++i) graph.sizes.push_back(mixed && random.index(4) == 0 ? 3 : 6);
  graph.signs.assign(graph.sizes.size(), 1);
  std::vector<std::pair<int, int>>& all = graph.edges;
  for (int i = 1; i < nodes; ++i) all.emplace_back(static_cast<int>(random.index(i)), i);
  for (int e = 0; e < edges; ++e) {
    const int b = 1 + static_cast<int>(random.index(nodes - 1));
    const std::pair edge(static_cast<int>(random.index(b)), b);
    if (std::ranges::find(all, edge) == all.end()) all.push_back(edge);
  }
  return symbolic_factor(graph, elimination_order(graph, BlockOrdering::automatic));
}

// Whether column p has below it p + 1 and what that has, and is as wide.
bool can_be_joined(const BlockSymbolic& symbolic, int p) {
  const auto own = symbolic.below_of(p), next = symbolic.below_of(p + 1);
  return !own.empty() && own.front() == p + 1 && std::ranges::equal(own.subspan(1), next) &&
         symbolic.size[p] == symbolic.size[p + 1];
}

bool is_bound(const Subtrees& subtrees, int p) {
  return std::ranges::any_of(subtrees.ranges(), [&](Chunk range) { return range.last == p + 1; });
}

}  // namespace

TEST_CASE("supernodes are the longest runs of columns with the same blocks below them") {
  Random random(11);
  int wide = 0;
  for (int trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    const int nodes = 2 + static_cast<int>(random.index(200));
    const BlockSymbolic symbolic =
        random_symbolic(random, nodes, trial * nodes / 40, trial % 3 == 0);
    Subtrees subtrees;
    subtrees.assign(symbolic);
    const std::vector<int> width = supernode_widths(symbolic, subtrees);
    REQUIRE(width.size() == static_cast<std::size_t>(nodes));
    for (int p = 0; p < nodes; p += width[p]) {
      REQUIRE(width[p] >= 1);
      REQUIRE(width[p] <= kWidestSupernode);
      const int last = p + width[p] - 1;
      REQUIRE(last < nodes);
      for (int k = p; k < last; ++k) {
        CHECK(can_be_joined(symbolic, k));
        CHECK_FALSE(is_bound(subtrees, k));
        CHECK(width[k + 1] == 0);
      }
      if (last + 1 == nodes) break;
      const bool full = width[p] == kWidestSupernode, bound = is_bound(subtrees, last);
      CHECK((full || bound || !can_be_joined(symbolic, last)));
      wide += full;
    }
  }
  CHECK(wide > 20);
}

TEST_CASE("without nodes there are no supernodes") {
  const BlockSymbolic symbolic = symbolic_factor({}, {});
  Subtrees subtrees;
  subtrees.assign(symbolic);
  CHECK(supernode_widths(symbolic, subtrees).empty());
}

TEST_CASE("a supernode ends where its subtree does") {
  BlockGraph graph;
  graph.sizes.assign(60, 6);
  graph.signs.assign(60, 1);
  for (int i = 0; i < 60; ++i)
    for (int j = 0; j < i; ++j) graph.edges.emplace_back(j, i);
  const BlockSymbolic symbolic =
      symbolic_factor(graph, elimination_order(graph, BlockOrdering::automatic));
  Subtrees subtrees;
  subtrees.assign(symbolic);
  REQUIRE(subtrees.ranges().size() == 1);
  const int bound = subtrees.ranges().front().last;
  REQUIRE(bound < kWidestSupernode);
  const std::vector<int> width = supernode_widths(symbolic, subtrees);
  CHECK(width[0] == bound);
  CHECK(width[bound] == kWidestSupernode);
}

}  // namespace perpend::linalg
