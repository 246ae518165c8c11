// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "linalg/graph/block_graph.hpp"

namespace perpend::linalg {

/// Pattern and memory layout of K = L D Lᵀ by blocks. A column is the block column of a node;
/// columns count nodes in elimination order, a postorder of the elimination tree: every subtree is
/// a range of columns.
/// Values of column p: its diagonal block, then the blocks below it, all column-major.
struct BlockSymbolic {
  std::vector<int> order;             ///< node at each column
  std::vector<int> column;            ///< column of each node
  std::vector<int> parent;            ///< column in the elimination tree, -1 at a root
  std::vector<int> size;              ///< rows of the block at each column
  std::vector<int> row;               ///< first scalar row of each column; one more at the end
  std::vector<int> below_start;       ///< first of `below` by column; one more at the end
  std::vector<int> below;             ///< columns of the blocks below the diagonal, ascending
  std::vector<std::size_t> diagonal;  ///< offset of the diagonal block of each column
  std::vector<std::size_t> block;     ///< offset of each block of `below`
  std::size_t values = 0;
  int widest = 0;  ///< most scalar entries below one diagonal block

  int nodes() const { return static_cast<int>(order.size()); }
  int rows() const { return row.back(); }
  std::span<const int> below_of(int p) const {
    return {below.data() + below_start[p], below.data() + below_start[p + 1]};
  }
  /// Returns the number of values of a column.
  std::size_t values_of(int p) const {
    return (p + 1 < nodes() ? diagonal[p + 1] : values) - diagonal[p];
  }
  /// Returns the index into `below` and `block` of block (i, p). Precondition: it is in the
  /// pattern.
  int find_block(int p, int i) const;
};

/// Computes the symbolic factorisation in O(blocks of L), with `order` (a permutation of the nodes)
/// postordered.
BlockSymbolic symbolic_factor(const BlockGraph& graph, std::vector<int> order);

}  // namespace perpend::linalg
