// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include "perpend/geometry/planar/shape.hpp"

namespace perpend::planar {

/// Support function max_{x in shape} n · x in the world frame, written independently of the
/// library: the oracle of the geometry tests. +inf for a half-plane except along its normal.
inline double support(const Shape& shape, const Pose& pose, const Eigen::Vector2d& n) {
  const Eigen::Vector2d local = transform_vector({{0, 0}, -pose.angle}, n);
  struct Local {
    const Eigen::Vector2d& n;
    double operator()(const Disc& s) const { return s.radius * n.norm(); }
    double operator()(const Ellipse& s) const { return std::hypot(s.a * n.x(), s.b * n.y()); }
    double operator()(const Capsule& s) const {
      return s.half_length * std::abs(n.x()) + s.radius * n.norm();
    }
    double operator()(const Polygon& s) const {
      double h = -HUGE_VAL;
      for (const Eigen::Vector2d& v : s.vertices) h = std::max(h, n.dot(v));
      return h;
    }
    double operator()(const HalfPlane& s) const {
      return (n - s.normal).norm() < 1e-9 ? 0 : HUGE_VAL;
    }
  };
  return n.dot(pose.p) + std::visit(Local{local}, shape);
}

/// Random shapes and poses from a fixed seed, the same on every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double number(double lo, double hi) {
    return lo + (hi - lo) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  int integer(int lo, int hi) {
    return lo + static_cast<int>(engine_() % static_cast<std::uint64_t>(hi - lo + 1));
  }

  Pose pose(double range) {
    return {{number(-range, range), number(-range, range)},
            number(-std::numbers::pi, std::numbers::pi)};
  }

  /// Strictly convex: points on an ellipse, off its centre.
  Polygon polygon() {
    const int n = integer(3, 8);
    std::vector<double> angles;
    for (int i = 0; i < n; ++i) angles.push_back((i + number(0.1, 0.9)) * 2 * std::numbers::pi / n);
    const Eigen::Vector2d axes{number(0.2, 1.5), number(0.2, 1.5)};
    const Eigen::Vector2d center{number(-0.3, 0.3), number(-0.3, 0.3)};
    Polygon result;
    for (double angle : angles) {
      result.vertices.emplace_back(
          center + Eigen::Vector2d(axes.x() * std::cos(angle), axes.y() * std::sin(angle)));
    }
    return result;
  }

  /// kind: 0 disc, 1 ellipse, 2 polygon, 3 capsule (every fourth a segment), 4 half-plane.
  Shape shape(int kind) {
    switch (kind) {
      case 0:
        return Disc{number(0.1, 1.5)};
      case 1:
        return Ellipse{number(0.1, 1.5), number(0.1, 1.5)};
      case 2:
        return polygon();
      case 3:
        return Capsule{number(0.1, 1.5), integer(0, 3) == 0 ? 0.0 : number(0.05, 0.8)};
      default: {
        const double angle = number(-std::numbers::pi, std::numbers::pi);
        return HalfPlane{{std::cos(angle), std::sin(angle)}};
      }
    }
  }

 private:
  std::mt19937_64 engine_;
};

inline constexpr std::array<const char*, 5> kKindNames = {"disc", "ellipse", "polygon", "capsule",
                                                          "half-plane"};

}  // namespace perpend::planar
