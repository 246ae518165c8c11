// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "perpend/geometry/spatial/manifold.hpp"

namespace perpend::spatial {

/// Tolerance of features and of choices between equals, relative to the size of the shapes: 100
/// times the jitter (1e-7) under which resting contacts must keep their features, and far below the
/// overlap that a time step leaves.
inline constexpr double kBias = 1e-5;

/// Candidates for the points of one manifold, most important first.
class ContactSet {
 public:
  explicit ContactSet(double margin) : margin_(margin) {}

  /// Keeps the point unless its gap exceeds the margin. A gap of NaN is kept so that the contact
  /// solver sees it.
  void add(const ContactPoint& point);

  double margin() const { return margin_; }
  template <typename Visit>
  void for_each(Visit visit) const {
    for (int k = 0; k < size_; ++k) visit(points_[k]);
  }
  /// True if a point on a (or b) is closer to x than `distance` (m).
  bool has_near(const Eigen::Vector3d& x, bool on_a, double distance) const;
  template <typename Rule>
  void drop_if(Rule rule) {
    const auto end = std::remove_if(points_.begin(), points_.begin() + size_, rule);
    size_ = static_cast<int>(end - points_.begin());
  }
  void drop_below(double gap) {
    drop_if([gap](const ContactPoint& point) { return point.gap < gap; });
  }
  double least_gap() const;  ///< +inf if empty

  /// Returns at most `most` points, ordered by feature. While there are more, it drops the later
  /// one of the two nearest points, or the earlier one if the later is deeper than all others.
  /// `flip` exchanges a and b.
  Manifold manifold(bool flip, int most);

 private:
  int deepest() const;
  void drop_one();

  static constexpr int kCapacity = 32;
  double margin_;
  int size_ = 0;
  /// Only the first size_ exist: constructing all of them takes longer than most pairs.
  union {
    std::array<ContactPoint, kCapacity> points_;
  };
};

}  // namespace perpend::spatial
