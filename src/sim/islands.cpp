// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/islands.hpp"

#include <numeric>

namespace perpend {

int IslandFinder::root(int body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

void IslandFinder::find(const Model& model, const RowPool& pool) {
  const auto moves = [&](int body) { return body >= 0 && model.bodies[body].is_dynamic(); };
  parent_.resize(model.bodies.size());
  std::iota(parent_.begin(), parent_.end(), 0);
  for (const RowGroup& group : pool.groups())
    if (moves(group.body_a) && moves(group.body_b))
      parent_[root(group.body_b)] = root(group.body_a);

  // Number islands by first appearance, then sort groups by island (counting sort).
  island_.assign(model.bodies.size(), -1);
  group_island_.clear();
  begin_.assign(1, 0);
  for (const RowGroup& group : pool.groups()) {
    const int body = moves(group.body_a) ? group.body_a : group.body_b;
    if (!moves(body)) {
      group_island_.push_back(-1);
      continue;
    }
    int& island = island_[root(body)];
    if (island < 0) {
      island = static_cast<int>(begin_.size()) - 1;
      begin_.push_back(0);
    }
    ++begin_[island + 1];
    group_island_.push_back(island);
  }
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  groups_.resize(begin_.back());
  std::vector<int> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t g = 0; g < group_island_.size(); ++g)
    if (group_island_[g] >= 0) groups_[next[group_island_[g]]++] = static_cast<int>(g);
}

}  // namespace perpend
