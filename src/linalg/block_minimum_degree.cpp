// SPDX-License-Identifier: Apache-2.0
//
// Minimum degree order of a block graph (Tinney and Walker 1967, scheme 2), constraints after
// bodies that can carry them.
//
//   degree(v)    rows of the nodes next to v in the elimination graph, exact
//   columns(b)   columns of an eliminated body b that no eliminated constraint has taken yet
//
// With S = 0 a leading block of K is regular only if its constraint rows can be matched to columns
// of its bodies. So a constraint may go once its eliminated bodies have as many free columns as it
// has rows, or once all its bodies are gone, and takes those columns. One-body constraints have no
// second body to wait for, so their columns are set aside from the start. This counts; it does not
// search for augmenting paths, and it cannot know ranks: what slips through is met by the static
// pivots of block_factor.cpp and one refinement more.
//
// The elimination graph is kept as plain neighbour lists: dead neighbours are dropped when a list
// is read, and to join two neighbours only the shorter list is read, so hubs stay cheap.
// Limits: no supervariables and no approximate degrees; dense remainders (large grids of loops)
// cost O(d²) per node of degree d.
#include <algorithm>
#include <functional>
#include <queue>

#include "linalg/block_adjacency.hpp"

namespace perpend::linalg {
namespace {

class MinimumDegree {
 public:
  MinimumDegree(const BlockGraph& graph, const BlockAdjacency& adjacency);

  std::vector<int> order();

 private:
  void count_bodies();
  bool may_go(int node) const;
  void take_columns(int constraint);
  void release(int body);
  void drop_dead(std::vector<int>& list) const;
  void join_neighbours(int node);
  void eliminate(int node);
  void offer(int node) {
    if (may_go(node)) queue_.emplace(degree_[node], node);
  }

  const BlockGraph& graph_;
  const BlockAdjacency& adjacency_;
  std::vector<std::vector<int>> near_;  // of the elimination graph
  std::vector<int> degree_;
  std::vector<int> columns_;  // of bodies
  std::vector<int> bodies_;   // of constraints
  std::vector<int> waiting_;  // of constraints: bodies not eliminated
  std::vector<int> stamp_;
  std::vector<char> dead_;
  std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>> queue_;
  int tick_ = 0;
};

MinimumDegree::MinimumDegree(const BlockGraph& graph, const BlockAdjacency& adjacency)
    : graph_(graph),
      adjacency_(adjacency),
      near_(graph.sizes.size()),
      degree_(graph.sizes.size(), 0),
      columns_(graph.sizes),
      bodies_(graph.sizes.size(), 0),
      stamp_(graph.sizes.size(), 0),
      dead_(graph.sizes.size(), 0) {
  for (int i = 0; i < graph.nodes(); ++i) {
    const auto neighbours = adjacency.of(i);
    near_[i].assign(neighbours.begin(), neighbours.end());
    for (const int j : neighbours) degree_[i] += graph.sizes[j];
  }
  count_bodies();
  waiting_ = bodies_;
}

void MinimumDegree::count_bodies() {
  for (int c = 0; c < graph_.nodes(); ++c) {
    if (graph_.signs[c] > 0) continue;
    int body = -1;
    for (const int j : adjacency_.of(c))
      if (graph_.signs[j] > 0) ++bodies_[c], body = j;
    if (bodies_[c] == 1) columns_[body] = std::max(0, columns_[body] - graph_.sizes[c]);
  }
}

bool MinimumDegree::may_go(int node) const {
  if (graph_.signs[node] > 0 || waiting_[node] == 0) return true;
  int free = 0;
  for (const int j : adjacency_.of(node))
    if (graph_.signs[j] > 0 && dead_[j]) free += columns_[j];
  return free >= graph_.sizes[node];
}

void MinimumDegree::take_columns(int constraint) {
  int wanted = graph_.sizes[constraint];
  for (const int j : adjacency_.of(constraint)) {
    if (graph_.signs[j] < 0 || !dead_[j]) continue;
    const int taken = std::min(wanted, columns_[j]);
    columns_[j] -= taken;
    wanted -= taken;
  }
}

// The constraints of an eliminated body may go earlier now.
void MinimumDegree::release(int body) {
  for (const int c : adjacency_.of(body)) {
    if (graph_.signs[c] > 0 || dead_[c]) continue;
    --waiting_[c];
    offer(c);
  }
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
      degree_[a] += graph_.sizes[b];
      degree_[b] += graph_.sizes[a];
    }
  }
}

void MinimumDegree::eliminate(int node) {
  dead_[node] = 1;
  drop_dead(near_[node]);
  for (const int j : near_[node]) degree_[j] -= graph_.sizes[node];
  join_neighbours(node);
  for (const int j : near_[node]) offer(j);
  if (graph_.signs[node] > 0)
    release(node);
  else if (bodies_[node] > 1)
    take_columns(node);
  near_[node] = {};
}

std::vector<int> MinimumDegree::order() {
  std::vector<int> result;
  result.reserve(graph_.sizes.size());
  for (int i = 0; i < graph_.nodes(); ++i) offer(i);
  while (!queue_.empty()) {
    const auto [degree, node] = queue_.top();
    queue_.pop();
    // Stale entries: gone, of another degree by now, or its columns were taken by another.
    if (dead_[node] || degree != degree_[node] || !may_go(node)) continue;
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
