// SPDX-License-Identifier: Apache-2.0
//
// Elimination order of a forest: children before parents, so L is as sparse as K (Baraff 1996,
// section 7.1, procedure ordermatrix; Forward is children first, errata 1996-7).
//
// The paper's root is any node. With S = 0 the pivot of a constraint comes from its child bodies
// alone, so their columns must be at least as many as its rows: a one-body (world) constraint has
// to be the root (errata 1996-16). The root of each tree is the node that leaves the fewest
// constraints without such children, the first of the best.
//
//   carried(c)   sum of the sizes of all bodies at constraint c
//   unsafe(r)    constraints short of child columns when the tree hangs from r. Moving the root
//                over one edge changes it only for the constraint at that edge, so all roots of a
//                tree cost O(n) together.
//
// Limits: sizes say what ranks can be, not what they are; a Jacobian block of lower rank on the
// child is left to the static pivots of factor.cpp.
#include "linalg/graph/block_adjacency.hpp"

namespace perpend::linalg {
namespace {

class LeavesFirst {
 public:
  LeavesFirst(const BlockGraph& graph, const BlockAdjacency& adjacency);

  std::vector<int> order(int& unsafe);

 private:
  void walk(int root);
  int best_root(int start, int& unsafe);
  // True if constraint `node` is short of columns when `parent` is not among its children.
  bool is_short(int node, int parent) const;

  const BlockGraph& graph_;
  const BlockAdjacency& adjacency_;
  std::vector<int> carried_;
  std::vector<int> parent_;  // -1 at the root
  std::vector<int> walk_;    // parents before children
  std::vector<int> change_;  // unsafe constraints of a root minus those of the start
  std::vector<char> done_;
};

LeavesFirst::LeavesFirst(const BlockGraph& graph, const BlockAdjacency& adjacency)
    : graph_(graph),
      adjacency_(adjacency),
      carried_(graph.sizes.size(), 0),
      parent_(graph.sizes.size(), -1),
      change_(graph.sizes.size(), 0),
      done_(graph.sizes.size(), 0) {
  for (const auto& [a, b] : graph.edges) {
    if (graph.signs[b] > 0) carried_[a] += graph.sizes[b];
    if (graph.signs[a] > 0) carried_[b] += graph.sizes[a];
  }
}

bool LeavesFirst::is_short(int node, int parent) const {
  if (graph_.signs[node] > 0) return false;
  const bool carries = parent >= 0 && graph_.signs[parent] > 0;
  return carried_[node] - (carries ? graph_.sizes[parent] : 0) < graph_.sizes[node];
}

// Walks depth first, parents before children; in the reverse order subtrees are contiguous.
void LeavesFirst::walk(int root) {
  walk_.clear();
  parent_[root] = -1;
  std::vector<int> stack{root};
  while (!stack.empty()) {
    const int node = stack.back();
    stack.pop_back();
    walk_.push_back(node);
    for (const int next : adjacency_.of(node)) {
      if (next == parent_[node]) continue;
      parent_[next] = node;
      stack.push_back(next);
    }
  }
}

int LeavesFirst::best_root(int start, int& unsafe) {
  walk(start);
  int best = start, base = 0;
  for (const int node : walk_) {
    const int parent = parent_[node];
    base += is_short(node, parent);
    if (parent < 0) continue;
    // With the root at `node` instead of its parent only the edge between them is reversed.
    change_[node] = change_[parent] - is_short(node, parent) + is_short(node, -1) -
                    is_short(parent, -1) + is_short(parent, node);
    if (change_[node] < change_[best]) best = node;
  }
  unsafe += base + change_[best];
  return best;
}

std::vector<int> LeavesFirst::order(int& unsafe) {
  std::vector<int> result;
  result.reserve(graph_.sizes.size());
  for (int start = 0; start < graph_.nodes(); ++start) {
    if (done_[start]) continue;
    walk(best_root(start, unsafe));
    for (const int node : walk_) done_[node] = 1;
    result.insert(result.end(), walk_.rbegin(), walk_.rend());
  }
  return result;
}

}  // namespace

std::vector<int> leaves_first_order(const BlockGraph& graph, const BlockAdjacency& adjacency,
                                    int& unsafe) {
  unsafe = 0;
  return LeavesFirst(graph, adjacency).order(unsafe);
}

}  // namespace perpend::linalg
