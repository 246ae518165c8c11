// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <utility>
#include <vector>

#include "perpend/geometry/planar/shape.hpp"

namespace perpend::planar {

/// Axis-aligned box, world frame (m).
struct Aabb {
  Eigen::Vector2d lo{0, 0};
  Eigen::Vector2d hi{0, 0};
};

/// Boxes overlap, touching included.
inline bool overlap(const Aabb& a, const Aabb& b) {
  return a.lo.x() <= b.hi.x() && b.lo.x() <= a.hi.x() &&  //
         a.lo.y() <= b.hi.y() && b.lo.y() <= a.hi.y();
}

/// The box grown by `margin` (m) on every side.
inline Aabb inflated(const Aabb& box, double margin) {
  return {box.lo.array() - margin, box.hi.array() + margin};
}

/// Tightest box around a shape; the whole plane for a half-plane.
Aabb bounds(const Shape& shape, const Pose& pose);

/// Sweep and prune along x. Between calls it keeps the order of the boxes, so a scene in which
/// few boxes overtake each other costs about one pass. Same boxes, same pairs, whatever came
/// before. docs/methods/planar_broad_phase.md.
class SweepAndPrune {
 public:
  /// All (i, j), i < j, whose boxes overlap, in lexicographic order. The reference is valid until
  /// the next call. Allocates only while the number of boxes or pairs reaches a new maximum.
  const std::vector<std::pair<int, int>>& pairs(std::span<const Aabb> boxes);

 private:
  void sort(std::span<const Aabb> boxes);

  std::vector<int> order_;  ///< box indices by lo.x
  std::vector<std::pair<int, int>> pairs_;
};

}  // namespace perpend::planar
