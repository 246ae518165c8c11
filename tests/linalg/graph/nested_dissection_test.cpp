// SPDX-License-Identifier: Apache-2.0
#include "linalg/graph/nested_dissection.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace perpend::linalg {
namespace {

using Eigen::Index;

// Each node of `grids` separate square grids beside its four neighbours and itself.
struct Grids {
  std::vector<int> start{0}, row;

  Grids(int grids, int side) {
    for (int i = 0; i < grids * side * side; ++i) {
      const int x = i % side, y = i / side % side;
      row.push_back(i);
      if (x > 0) row.push_back(i - 1);
      if (x + 1 < side) row.push_back(i + 1);
      if (y > 0) row.push_back(i - side);
      if (y + 1 < side) row.push_back(i + side);
      start.push_back(static_cast<int>(row.size()));
    }
  }
  ColumnPattern pattern() const { return {start, row}; }
  Index size() const { return std::ssize(start) - 1; }
};

// Entries of the inverse of the Cholesky factor: what each row reaches in the elimination tree.
Index entries_of_inverse(const ColumnPattern& pattern, const std::vector<Index>& order) {
  std::vector<Index> place(pattern.start.size(), -1), parent(order.size(), -1);
  std::vector<Index> below(order.size(), 1);
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<Index>(i);
  Index sum = 0;
  for (Index i = 0; i < std::ssize(order); ++i) {
    for (const int next : pattern.column(order[i])) {
      Index at = place[next];
      if (at < 0 || at >= i) continue;
      while (parent[at] >= 0 && parent[at] != i) at = parent[at];
      if (at == i || parent[at] == i) continue;
      parent[at] = i;
      below[i] += below[at];
    }
    sum += below[i];
  }
  return sum;
}

}  // namespace

TEST_CASE("a dissected grid has a factor whose inverse is mostly zero") {
  const Grids grid(1, 24);
  std::vector<Index> order(grid.size());
  std::iota(order.begin(), order.end(), Index{0});
  const Index natural = entries_of_inverse(grid.pattern(), order);
  NestedDissection dissection;
  dissection.order(grid.pattern(), order);
  const Index dissected = entries_of_inverse(grid.pattern(), order);
  CHECK(natural == grid.size() * (grid.size() + 1) / 2);
  CHECK(4 * dissected < natural);  // measured 0.19
  std::sort(order.begin(), order.end());
  for (Index i = 0; i < grid.size(); ++i) CHECK(order[i] == i);
}

TEST_CASE("some nodes of separate grids, in any order, stay what they are") {
  const Grids grids(5, 9);
  std::mt19937_64 random(1);
  NestedDissection dissection;
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<Index> nodes;
    for (Index i = 0; i < grids.size(); ++i)
      if (random() % 3 > 0) nodes.push_back(i);
    std::vector<Index> order = nodes;
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    dissection.order(grids.pattern(), order);
    std::sort(order.begin(), order.end());
    CHECK(order == nodes);
  }
  std::vector<Index> none;
  dissection.order(grids.pattern(), none);
}

}  // namespace perpend::linalg
