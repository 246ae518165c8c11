// SPDX-License-Identifier: Apache-2.0
#include "sim/derivatives/body_colours.hpp"

#include <algorithm>

namespace perpend {
namespace {

void add_neighbours(const Model& model, const RowPool& pool, BodyColours& colours) {
  const auto moves = [&](const RowBlock& block) {
    return block.body >= 0 && model.bodies[block.body].is_dynamic();
  };
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g)
    for (const RowBlock& one : pool.blocks(g))
      for (const RowBlock& other : pool.blocks(g))
        if (moves(one) && moves(other)) colours.neighbours[one.body].push_back(other.body);
}

void sort_unique(std::vector<int>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

// Returns the first colour that no neighbour of a neighbour of the body has.
int free_colour(const BodyColours& colours, const std::vector<int>& colour_of, int body) {
  std::vector<int> taken;
  for (const int near : colours.neighbours[body])
    for (const int far : colours.neighbours[near])
      if (colour_of[far] >= 0) taken.push_back(colour_of[far]);
  sort_unique(taken);
  int colour = 0;
  while (colour < static_cast<int>(taken.size()) && taken[colour] == colour) ++colour;
  return colour;
}

}  // namespace

BodyColours body_colours(const TakenStep& step, bool alone) {
  const int bodies = static_cast<int>(step.model.bodies.size());
  BodyColours colours;
  colours.neighbours.resize(bodies);
  for (int i = 0; i < bodies; ++i) colours.neighbours[i].push_back(i);
  for (const RowPool* pool :
       {&step.joints.joint_rows(), &step.joints.coordinate_pool(), &step.rows.pool})
    add_neighbours(step.model, *pool, colours);
  for (std::vector<int>& list : colours.neighbours) sort_unique(list);
  std::vector<int> colour_of(bodies, -1);
  for (int i = 0; i < bodies; ++i) {
    if (!step.model.bodies[i].is_dynamic()) continue;
    const int colour =
        alone ? static_cast<int>(colours.sets.size()) : free_colour(colours, colour_of, i);
    colour_of[i] = colour;
    if (colour == static_cast<int>(colours.sets.size())) colours.sets.emplace_back();
    colours.sets[colour].push_back(i);
  }
  return colours;
}

}  // namespace perpend
