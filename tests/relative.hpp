// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <ostream>

namespace perpend {

/// `value == relative(expected, share)`: off by at most `share` of the expected value, however
/// small. doctest::Approx allows a share of 1 + |expected|, which for small values is any value.
struct Relative {
  double expected, share;

  friend bool operator==(double value, const Relative& r) {
    return std::abs(value - r.expected) <= r.share * std::abs(r.expected);
  }
  friend std::ostream& operator<<(std::ostream& out, const Relative& r) {
    return out << r.expected << " up to " << r.share << " of it";
  }
};

inline Relative relative(double expected, double share = 1e-12) {
  return {expected, share};
}

/// `value == near_zero(size)`: where the expected value is 0, `size` in its own unit is what may be
/// left.
struct NearZero {
  double size;

  friend bool operator==(double value, const NearZero& zero) {
    return std::abs(value) <= zero.size;
  }
  friend std::ostream& operator<<(std::ostream& out, const NearZero& zero) {
    return out << "0 up to " << zero.size;
  }
};

inline NearZero near_zero(double size) {
  return {size};
}

}  // namespace perpend
