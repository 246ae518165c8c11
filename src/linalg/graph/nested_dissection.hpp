// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace perpend::linalg {

/// Nonzero entries of a symmetric matrix by columns; the diagonal may be among them.
struct ColumnPattern {
  std::span<const int> start;  ///< start of each column in `row`, and the end of the last
  std::span<const int> row;

  std::span<const int> column(Eigen::Index j) const {
    return row.subspan(start[j], start[j + 1] - start[j]);
  }
};

/// Orders rows so that the Cholesky factor stays sparse, and its inverse too: a separator cuts the
/// graph in halves and comes after both, and each half is cut likewise (George 1973; separators are
/// levels of a breadth first search, as in George & Liu 1978). Keeps its memory.
class NestedDissection {
 public:
  /// Reorders `nodes`, some of the pattern's; ignores the others.
  void order(const ColumnPattern& pattern, std::span<Eigen::Index> nodes);

 private:
  using Index = Eigen::Index;
  struct Range {
    Index begin, end;
  };
  void search(const ColumnPattern& pattern, Index from, int part);
  bool split_components(const ColumnPattern& pattern, std::span<Index> nodes, Index begin);
  void dissect(const ColumnPattern& pattern, std::span<Index> nodes, Index begin);
  void push(std::span<const Index> part, Index begin);

  std::vector<int> part_;      // part of each node; -1: none
  std::vector<char> reached_;  // by node: is in queue_
  std::vector<Index> queue_;   // breadth first
  std::vector<Index> level_;   // start of each level in queue_, and the end of the last
  std::vector<Index> rest_;    // scratch
  std::vector<Range> ranges_;  // ranges of nodes yet to be cut
  int parts_ = 0;
};

}  // namespace perpend::linalg
