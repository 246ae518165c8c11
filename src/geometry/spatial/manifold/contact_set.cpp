// SPDX-License-Identifier: Apache-2.0
#include "geometry/spatial/manifold/contact_set.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <memory>

namespace perpend::spatial {

void ContactSet::add(const ContactPoint& point) {
  if (!(point.gap > margin_) && size_ < kCapacity) std::construct_at(&points_[size_++], point);
}

bool ContactSet::has_near(const Eigen::Vector3d& x, bool on_a, double distance) const {
  return std::any_of(points_.begin(), points_.begin() + size_, [&](const ContactPoint& p) {
    return ((on_a ? p.point_a : p.point_b) - x).norm() < distance;
  });
}

double ContactSet::least_gap() const {
  double least = HUGE_VAL;
  for (int k = 0; k < size_; ++k) least = std::min(least, points_[k].gap);
  return least;
}

// Returns the point that is deeper than all others by more than the tolerance of resting contacts;
// -1 if there is none.
int ContactSet::deepest() const {
  Eigen::AlignedBox3d box;
  int deepest = 0;
  for (int k = 0; k < size_; ++k) {
    box.extend(points_[k].point_b);
    if (points_[k].gap < points_[deepest].gap) deepest = k;
  }
  const double least = points_[deepest].gap + kBias * box.diagonal().norm();
  const bool alone =
      std::none_of(points_.begin(), points_.begin() + size_,
                   [&](const ContactPoint& p) { return &p != &points_[deepest] && p.gap < least; });
  return alone ? deepest : -1;
}

void ContactSet::drop_one() {
  int victim = size_ - 1, other = 0;
  double nearest = HUGE_VAL;
  for (int j = 1; j < size_; ++j) {
    for (int i = 0; i < j; ++i) {
      const double distance = (points_[j].point_b - points_[i].point_b).squaredNorm();
      if (distance < nearest) {
        nearest = distance;
        victim = j;
        other = i;
      }
    }
  }
  if (victim == deepest()) victim = other;
  std::move(points_.begin() + victim + 1, points_.begin() + size_, points_.begin() + victim);
  --size_;
}

Manifold ContactSet::manifold(bool flip, int most) {
  Manifold manifold;
  while (size_ > most) drop_one();
  manifold.size = size_;
  std::copy_n(points_.begin(), size_, manifold.points.begin());
  for (int k = 0; flip && k < size_; ++k) {
    ContactPoint& point = manifold.points[k];
    point.normal = -point.normal;
    std::swap(point.point_a, point.point_b);
  }
  std::sort(manifold.points.begin(), manifold.points.begin() + size_,
            [](const ContactPoint& p, const ContactPoint& q) { return p.feature < q.feature; });
  return manifold;
}

}  // namespace perpend::spatial
