// SPDX-License-Identifier: Apache-2.0
//
// Symbolic factorisation on blocks: elimination tree (Liu 1990, with path compression), postorder,
// and the pattern of each block column as the union of its own and its children's,
//
//   below(p) = { i > p : K_ip ≠ 0 } ∪ ⋃_{children c} below(c) \ {p},   parent(p) = min below(p).
//
// On a forest ordered leaves first every below(p) is {parent(p)}: no fill. Postordering keeps the
// fill and makes parents neighbours of their last child in memory.
#include "linalg/graph/block_symbolic.hpp"

#include <algorithm>

#include "linalg/graph/block_adjacency.hpp"

namespace perpend::linalg {
namespace {

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> column(order.size());
  for (std::size_t p = 0; p < order.size(); ++p) column[order[p]] = static_cast<int>(p);
  return column;
}

std::vector<int> elimination_tree(const BlockAdjacency& adjacency, const std::vector<int>& order,
                                  const std::vector<int>& column) {
  const int n = static_cast<int>(order.size());
  std::vector<int> parent(order.size(), -1), ancestor(order.size(), -1);
  for (int p = 0; p < n; ++p) {
    for (const int neighbour : adjacency.of(order[p])) {
      int i = column[neighbour];
      while (i >= 0 && i < p) {
        const int next = ancestor[i];
        ancestor[i] = p;
        if (next < 0) parent[i] = p;
        i = next;
      }
    }
  }
  return parent;
}

// Returns the columns in postorder, children in ascending order. A child comes before its parent,
// so one backward sweep hands every node the end of the range that its subtree fills.
std::vector<int> postorder(const std::vector<int>& parent) {
  const int n = static_cast<int>(parent.size());
  std::vector<int> subtree(parent.size(), 1), end(parent.size()), sorted(parent.size());
  for (int p = 0; p < n; ++p)
    if (parent[p] >= 0) subtree[parent[p]] += subtree[p];
  int roots_end = n;
  for (int p = n - 1; p >= 0; --p) {
    int& shared_end = parent[p] >= 0 ? end[parent[p]] : roots_end;
    const int own_end = shared_end;
    shared_end -= subtree[p];
    sorted[own_end - 1] = p;
    end[p] = own_end - 1;
  }
  return sorted;
}

void find_pattern(BlockSymbolic& symbolic, const BlockAdjacency& adjacency) {
  const int n = symbolic.nodes();
  std::vector<int> first_child(symbolic.order.size(), -1), next_child(symbolic.order.size(), -1);
  std::vector<int> stamp(symbolic.order.size(), -1);
  symbolic.parent.assign(symbolic.order.size(), -1);
  symbolic.below_start.assign(1, 0);
  for (int p = 0; p < n; ++p) {
    stamp[p] = p;
    const auto add = [&](int i) {
      if (i <= p || stamp[i] == p) return;
      stamp[i] = p;
      symbolic.below.push_back(i);
    };
    for (const int node : adjacency.of(symbolic.order[p])) add(symbolic.column[node]);
    for (int c = first_child[p]; c >= 0; c = next_child[c])
      for (int k = symbolic.below_start[c]; k < symbolic.below_start[c + 1]; ++k)
        add(symbolic.below[k]);
    const auto begin = symbolic.below.begin() + symbolic.below_start[p];
    std::sort(begin, symbolic.below.end());
    symbolic.below_start.push_back(static_cast<int>(symbolic.below.size()));
    if (begin == symbolic.below.end()) continue;
    const int parent = symbolic.parent[p] = *begin;
    next_child[p] = first_child[parent];
    first_child[parent] = p;
  }
}

void lay_out(BlockSymbolic& symbolic, const BlockGraph& graph) {
  const int n = symbolic.nodes();
  symbolic.row.assign(1, 0);
  for (const int node : symbolic.order) {
    symbolic.size.push_back(graph.sizes[node]);
    symbolic.row.push_back(symbolic.row.back() + graph.sizes[node]);
  }
  for (int p = 0; p < n; ++p) {
    const int size = symbolic.size[p];
    symbolic.diagonal.push_back(symbolic.values);
    symbolic.values += static_cast<std::size_t>(size) * size;
    int width = 0;
    for (const int i : symbolic.below_of(p)) {
      symbolic.block.push_back(symbolic.values);
      symbolic.values += static_cast<std::size_t>(size) * symbolic.size[i];
      width += size * symbolic.size[i];
    }
    symbolic.widest = std::max(symbolic.widest, width);
  }
}

}  // namespace

int BlockSymbolic::find_block(int p, int i) const {
  const auto rows = below_of(p);
  return below_start[p] +
         static_cast<int>(std::lower_bound(rows.begin(), rows.end(), i) - rows.begin());
}

BlockSymbolic symbolic_factor(const BlockGraph& graph, std::vector<int> order) {
  const BlockAdjacency adjacency(graph);
  BlockSymbolic symbolic;
  const auto tree = elimination_tree(adjacency, order, inverse(order));
  for (const int p : postorder(tree)) symbolic.order.push_back(order[p]);
  symbolic.column = inverse(symbolic.order);
  find_pattern(symbolic, adjacency);
  lay_out(symbolic, graph);
  return symbolic;
}

}  // namespace perpend::linalg
