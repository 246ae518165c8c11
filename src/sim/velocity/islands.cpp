// SPDX-License-Identifier: Apache-2.0
#include "sim/velocity/islands.hpp"

#include <numeric>

namespace perpend {
namespace {

bool moves(const Model& model, int body) {
  return body >= 0 && model.bodies[body].is_dynamic();
}

// Returns the first body of a group that forces can move; -1 if there is none.
int first_moving(const Model& model, const RowPool& pool, int group) {
  for (const RowBlock& block : pool.blocks(group))
    if (moves(model, block.body)) return block.body;
  return -1;
}

}  // namespace

int IslandFinder::root(int body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

void IslandFinder::join_bodies(const Model& model, const RowPool& pool, const MassSystem& masses) {
  parent_.resize(model.bodies.size());
  for (std::size_t i = 0; i < parent_.size(); ++i)
    parent_[i] = masses.component(static_cast<int>(i));
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g)
    for (const RowBlock& block : pool.blocks(g))
      if (moves(model, block.body)) parent_[root(block.body)] = root(first_moving(model, pool, g));
}

// Numbers islands by the first group of each; begin_[island + 1] then holds the number of its
// groups.
void IslandFinder::number_islands(const Model& model, const RowPool& pool) {
  island_.assign(model.bodies.size(), -1);
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
    const int body = first_moving(model, pool, g);
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
}

// Sorts groups by island with a counting sort, which keeps their order.
void IslandFinder::sort_groups() {
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  groups_.resize(begin_.back());
  next_.assign(begin_.begin(), begin_.end() - 1);
  for (std::size_t g = 0; g < group_island_.size(); ++g)
    if (group_island_[g] >= 0) groups_[next_[group_island_[g]]++] = static_cast<int>(g);
}

void IslandFinder::find(const Model& model, const RowPool& pool, const MassSystem& masses) {
  group_island_.clear();
  begin_.assign(1, 0);
  if (pool.groups().empty()) return;
  join_bodies(model, pool, masses);
  number_islands(model, pool);
  sort_groups();
}

}  // namespace perpend
