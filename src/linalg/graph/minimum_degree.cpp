// SPDX-License-Identifier: Apache-2.0
//
// Minimum degree order of a block graph (Tinney and Walker 1967, scheme 2): the node whose
// neighbours in the elimination graph have the fewest rows goes next, ties to the lower index. A
// node with one neighbour cannot fill and goes before all others, so trees stay without fill
// although their blocks differ in size. (Counting neighbours alone costs up to half more flops on
// trees with loops of mixed sizes; products of rows and sizes are no better overall.)
//
// With S = 0 a leading block of K is regular only if its constraint rows can be matched to columns
// of its bodies, so a constraint whose turn comes waits until the eliminated bodies can carry it
// (block_matching.hpp).
//
// The elimination graph is kept as plain neighbour lists: dead neighbours are dropped when a list
// is read, and to join two neighbours only the shorter list is read, so hubs stay cheap.
// Limits: no supervariables and no approximate degrees; dense remainders (large grids of loops)
// cost O(d²) per node of degree d.
#include <algorithm>
#include <functional>
#include <queue>

#include "linalg/graph/block_adjacency.hpp"
#include "linalg/graph/block_matching.hpp"

namespace perpend::linalg {
namespace {

class MinimumDegree {
 public:
  MinimumDegree(const BlockGraph& graph, const BlockAdjacency& adjacency);

  std::vector<int> order();

 private:
  bool may_go(int node);
  void drop_dead(std::vector<int>& list) const;
  void join_neighbours(int node);
  void eliminate(int node);
  void wake(int body);
  int rank(int node) const { return neighbours_[node] > 1 ? degree_[node] : 0; }
  void offer(int node) { queue_.emplace(rank(node), node); }

  const BlockGraph& graph_;
  ColumnMatching matching_;
  std::vector<std::vector<int>> near_;      // neighbours in the elimination graph
  std::vector<std::vector<int>> watchers_;  // by body: constraints that wait for it
  std::vector<int> degree_;                 // rows of the neighbours
  std::vector<int> neighbours_;             // number of neighbours alive
  std::vector<int> stamp_;
  std::vector<char> dead_;
  std::vector<char> waiting_;  // by constraint
  std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>> queue_;
  int tick_ = 0;
};

MinimumDegree::MinimumDegree(const BlockGraph& graph, const BlockAdjacency& adjacency)
    : graph_(graph),
      matching_(graph, adjacency),
      near_(graph.sizes.size()),
      watchers_(graph.sizes.size()),
      degree_(graph.sizes.size(), 0),
      neighbours_(graph.sizes.size(), 0),
      stamp_(graph.sizes.size(), 0),
      dead_(graph.sizes.size(), 0),
      waiting_(graph.sizes.size(), 0) {
  for (int i = 0; i < graph.nodes(); ++i) {
    const auto neighbours = adjacency.of(i);
    near_[i].assign(neighbours.begin(), neighbours.end());
    neighbours_[i] = static_cast<int>(neighbours.size());
    for (const int j : neighbours) degree_[i] += graph.sizes[j];
  }
}

bool MinimumDegree::may_go(int node) {
  if (graph_.signs[node] > 0 || matching_.add_constraint(node)) return true;
  for (const int body : matching_.open_bodies()) watchers_[body].push_back(node);
  waiting_[node] = 1;
  return false;
}

void MinimumDegree::drop_dead(std::vector<int>& list) const {
  std::erase_if(list, [this](int j) { return dead_[j] != 0; });
}

void MinimumDegree::join_neighbours(int node) {
  std::vector<int>& clique = near_[node];
  std::sort(clique.begin(), clique.end(), [this](int a, int b) {
    return std::pair(near_[a].size(), a) < std::pair(near_[b].size(), b);
  });
  for (std::size_t i = 0; i + 1 < clique.size(); ++i) {
    const int a = clique[i];
    drop_dead(near_[a]);
    ++tick_;
    for (const int j : near_[a]) stamp_[j] = tick_;
    for (std::size_t k = i + 1; k < clique.size(); ++k) {
      const int b = clique[k];
      if (stamp_[b] == tick_) continue;
      near_[a].push_back(b);
      near_[b].push_back(a);
      ++neighbours_[a], ++neighbours_[b];
      degree_[a] += graph_.sizes[b];
      degree_[b] += graph_.sizes[a];
    }
  }
}

// Offers the constraints that waited for this body again.
void MinimumDegree::wake(int body) {
  matching_.add_body(body);
  for (const int constraint : watchers_[body]) {
    if (!waiting_[constraint]) continue;
    waiting_[constraint] = 0;
    offer(constraint);
  }
  watchers_[body] = {};
}

void MinimumDegree::eliminate(int node) {
  dead_[node] = 1;
  drop_dead(near_[node]);
  for (const int j : near_[node]) degree_[j] -= graph_.sizes[node], --neighbours_[j];
  join_neighbours(node);
  if (graph_.signs[node] > 0) wake(node);
  for (const int j : near_[node])
    if (!waiting_[j]) offer(j);
  near_[node] = {};
}

std::vector<int> MinimumDegree::order() {
  std::vector<int> result;
  result.reserve(graph_.sizes.size());
  for (int i = 0; i < graph_.nodes(); ++i) offer(i);
  while (!queue_.empty()) {
    const auto [offered, node] = queue_.top();
    queue_.pop();
    // Skips stale entries: eliminated, waiting, or with another rank by now.
    if (dead_[node] || waiting_[node] || offered != rank(node) || !may_go(node)) continue;
    eliminate(node);
    result.push_back(node);
  }
  return result;
}

}  // namespace

std::vector<int> minimum_degree_order(const BlockGraph& graph, const BlockAdjacency& adjacency) {
  return MinimumDegree(graph, adjacency).order();
}

}  // namespace perpend::linalg
