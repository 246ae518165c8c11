// SPDX-License-Identifier: Apache-2.0
#include "linalg/graph/block_graph.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "linalg/graph/block_adjacency.hpp"
#include "perpend/core/error.hpp"

namespace perpend::linalg {
namespace {

// Returns the root of the set that holds `node`, with path halving.
int find_set(std::vector<int>& set, int node) {
  while (set[node] != node) node = set[node] = set[set[node]];
  return node;
}

bool is_forest(const BlockGraph& graph) {
  std::vector<int> set(graph.sizes.size());
  std::iota(set.begin(), set.end(), 0);
  for (const auto& [a, b] : graph.edges) {
    const int root_a = find_set(set, a), root_b = find_set(set, b);
    if (root_a == root_b) return false;
    set[root_a] = root_b;
  }
  return true;
}

void check_edge(const BlockGraph& graph, std::size_t e) {
  const auto [a, b] = graph.edges[e];
  const int n = graph.nodes();
  if (a >= 0 && b >= 0 && a < n && b < n && a != b) return;
  require(false, "edges[" + std::to_string(e) + "]", "two different nodes of the graph",
          std::to_string(a) + ", " + std::to_string(b));
}

void check_node(const BlockGraph& graph, std::size_t i) {
  const int size = graph.sizes[i], sign = graph.signs[i];
  if (size < 1 || size > kWidestNode)
    require(false, "sizes[" + std::to_string(i) + "]", "1..12", size);
  if (sign != 1 && sign != -1) require(false, "signs[" + std::to_string(i) + "]", "+1 or -1", sign);
}

}  // namespace

void check_graph(const BlockGraph& graph) {
  require(graph.signs.size() == graph.sizes.size(), "signs", "one per node",
          static_cast<double>(graph.signs.size()));
  for (std::size_t i = 0; i < graph.sizes.size(); ++i) check_node(graph, i);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) check_edge(graph, e);
  const BlockAdjacency adjacency(graph);
  for (int i = 0; i < graph.nodes(); ++i) {
    const auto neighbours = adjacency.of(i);
    const auto twin = std::adjacent_find(neighbours.begin(), neighbours.end());
    if (twin != neighbours.end())
      require(false, "edges", "each pair once", std::to_string(i) + ", " + std::to_string(*twin));
  }
}

BlockAdjacency::BlockAdjacency(const BlockGraph& graph) {
  start_.assign(graph.sizes.size() + 1, 0);
  for (const auto& [a, b] : graph.edges) ++start_[a + 1], ++start_[b + 1];
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
  neighbours_.resize(2 * graph.edges.size());
  std::vector<int> next(start_.begin(), start_.end() - 1);
  for (const auto& [a, b] : graph.edges) {
    neighbours_[next[a]++] = b;
    neighbours_[next[b]++] = a;
  }
  for (int i = 0; i < graph.nodes(); ++i)
    std::sort(neighbours_.begin() + start_[i], neighbours_.begin() + start_[i + 1]);
}

std::vector<int> elimination_order(const BlockGraph& graph, BlockOrdering ordering) {
  const BlockAdjacency adjacency(graph);
  if (ordering == BlockOrdering::minimum_degree) return minimum_degree_order(graph, adjacency);
  const bool forest = is_forest(graph), strict = ordering == BlockOrdering::leaves_first;
  require(forest || !strict, "ordering", "minimum_degree or automatic for a graph with loops",
          "leaves_first");
  if (!forest) return minimum_degree_order(graph, adjacency);
  int unsafe = 0;
  std::vector<int> order = ordering == BlockOrdering::bodies_first
                               ? bodies_first_order(graph, adjacency, unsafe)
                               : leaves_first_order(graph, adjacency, unsafe);
  if (unsafe > 0 && !strict) return minimum_degree_order(graph, adjacency);
  return order;
}

}  // namespace perpend::linalg
