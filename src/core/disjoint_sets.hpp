// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace perpend {

/// Disjoint sets of the numbers 0 to n - 1, which are joined pairwise; initially each number is a
/// set.
class DisjointSets {
 public:
  explicit DisjointSets(std::ptrdiff_t n) : parent_(static_cast<std::size_t>(n)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  /// Returns the number that represents the set of i; it may change when that set is joined.
  std::ptrdiff_t find(std::ptrdiff_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::ptrdiff_t a, std::ptrdiff_t b) { parent_[find(a)] = find(b); }

 private:
  std::vector<std::ptrdiff_t> parent_;
};

}  // namespace perpend
