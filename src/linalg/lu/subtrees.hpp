// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/threads.hpp"
#include "linalg/graph/block_symbolic.hpp"

namespace perpend::linalg {

/// An elimination tree cut into subtrees, which do not update each other and are ranges of columns,
/// and the columns above them. Updates of a column above are pulled by that column, in the order of
/// the subtrees: the sums are those of one pass over all columns.
class Subtrees {
 public:
  /// A block of L and U below the diagonal of a column in a subtree.
  struct Block {
    int column;
    int entry;  ///< index into BlockSymbolic::below
  };

  void assign(const BlockSymbolic& symbolic);

  /// Returns the subtrees; one where the tree is too small to be cut.
  std::span<const Chunk> ranges() const { return ranges_; }
  /// Returns the columns above the subtrees, ascending.
  std::span<const int> above() const { return above_; }
  /// Returns the blocks of columns in subtrees at above()[i], columns ascending.
  std::span<const Block> below(int i) const {
    return {blocks_.data() + first_block_[i], blocks_.data() + first_block_[i + 1]};
  }

 private:
  void cut(const BlockSymbolic& symbolic);
  void find_blocks(const BlockSymbolic& symbolic);

  std::vector<Chunk> ranges_;
  std::vector<int> above_;
  std::vector<Block> blocks_;
  std::vector<int> first_block_;  // by column above; one more at the end
};

}  // namespace perpend::linalg
