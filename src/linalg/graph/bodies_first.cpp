// SPDX-License-Identifier: Apache-2.0
//
// Elimination order for forests of many small bodies. Bodies with up to kJoints constraints go
// first: they wait for nothing. A body with k constraints fills in k(k-1)/2 blocks between these.
//
// The rest goes in rounds of nodes without a block between each other, so that a round can be
// eliminated in SIMD vectors: nodes with one neighbour left, or with two that already have a block
// between them (no fill), constraints between two others of their size (one block), and bodies that
// are left with few constraints.
// A chain thus halves in every round and the elimination tree has about 2 log2 n levels where
// leaves first has n: cyclic reduction (Hockney, J. ACM 12, 1965), on trees the contraction of
// Miller and Reif (FOCS 1985). A node fills few blocks, so memory and time stay linear.
//
// A constraint goes after all the bodies below it in the leaves-first order, which have the columns
// for its rows. Where no node qualifies, the next one in leaves-first order goes.
#include <algorithm>
#include <span>

#include "linalg/graph/block_adjacency.hpp"

namespace perpend::linalg {
namespace {

// More constraints would make the update of a body larger than its own block of six rows.
constexpr std::size_t kJoints = 3;

class Rounds {
 public:
  Rounds(const BlockGraph& graph, const BlockAdjacency& adjacency, const std::vector<int>& leaves);

  /// Eliminates bodies of few constraints, then the rest in rounds.
  std::vector<int> order();

 private:
  bool only_constraints(std::span<const int> nodes) const;
  bool goes_first(int node) const;
  bool halves(int node, const std::vector<int>& around) const;
  bool qualifies(int node);
  bool adjacent(int a, int b) const;
  std::vector<int>& neighbours(int node);
  void join(int a, int b);
  void eliminate(int node);
  void run_round(const std::vector<int>& candidates);

  const BlockGraph& graph_;
  const BlockAdjacency& adjacency_;
  const std::vector<int>& leaves_;
  std::vector<int> rank_;                // rank of a node in leaves_
  std::vector<std::vector<int>> links_;  // neighbours, some of which may be gone
  std::vector<int> degree_;              // number of neighbours not gone
  std::vector<int> waiting_;             // bodies that have to go before a constraint
  std::vector<char> gone_, blocked_;
  std::vector<int> order_, next_;  // next_: nodes that lost a neighbour in this round
};

Rounds::Rounds(const BlockGraph& graph, const BlockAdjacency& adjacency,
               const std::vector<int>& leaves)
    : graph_(graph),
      adjacency_(adjacency),
      leaves_(leaves),
      rank_(leaves.size()),
      links_(leaves.size()),
      degree_(leaves.size(), 0),
      waiting_(leaves.size(), 0),
      gone_(leaves.size(), 0),
      blocked_(leaves.size(), 0) {
  for (std::size_t k = 0; k < leaves.size(); ++k) rank_[leaves[k]] = static_cast<int>(k);
  for (const auto& [a, b] : graph.edges) {
    join(a, b);
    const auto [early, late] = rank_[a] < rank_[b] ? std::pair(a, b) : std::pair(b, a);
    waiting_[late] += graph.signs[late] < 0 && graph.signs[early] > 0;
  }
}

bool Rounds::only_constraints(std::span<const int> nodes) const {
  return std::none_of(nodes.begin(), nodes.end(), [&](int i) { return graph_.signs[i] > 0; });
}

bool Rounds::goes_first(int node) const {
  const auto around = adjacency_.of(node);
  return graph_.signs[node] > 0 && around.size() <= kJoints && only_constraints(around);
}

// Returns the neighbours that are left; the others are dropped.
std::vector<int>& Rounds::neighbours(int node) {
  std::erase_if(links_[node], [&](int i) { return gone_[i] != 0; });
  return links_[node];
}

bool Rounds::adjacent(int a, int b) const {
  if (links_[a].size() > links_[b].size()) std::swap(a, b);
  return std::find(links_[a].begin(), links_[a].end(), b) != links_[a].end();
}

void Rounds::join(int a, int b) {
  links_[a].push_back(b);
  links_[b].push_back(a);
  ++degree_[a];
  ++degree_[b];
}

bool Rounds::halves(int node, const std::vector<int>& around) const {
  return std::all_of(around.begin(), around.end(), [&](int i) {
    return graph_.signs[i] < 0 && graph_.sizes[i] == graph_.sizes[node];
  });
}

bool Rounds::qualifies(int node) {
  const bool body = graph_.signs[node] > 0;
  if (gone_[node] || blocked_[node] || waiting_[node] > 0) return false;
  if (degree_[node] > (body ? static_cast<int>(kJoints) : 2)) return false;
  if (degree_[node] < 2) return true;
  const std::vector<int>& around = neighbours(node);
  if (degree_[node] == 2 && adjacent(around[0], around[1])) return true;
  return body ? only_constraints(around) : halves(node, around);
}

void Rounds::eliminate(int node) {
  const std::vector<int> around = neighbours(node);
  gone_[node] = 1;
  order_.push_back(node);
  for (std::size_t k = 0; k < around.size(); ++k) {
    --degree_[around[k]];
    waiting_[around[k]] -= graph_.signs[node] > 0 && rank_[node] < rank_[around[k]];
    for (std::size_t j = 0; j < k; ++j)
      if (!adjacent(around[j], around[k])) join(around[j], around[k]);
    if (!blocked_[around[k]]) next_.push_back(around[k]);
    blocked_[around[k]] = 1;
  }
}

void Rounds::run_round(const std::vector<int>& candidates) {
  next_.clear();
  for (const int node : candidates)
    if (qualifies(node)) eliminate(node);
  for (const int node : next_) blocked_[node] = 0;
  std::sort(next_.begin(), next_.end(), [&](int a, int b) { return rank_[a] < rank_[b]; });
}

std::vector<int> Rounds::order() {
  for (const int node : leaves_)
    if (goes_first(node)) eliminate(node);
  for (const int node : next_) blocked_[node] = 0;
  run_round(leaves_);
  for (std::size_t first = 0; first < leaves_.size();) {
    if (gone_[leaves_[first]]) {
      ++first;
      continue;
    }
    if (next_.empty()) {
      eliminate(leaves_[first]);
      for (const int node : next_) blocked_[node] = 0;
    }
    run_round(std::vector<int>(next_));
  }
  return order_;
}

}  // namespace

std::vector<int> bodies_first_order(const BlockGraph& graph, const BlockAdjacency& adjacency,
                                    int& unsafe) {
  const std::vector<int> leaves = leaves_first_order(graph, adjacency, unsafe);
  return Rounds(graph, adjacency, leaves).order();
}

}  // namespace perpend::linalg
