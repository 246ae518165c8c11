// SPDX-License-Identifier: Apache-2.0
// Sweep and prune (Baraff, thesis, 1992; Cohen et al., I-COLLIDE, 1995) along one axis.
//
// Boxes are kept in the order of lo along the axis by insertion sort, which costs n plus the number
// of neighbours that changed places since the last call. A first call, and one that changes the
// axis, sorts in n log n. The sweep compares box i with those that follow until one starts beyond
// hi of i. The sort key is (lo, index), a total order, so the result does not depend on earlier
// calls.
//
// Boxes on one line along y or z would all overlap along x. Along an axis with spread s and boxes
// of mean width w about n² w / s pairs are compared, so the axis with the least w / s is swept. It
// changes only if another axis halves the work.
//
// Limits: one axis at a time, so a cube of n boxes costs n^(5/3) comparisons of boxes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace perpend {

/// Sweep and prune. The order of the boxes is kept between calls, so a scene in which few boxes
/// overtake each other costs about one pass. The result depends on the boxes only, not on earlier
/// calls. Aabb has vectors lo and hi, and overlap(Aabb, Aabb) returns whether two of them overlap;
/// boxes with NaN overlap nothing.
template <typename Aabb>
class SweepAndPrune {
 public:
  /// Returns all (i, j), i < j, whose boxes overlap, in lexicographic order. The reference is valid
  /// until the next call. Allocates only while the number of boxes or pairs reaches a new maximum.
  const std::vector<std::pair<int, int>>& pairs(std::span<const Aabb> boxes) {
    pairs_.clear();
    visit(boxes, [this](int i, int j) {
      pairs_.emplace_back(i, j);
      return true;
    });
    std::sort(pairs_.begin(), pairs_.end());
    return pairs_;
  }

  /// Passes the same pairs, in the order of the sweep, to meet(i, j) until that returns false.
  template <typename Meet>
  void visit(std::span<const Aabb> boxes, Meet meet) {
    sort(boxes);
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const int i = order_[k];
      for (std::size_t l = k + 1; l < order_.size(); ++l) {
        const int j = order_[l];
        if (boxes[j].lo[axis_] > boxes[i].hi[axis_]) break;
        if (overlap(boxes[i], boxes[j]) && !meet(std::min(i, j), std::max(i, j))) return;
      }
    }
  }

 private:
  static constexpr int kAxes = decltype(Aabb::lo)::RowsAtCompileTime;

  // Returns the width over the spread of the bounded boxes along each axis; 0 if there are none.
  static std::array<double, kAxes> crowding(std::span<const Aabb> boxes) {
    decltype(Aabb::lo) width, sum, squares;
    width.setZero(), sum.setZero(), squares.setZero();
    double count = 0;
    for (const Aabb& box : boxes) {
      if (!box.lo.allFinite() || !box.hi.allFinite()) continue;
      width += box.hi - box.lo;
      sum += box.lo;
      squares += box.lo.cwiseAbs2();
      ++count;
    }
    std::array<double, kAxes> crowded{};
    for (int axis = 0; axis < kAxes && count > 0; ++axis) {
      const double variance = squares[axis] / count - std::pow(sum[axis] / count, 2);
      crowded[axis] =
          width[axis] / count / std::sqrt(std::max(variance, std::numeric_limits<double>::min()));
    }
    return crowded;
  }

  void sort(std::span<const Aabb> boxes) {
    const std::array<double, kAxes> crowded = crowding(boxes);
    const int best = static_cast<int>(std::ranges::min_element(crowded) - crowded.begin());
    const bool turn = crowded[best] < 0.5 * crowded[axis_];
    if (turn) axis_ = best;
    const auto key = [boxes, this](int i) {
      const double lo = boxes[i].lo[axis_];
      return std::isnan(lo) ? std::numeric_limits<double>::infinity() : lo;
    };
    const auto before = [&key](int i, int j) {
      const double a = key(i), b = key(j);
      return a < b || (a == b && i < j);
    };
    if (turn || order_.size() != boxes.size()) {
      order_.resize(boxes.size());
      std::iota(order_.begin(), order_.end(), 0);
      std::sort(order_.begin(), order_.end(), before);
    }
    for (std::size_t k = 1; k < order_.size(); ++k) {
      const int moving = order_[k];
      std::size_t place = k;
      for (; place > 0 && before(moving, order_[place - 1]); --place) {
        order_[place] = order_[place - 1];
      }
      order_[place] = moving;
    }
  }

  int axis_ = 0;
  std::vector<int> order_;  ///< box indices sorted by lo along the axis
  std::vector<std::pair<int, int>> pairs_;
};

}  // namespace perpend
