// SPDX-License-Identifier: Apache-2.0
#include "linalg/lu/subtrees.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "linalg/random.hpp"

namespace perpend::linalg {
namespace {

// Bodies in a grid, each with its neighbours.
BlockSymbolic grid(int width, int height) {
  BlockGraph graph;
  graph.sizes.assign(static_cast<std::size_t>(width * height), 6);
  graph.signs.assign(graph.sizes.size(), 1);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      if (x + 1 < width) graph.edges.emplace_back(y * width + x, y * width + x + 1);
      if (y + 1 < height) graph.edges.emplace_back(y * width + x, (y + 1) * width + x);
    }
  return symbolic_factor(graph, elimination_order(graph, BlockOrdering::automatic));
}

}  // namespace

TEST_CASE("subtrees and the columns above them are all columns, and touch nowhere else") {
  for (const auto& [width, height] : {std::pair(3, 3), {12, 12}, {60, 3}, {25, 25}}) {
    CAPTURE(width);
    const BlockSymbolic symbolic = grid(width, height);
    Subtrees subtrees;
    subtrees.assign(symbolic);
    std::vector<int> owner(static_cast<std::size_t>(symbolic.nodes()), -2);
    const auto ranges = subtrees.ranges();
    for (std::size_t r = 0; r < ranges.size(); ++r)
      for (int p = ranges[r].first; p < ranges[r].last; ++p) {
        CHECK(owner[p] == -2);
        owner[p] = static_cast<int>(r);
      }
    for (const int p : subtrees.above()) {
      CHECK(owner[p] == -2);
      owner[p] = -1;
    }
    CHECK(std::ranges::count(owner, -2) == 0);
    CHECK(std::ranges::is_sorted(subtrees.above()));

    std::set<std::pair<int, int>> pulled;
    for (int i = 0; i < static_cast<int>(subtrees.above().size()); ++i) {
      const auto blocks = subtrees.below(i);
      CHECK(std::ranges::is_sorted(blocks, {}, &Subtrees::Block::column));
      for (const Subtrees::Block& block : blocks) {
        CHECK(symbolic.below[block.entry] == subtrees.above()[i]);
        pulled.insert({block.column, block.entry});
      }
    }
    std::size_t led_above = 0;
    for (int p = 0; p < symbolic.nodes(); ++p)
      for (int k = symbolic.below_start[p]; owner[p] >= 0 && k < symbolic.below_start[p + 1]; ++k) {
        const int above = owner[symbolic.below[k]];
        CHECK((above == owner[p] || above == -1));
        led_above += above == -1;
        if (above == -1) CHECK(pulled.contains({p, k}));
      }
    CHECK(pulled.size() == led_above);
  }
}

TEST_CASE("small trees stay whole, large ones are cut into several subtrees") {
  Subtrees subtrees;
  subtrees.assign(grid(3, 3));
  CHECK(subtrees.ranges().size() == 1);
  CHECK(subtrees.above().empty());
  subtrees.assign(grid(25, 25));
  CHECK(subtrees.ranges().size() >= 8);
  CHECK(subtrees.above().size() < 200);
}

}  // namespace perpend::linalg
