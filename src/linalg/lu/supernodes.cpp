// SPDX-License-Identifier: Apache-2.0
#include "linalg/lu/supernodes.hpp"

namespace perpend::linalg {
namespace {

// True if below(p) is p + 1 and below(p + 1), of blocks of the same size. The latter has all that
// the former has except p + 1 itself, so comparing their sizes is enough.
bool goes_on(const BlockSymbolic& symbolic, int p) {
  return symbolic.parent[p] == p + 1 && symbolic.size[p] == symbolic.size[p + 1] &&
         symbolic.below_of(p).size() == symbolic.below_of(p + 1).size() + 1;
}

}  // namespace

std::vector<int> supernode_widths(const BlockSymbolic& symbolic, const Subtrees& subtrees) {
  std::vector<int> width(static_cast<std::size_t>(symbolic.nodes()), 1);
  std::vector<char> is_last(width.size(), 0);
  for (const Chunk& range : subtrees.ranges())
    if (range.last > 0) is_last[range.last - 1] = 1;
  for (int p = 0, first = 0; p + 1 < symbolic.nodes(); ++p) {
    const bool wide = width[first] == kWidestSupernode;
    if (is_last[p] || wide || !goes_on(symbolic, p)) {
      first = p + 1;
    } else {
      ++width[first];
      width[p + 1] = 0;
    }
  }
  return width;
}

}  // namespace perpend::linalg
