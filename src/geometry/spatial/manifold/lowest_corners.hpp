// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <tuple>
#include <utility>

#include "geometry/spatial/manifold/contact_set.hpp"

namespace perpend::spatial {

/// Faces of up to so many corners have all of them in a manifold.
inline constexpr int kMostCorners = static_cast<int>(std::tuple_size_v<decltype(Manifold::points)>);

/// Which of the corners of a polygon are `most`, evenly spread round it.
struct Spread {
  int size = 0, most = 0;
  bool has(int k) const { return size <= most || k * most % size < most; }
};

/// The two lowest of some corners, the edge on which a face that leans stands.
class LowestCorners {
 public:
  void see(int corner, double height) {
    highest_ = std::fmax(highest_, height);
    if (!(height < second_.second)) return;
    second_ = {corner, height};
    if (height < first_.second) std::swap(first_, second_);
  }
  /// Whether all corners of a solid of this size (m) are as low, within what rests may be off.
  bool are_level(double size) const { return !(highest_ - first_.second > kBias * size); }
  int first() const { return first_.first; }
  int second() const { return second_.first; }

 private:
  std::pair<int, double> first_{-1, HUGE_VAL}, second_{-1, HUGE_VAL};
  double highest_ = -HUGE_VAL;
};

}  // namespace perpend::spatial
