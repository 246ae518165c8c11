// SPDX-License-Identifier: Apache-2.0
#include "sim/velocity/islands.hpp"

#include <numeric>

namespace perpend {

int IslandFinder::root(int body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

void IslandFinder::find(const Model& model, const RowPool& pool, const MassSystem& masses) {
  const int groups = static_cast<int>(pool.groups().size());
  group_island_.clear();
  begin_.assign(1, 0);
  if (groups == 0) return;
  const auto moves = [&](int body) { return body >= 0 && model.bodies[body].is_dynamic(); };
  parent_.resize(model.bodies.size());
  for (std::size_t i = 0; i < parent_.size(); ++i)
    parent_[i] = masses.component(static_cast<int>(i));
  const auto first_moving = [&](int group) {
    for (const RowBlock& block : pool.blocks(group))
      if (moves(block.body)) return block.body;
    return -1;
  };
  for (int g = 0; g < groups; ++g)
    for (const RowBlock& block : pool.blocks(g))
      if (moves(block.body)) parent_[root(block.body)] = root(first_moving(g));

  // Number islands by first appearance, then sort groups by island (counting sort).
  island_.assign(model.bodies.size(), -1);
  for (int g = 0; g < groups; ++g) {
    const int body = first_moving(g);
    if (body < 0) {
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
  next_.assign(begin_.begin(), begin_.end() - 1);
  for (std::size_t g = 0; g < group_island_.size(); ++g)
    if (group_island_[g] >= 0) groups_[next_[group_island_[g]]++] = static_cast<int>(g);
}

}  // namespace perpend
