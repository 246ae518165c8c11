// SPDX-License-Identifier: Apache-2.0
//
// The most expensive subtree is replaced by its children until each is small compared with the
// whole, as in Geist & Ng 1989.
#include "linalg/lu/subtrees.hpp"

#include <algorithm>
#include <numeric>

namespace perpend::linalg {
namespace {

// Multiplications below which a tree is not worth a second thread: some twenty microseconds.
constexpr double kSmall = 1e5;

// Largest share of all multiplications in one subtree.
constexpr double kShare = 0.1;

// Returns the multiplications of each column, with those of its subtree.
std::vector<double> work_of_subtrees(const BlockSymbolic& symbolic) {
  std::vector<double> work(static_cast<std::size_t>(symbolic.nodes()));
  for (int p = 0; p < symbolic.nodes(); ++p) {
    double rows = 0;
    for (const int i : symbolic.below_of(p)) rows += symbolic.size[i];
    const double s = symbolic.size[p];
    work[p] += s * (s + rows) * (s + rows);
    if (symbolic.parent[p] >= 0) work[symbolic.parent[p]] += work[p];
  }
  return work;
}

// Returns the first column of the subtree of each column.
std::vector<int> first_columns(const BlockSymbolic& symbolic) {
  std::vector<int> first(static_cast<std::size_t>(symbolic.nodes()));
  std::iota(first.begin(), first.end(), 0);
  for (int p = 0; p < symbolic.nodes(); ++p)
    if (const int parent = symbolic.parent[p]; parent >= 0)
      first[parent] = std::min(first[parent], first[p]);
  return first;
}

}  // namespace

void Subtrees::assign(const BlockSymbolic& symbolic) {
  ranges_.clear();
  above_.clear();
  cut(symbolic);
  find_blocks(symbolic);
}

void Subtrees::cut(const BlockSymbolic& symbolic) {
  const std::vector<double> work = work_of_subtrees(symbolic);
  double whole = 0;
  for (int p = 0; p < symbolic.nodes(); ++p)
    if (symbolic.parent[p] < 0) whole += work[p];
  if (whole < kSmall) return ranges_.push_back({0, symbolic.nodes()});
  const std::vector<int> first = first_columns(symbolic);
  for (int p = symbolic.nodes() - 1; p >= 0; p = first[p] - 1) {
    while (p >= 0 && work[p] > kShare * whole) above_.push_back(p--);
    if (p < 0) break;
    ranges_.push_back({first[p], p + 1});
  }
  std::reverse(ranges_.begin(), ranges_.end());
  std::reverse(above_.begin(), above_.end());
}

void Subtrees::find_blocks(const BlockSymbolic& symbolic) {
  std::vector<int> place(static_cast<std::size_t>(symbolic.nodes()), -1);
  for (std::size_t i = 0; i < above_.size(); ++i) place[above_[i]] = static_cast<int>(i);
  std::vector<std::vector<Block>> found(above_.size());
  for (const Chunk& range : ranges_)
    for (int p = range.first; p < range.last; ++p)
      for (int k = symbolic.below_start[p]; k < symbolic.below_start[p + 1]; ++k)
        if (const int at = place[symbolic.below[k]]; at >= 0) found[at].push_back({p, k});
  blocks_.clear();
  first_block_.assign(1, 0);
  for (const std::vector<Block>& blocks : found) {
    blocks_.insert(blocks_.end(), blocks.begin(), blocks.end());
    first_block_.push_back(static_cast<int>(blocks_.size()));
  }
}

}  // namespace perpend::linalg
