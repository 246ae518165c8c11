// SPDX-License-Identifier: Apache-2.0
//
// Maximum flow by augmenting paths (Ford and Fulkerson 1956), one constraint at a time, between the
// rows of constraints and the columns of bodies already eliminated.
//
// A path runs constraint -> adjacent body -> constraint that holds columns there -> ..., breadth
// first, to a body with columns left; what it finds stays found, because augmenting never takes
// rows back from earlier constraints. A search that fails has met every body whose elimination
// could help (open_bodies).
//
// One-body constraints have nowhere else to go, so their columns are set aside from the start.
// Limits: structure only; the static pivots handle the ranks of the actual Jacobians.
#include "linalg/graph/block_matching.hpp"

#include <algorithm>

namespace perpend::linalg {
namespace {

// Largest number of constraints that one search visits. Without it, ladders of redundant loops cost
// O(n²); with 64 they keep their fill, and regular ladders keep regular leading blocks
// (order_test.cpp).
constexpr std::size_t kHorizon = 64;

}  // namespace

ColumnMatching::ColumnMatching(const BlockGraph& graph, const BlockAdjacency& adjacency)
    : graph_(graph),
      adjacency_(adjacency),
      columns_(graph.sizes),
      taken_(graph.sizes.size()),
      present_(graph.sizes.size(), 0),
      bodies_(graph.sizes.size(), 0),
      from_(graph.sizes.size(), -1),
      stamp_(graph.sizes.size(), 0) {
  for (int c = 0; c < graph.nodes(); ++c) {
    if (graph.signs[c] > 0) continue;
    int body = -1;
    for (const int j : adjacency.of(c))
      if (graph.signs[j] > 0) ++bodies_[c], body = j;
    if (bodies_[c] == 1) columns_[body] = std::max(0, columns_[body] - graph.sizes[c]);
  }
}

int& ColumnMatching::flow(int constraint, int body) {
  auto& list = taken_[body];
  for (auto& [holder, columns] : list)
    if (holder == constraint) return columns;
  return list.emplace_back(constraint, 0).second;
}

// Queues the constraint and notes the bodies that would help it once they are eliminated.
void ColumnMatching::visit(int constraint) {
  stamp_[constraint] = tick_;
  queue_.push_back(constraint);
  for (const int b : adjacency_.of(constraint))
    if (graph_.signs[b] > 0 && !present_[b]) open_.push_back(b);
}

// Returns a body with columns left, reached from the constraint along from_; -1 where there is
// none.
int ColumnMatching::search(int constraint) {
  ++tick_;
  queue_.clear();
  open_.clear();
  visit(constraint);
  const auto horizon = [this] { return std::min(queue_.size(), kHorizon); };
  for (std::size_t head = 0; head < horizon(); ++head) {
    for (const int b : adjacency_.of(queue_[head])) {
      if (graph_.signs[b] < 0 || !present_[b] || stamp_[b] == tick_) continue;
      stamp_[b] = tick_;
      from_[b] = queue_[head];
      if (columns_[b] > 0) return b;
      for (const auto& [holder, columns] : taken_[b]) {
        if (columns == 0 || stamp_[holder] == tick_) continue;
        from_[holder] = b;
        visit(holder);
      }
    }
  }
  return -1;
}

// Moves up to `wanted` columns along the path that ends at `body`; returns how many.
int ColumnMatching::push(int body, int wanted) {
  const int start = queue_.front();
  int amount = std::min(wanted, columns_[body]);
  for (int b = body; from_[b] != start; b = from_[from_[b]])
    amount = std::min(amount, flow(from_[b], from_[from_[b]]));
  columns_[body] -= amount;
  for (int b = body;; b = from_[from_[b]]) {
    flow(from_[b], b) += amount;
    if (from_[b] == start) return amount;
    flow(from_[b], from_[from_[b]]) -= amount;
  }
}

void ColumnMatching::withdraw(int constraint) {
  for (const int b : adjacency_.of(constraint)) {
    if (graph_.signs[b] < 0) continue;
    int& columns = flow(constraint, b);
    columns_[b] += columns;
    columns = 0;
  }
}

bool ColumnMatching::add_constraint(int constraint) {
  if (bodies_[constraint] == 1) {
    search(constraint);
    return open_.empty();
  }
  int wanted = graph_.sizes[constraint];
  while (wanted > 0) {
    const int body = search(constraint);
    if (body >= 0) {
      wanted -= push(body, wanted);
    } else if (open_.empty()) {
      return true;
    } else {
      withdraw(constraint);
      return false;
    }
  }
  return true;
}

}  // namespace perpend::linalg
