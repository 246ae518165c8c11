// SPDX-License-Identifier: Apache-2.0
//
// Random numbers with the same bits on every machine: the standard fixes std::mt19937_64 but not
// its distributions, and library functions such as exp and log may differ in the last bit. Only
// correctly rounded operations are used here.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <random>

namespace perpend::lcp {

class RandomStream {
 public:
  RandomStream(std::uint64_t family, std::uint64_t seed)
      : engine_(seed * 0x9E3779B97F4A7C15ull + family + 1) {}

  /// Returns a number in [0, 1) in steps of 2⁻⁵³.
  double uniform() { return std::ldexp(static_cast<double>(engine_() >> 11), -53); }
  double uniform(double lo, double hi) { return lo + (hi - lo) * uniform(); }
  bool chance(double probability) { return uniform() < probability; }
  /// Returns an integer from 0 to count - 1.
  int index(int count) { return static_cast<int>(uniform() * count); }

  /// Returns the sum of twelve uniforms minus six: mean 0, variance 1, normal except for the tails
  /// beyond 3.
  double normal() {
    double sum = -6.0;
    for (int k = 0; k < 12; ++k) sum += uniform();
    return sum;
  }

  /// Returns a number from 1 to 2^octaves; linear within an octave, so log-uniform to within 9 %.
  double log_uniform(double octaves) {
    const double t = uniform(0.0, octaves);
    const double whole = std::floor(t);
    return std::ldexp(1.0 + (t - whole), static_cast<int>(whole));
  }

  Eigen::Vector3d direction() {
    Eigen::Vector3d d;
    for (double& entry : d) entry = normal();
    return d / std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace perpend::lcp
