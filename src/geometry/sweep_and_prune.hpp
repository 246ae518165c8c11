// SPDX-License-Identifier: Apache-2.0
// Sweep and prune (Baraff, thesis, 1992; Cohen et al., I-COLLIDE, 1995) along x.
//
// Boxes are kept in the order of lo.x by insertion sort, which costs n plus the number of
// neighbours that changed places since the last call. The sweep compares box i with those that
// follow until one starts beyond hi.x of i. The sort key is (lo.x, index), a total order, so the
// result does not depend on earlier calls.
//
// Limits: one axis only, so a tall narrow pile costs O(n²) comparisons of boxes (20 000 for 200
// bodies). Boxes with NaN pair with nothing but may disturb the order for one call.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace perpend {

/// Sweep and prune along x. Between calls it keeps the order of the boxes, so a scene in which
/// few boxes overtake each other costs about one pass. Same boxes, same pairs, whatever came
/// before. Aabb has vectors lo and hi, and overlap(Aabb, Aabb) says whether two of them meet.
template <typename Aabb>
class SweepAndPrune {
 public:
  /// All (i, j), i < j, whose boxes overlap, in lexicographic order. The reference is valid until
  /// the next call. Allocates only while the number of boxes or pairs reaches a new maximum.
  const std::vector<std::pair<int, int>>& pairs(std::span<const Aabb> boxes) {
    sort(boxes);
    pairs_.clear();
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const int i = order_[k];
      for (std::size_t l = k + 1; l < order_.size(); ++l) {
        const int j = order_[l];
        if (boxes[j].lo.x() > boxes[i].hi.x()) break;
        if (overlap(boxes[i], boxes[j])) pairs_.push_back(std::minmax(i, j));
      }
    }
    std::sort(pairs_.begin(), pairs_.end());
    return pairs_;
  }

 private:
  void sort(std::span<const Aabb> boxes) {
    if (order_.size() != boxes.size()) {
      order_.resize(boxes.size());
      std::iota(order_.begin(), order_.end(), 0);
    }
    const auto before = [boxes](int i, int j) {
      const double xi = boxes[i].lo.x();
      const double xj = boxes[j].lo.x();
      return xi < xj || (xi == xj && i < j);
    };
    for (std::size_t k = 1; k < order_.size(); ++k) {
      const int moving = order_[k];
      std::size_t place = k;
      for (; place > 0 && before(moving, order_[place - 1]); --place) {
        order_[place] = order_[place - 1];
      }
      order_[place] = moving;
    }
  }

  std::vector<int> order_;  ///< box indices by lo.x
  std::vector<std::pair<int, int>> pairs_;
};

}  // namespace perpend
