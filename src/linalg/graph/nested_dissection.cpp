// SPDX-License-Identifier: Apache-2.0
#include "linalg/graph/nested_dissection.hpp"

#include <algorithm>

namespace perpend::linalg {
namespace {

// Parts up to this size stay as they are: within two vectors nothing is gained.
constexpr Eigen::Index kSmall = 16;

}  // namespace

// Adds to queue_ and level_ the nodes of the part that are reached from a node, level after level.
void NestedDissection::search(const ColumnPattern& pattern, Index from, int part) {
  std::size_t at = queue_.size();
  queue_.push_back(from);
  reached_[from] = 1;
  level_.clear();
  while (at < queue_.size()) {
    const std::size_t end = queue_.size();
    level_.push_back(static_cast<Index>(at));
    for (; at < end; ++at)
      for (const int next : pattern.column(queue_[at])) {
        if (reached_[next] || part_[next] != part) continue;
        reached_[next] = 1;
        queue_.push_back(next);
      }
  }
  level_.push_back(static_cast<Index>(at));
}

// Makes nodes a part of their own, which is cut later unless it is small.
void NestedDissection::push(std::span<const Index> part, Index begin) {
  for (const Index node : part) part_[node] = parts_;
  ++parts_;
  if (std::ssize(part) > kSmall) ranges_.push_back({begin, begin + std::ssize(part)});
}

// True if the nodes are connected; else their components become parts. queue_ holds the nodes.
bool NestedDissection::split_components(const ColumnPattern& pattern, std::span<Index> nodes,
                                        Index begin) {
  const int part = part_[nodes[0]];
  queue_.clear();
  rest_.clear();
  for (const Index node : nodes) {
    if (reached_[node]) continue;
    rest_.push_back(static_cast<Index>(queue_.size()));
    search(pattern, node, part);
  }
  for (const Index node : nodes) reached_[node] = 0;
  if (rest_.size() == 1) return true;
  std::copy(queue_.begin(), queue_.end(), nodes.begin());
  rest_.push_back(static_cast<Index>(nodes.size()));
  for (std::size_t c = 0; c + 1 < rest_.size(); ++c)
    push(nodes.subspan(rest_[c], rest_[c + 1] - rest_[c]), begin + rest_[c]);
  return false;
}

// Reorders a connected part: its halves, then their separator, which is those nodes of the middle
// level, seen from a node at the rim, that touch the next level.
void NestedDissection::dissect(const ColumnPattern& pattern, std::span<Index> nodes, Index begin) {
  const int part = part_[nodes[0]];
  const Index rim = queue_.back(), size = std::ssize(nodes);
  queue_.clear();
  search(pattern, rim, part);
  for (const Index node : nodes) reached_[node] = 0;
  const Index levels = std::ssize(level_) - 1;
  if (levels < 3) return;
  Index middle = 1;
  while (middle < levels - 2 && 2 * level_[middle + 1] < size) ++middle;
  for (Index i = level_[middle + 1]; i < level_[middle + 2]; ++i) reached_[queue_[i]] = 1;
  const auto touches_next = [&](Index node) {
    return std::ranges::any_of(pattern.column(node), [&](int next) { return reached_[next] != 0; });
  };
  rest_.clear();
  Index at = 0;
  for (; at < level_[middle]; ++at) nodes[at] = queue_[at];
  for (Index i = at; i < level_[middle + 1]; ++i) {
    if (touches_next(queue_[i]))
      rest_.push_back(queue_[i]);
    else
      nodes[at++] = queue_[i];
  }
  for (Index i = level_[middle + 1]; i < level_[middle + 2]; ++i) reached_[queue_[i]] = 0;
  const Index half = at;
  for (Index i = level_[middle + 1]; i < size; ++i) nodes[at++] = queue_[i];
  const Index separator = at;
  for (const Index node : rest_) {
    nodes[at++] = node;
    part_[node] = -1;
  }
  push(nodes.first(half), begin);
  push(nodes.subspan(half, separator - half), begin + half);
}

void NestedDissection::order(const ColumnPattern& pattern, std::span<Index> nodes) {
  const std::size_t size = pattern.start.size() - 1;
  part_.assign(size, -1);
  reached_.assign(size, 0);
  parts_ = 0;
  ranges_.clear();
  if (nodes.empty()) return;
  push(nodes, 0);
  while (!ranges_.empty()) {
    const auto [begin, end] = ranges_.back();
    ranges_.pop_back();
    const auto part = nodes.subspan(begin, end - begin);
    if (split_components(pattern, part, begin)) dissect(pattern, part, begin);
  }
}

}  // namespace perpend::linalg
