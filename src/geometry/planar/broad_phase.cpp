// SPDX-License-Identifier: Apache-2.0
// Sweep and prune (Baraff, thesis, 1992; Cohen et al., I-COLLIDE, 1995) along x.
//
// Boxes are kept in the order of lo.x by insertion sort, which costs n plus the number of
// neighbours that changed places since the last call. The sweep compares box i with those that
// follow until one starts beyond hi.x of i. The sort key is (lo.x, index), a total order, so the
// result does not depend on earlier calls.
//
// Limits: one axis only, so a tall narrow pile costs O(n²) comparisons of four doubles (20 000
// for 200 bodies). Boxes with NaN pair with nothing but may disturb the order for one call.
#include "perpend/geometry/planar/broad_phase.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "geometry/planar/frame.hpp"

namespace perpend::planar {
namespace {

Aabb around(const Disc& disc, const Frame& frame) {
  return {frame.p.array() - disc.radius, frame.p.array() + disc.radius};
}

Aabb around(const Ellipse& ellipse, const Frame& frame) {
  const Eigen::Vector2d half{std::hypot(ellipse.a * frame.x.x(), ellipse.b * frame.x.y()),
                             std::hypot(ellipse.a * frame.x.y(), ellipse.b * frame.x.x())};
  return {frame.p - half, frame.p + half};
}

Aabb around(const Capsule& capsule, const Frame& frame) {
  const Eigen::Vector2d half = (capsule.half_length * frame.x.cwiseAbs()).array() + capsule.radius;
  return {frame.p - half, frame.p + half};
}

Aabb around(const Polygon& polygon, const Frame& frame) {
  Aabb box{frame.point_out(polygon.vertices[0]), frame.point_out(polygon.vertices[0])};
  for (const Eigen::Vector2d& vertex : polygon.vertices) {
    const Eigen::Vector2d x = frame.point_out(vertex);
    box.lo = box.lo.cwiseMin(x);
    box.hi = box.hi.cwiseMax(x);
  }
  return box;
}

Aabb around(const HalfPlane&, const Frame&) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {{-kInfinity, -kInfinity}, {kInfinity, kInfinity}};
}

}  // namespace

Aabb bounds(const Shape& shape, const Pose& pose) {
  const Frame frame(pose);
  return std::visit([&frame](const auto& s) { return around(s, frame); }, shape);
}

void SweepAndPrune::sort(std::span<const Aabb> boxes) {
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

const std::vector<std::pair<int, int>>& SweepAndPrune::pairs(std::span<const Aabb> boxes) {
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

}  // namespace perpend::planar
