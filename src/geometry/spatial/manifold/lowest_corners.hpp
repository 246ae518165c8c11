// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <tuple>
#include <utility>

#include "geometry/spatial/manifold/contact_set.hpp"

namespace perpend::spatial {

/// Faces with up to this many corners have all of them in a manifold.
inline constexpr int kMostCorners = static_cast<int>(std::tuple_size_v<decltype(Manifold::points)>);

/// Selects `most` corners of a polygon, spread evenly around it.
struct Spread {
  int size = 0, most = 0;
  bool has(int k) const { return size <= most || k * most % size < most; }
};

/// The two lowest of some corners: the edge on which a leaning face stands.
class LowestCorners {
 public:
  void see(int corner, double height) {
    highest_ = std::fmax(highest_, height);
    if (!(height < second_.second)) return;
    second_ = {corner, height};
    if (height < first_.second) std::swap(first_, second_);
  }
  /// True if all corners of a solid of this size (m) are level, within the tolerance of resting
  /// contacts.
  bool are_level(double size) const { return !(highest_ - first_.second > kBias * size); }
  int first() const { return first_.first; }
  int second() const { return second_.first; }

 private:
  std::pair<int, double> first_{-1, HUGE_VAL}, second_{-1, HUGE_VAL};
  double highest_ = -HUGE_VAL;
};

}  // namespace perpend::spatial
