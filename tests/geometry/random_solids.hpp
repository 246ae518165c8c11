// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "perpend/geometry/spatial/polyhedron.hpp"
#include "random_shapes.hpp"

namespace perpend::spatial {

/// Random solids and poses from a fixed seed, the same on every standard library.
class Random : public planar::Random {
 public:
  using planar::Random::Random;

  Eigen::Vector3d vector(double range) {
    const double x = number(-range, range), y = number(-range, range);
    return {x, y, number(-range, range)};
  }
  Eigen::Vector3d direction() {
    for (;;) {
      const Eigen::Vector3d v = vector(1);
      if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
    }
  }
  Eigen::Quaterniond rotation() {
    const Eigen::Vector3d axis = direction();
    return Eigen::Quaterniond(Eigen::AngleAxisd(number(-std::numbers::pi, std::numbers::pi), axis));
  }
  Pose pose(double range) {
    const Eigen::Vector3d p = vector(range);
    return {p, rotation()};
  }

  /// kind: 0 sphere, 1 box, 2 cylinder, 3 capsule, 4 half space, 5 ellipsoid, 6 cone.
  Shape shape(int kind) {
    const auto size = [this] { return number(0.1, 1.2); };
    const double x = size(), y = size(), z = size();
    switch (kind) {
      case 0:
        return Sphere{x};
      case 1:
        return Box{{x, y, z}};
      case 2:
        return Cylinder{x, y};
      case 3:
        return Capsule{x, y / 2};
      case 5:
        return Ellipsoid{{x, y, z}};
      case 6:
        return Cone{x, y};
      default:
        return HalfSpace{};
    }
  }
};

inline constexpr std::array<const char*, 7> kKindNames = {
    "sphere", "box", "cylinder", "capsule", "half space", "ellipsoid", "cone"};

/// Support function max_{x in shape} n · x in the world frame, written independently of the
/// library: the oracle of the geometry tests. No half spaces.
inline double support(const Shape& shape, const Pose& pose, const Eigen::Vector3d& n) {
  const Eigen::Vector3d local = pose.r.conjugate() * n;
  struct Local {
    const Eigen::Vector3d& n;
    double operator()(const Sphere& s) const { return s.radius * n.norm(); }
    double operator()(const Box& s) const { return s.half.dot(n.cwiseAbs()); }
    double operator()(const Cylinder& s) const {
      return s.half_length * std::abs(n.z()) + s.radius * std::hypot(n.x(), n.y());
    }
    double operator()(const Capsule& s) const {
      return s.half_length * std::abs(n.z()) + s.radius * n.norm();
    }
    double operator()(const Ellipsoid& s) const { return s.half.cwiseProduct(n).norm(); }
    double operator()(const Cone& s) const {
      return std::max(s.half_length * n.z(),
                      s.radius * std::hypot(n.x(), n.y()) - s.half_length * n.z());
    }
    double operator()(const HalfSpace&) const { return HUGE_VAL; }
    double operator()(const Mesh&) const { return HUGE_VAL; }
    double operator()(const Hull& s) const {
      return (n.transpose() * s.polyhedron->vertices).maxCoeff();
    }
  };
  return n.dot(pose.p) + std::visit(Local{local}, shape);
}

/// Signed distance of a point of the world from the surface of a shape.
inline double elevation(const Shape& shape, const Pose& pose, const Eigen::Vector3d& world) {
  struct Local {
    Eigen::Vector3d x;
    static double outside(const Eigen::VectorXd& excess) {
      return excess.cwiseMax(0).norm() + std::min(excess.maxCoeff(), 0.0);
    }
    double operator()(const Sphere& s) const { return x.norm() - s.radius; }
    double operator()(const Box& s) const { return outside(x.cwiseAbs() - s.half); }
    double operator()(const Cylinder& s) const {
      return outside(
          Eigen::Vector2d(std::hypot(x.x(), x.y()) - s.radius, std::abs(x.z()) - s.half_length));
    }
    double operator()(const Capsule& s) const {
      const double beyond = std::max(std::abs(x.z()) - s.half_length, 0.0);
      return std::hypot(x.x(), x.y(), beyond) - s.radius;
    }
    /// Along the gradient: the distance to first order near the surface.
    double operator()(const Ellipsoid& s) const {
      const Eigen::Vector3d r = x.cwiseQuotient(s.half);
      const double length = r.norm(), slope = r.cwiseQuotient(s.half).norm();
      return slope > 0 ? length * (length - 1) / slope : -s.half.minCoeff();
    }
    /// Of the nearer of side and base: less than the distance beside rim and tip.
    double operator()(const Cone& s) const {
      const double lean = std::hypot(2 * s.half_length, s.radius);
      const double side =
          (2 * s.half_length * std::hypot(x.x(), x.y()) + s.radius * (x.z() - s.half_length)) /
          lean;
      return std::max(side, -s.half_length - x.z());
    }
    double operator()(const HalfSpace&) const { return x.z(); }
    double operator()(const Mesh&) const { return 0; }
    /// Of the nearest face's plane: less than the distance beside edges.
    double operator()(const Hull& s) const {
      double most = -HUGE_VAL;
      for (const Polyhedron::Face& face : s.polyhedron->faces)
        most = std::max(most, face.normal.dot(x) - face.offset);
      return most;
    }
  };
  return std::visit(Local{transform_point(inverse(pose), world)}, shape);
}

/// min_b n · x - max_a n · x.
inline double separation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         const Eigen::Vector3d& n) {
  return -support(a, pose_a, n) - support(b, pose_b, -n);
}

/// The signed distance by brute force: the separation over `count` directions, the best of them
/// refined by nested ternary search. It may fall short (of a narrow maximum) but never exceeds.
inline double largest_separation(const Shape& a, const Pose& pose_a, const Shape& b,
                                 const Pose& pose_b, int count) {
  using Eigen::Vector3d;
  if (std::holds_alternative<HalfSpace>(a))
    return -support(b, pose_b, -(pose_a.r * Vector3d::UnitZ())) -
           pose_a.p.dot(pose_a.r * Vector3d::UnitZ());
  if (std::holds_alternative<HalfSpace>(b)) return largest_separation(b, pose_b, a, pose_a, count);
  const auto f = [&](const Vector3d& n) { return separation(a, pose_a, b, pose_b, n); };
  std::vector<std::pair<double, Vector3d>> samples;
  for (int k = 0; k < count; ++k) {  // a spiral of equal areas
    const double z = 1 - (2 * k + 1.0) / count, angle = k * 2.399963229728653;
    const double r = std::sqrt(1 - z * z);
    const Vector3d n(r * std::cos(angle), r * std::sin(angle), z);
    samples.emplace_back(f(n), n);
  }
  std::partial_sort(samples.begin(), samples.begin() + 8, samples.end(),
                    [](const auto& x, const auto& y) { return x.first > y.first; });
  // The larger of two thirds of [-width, width], over and over.
  const auto ternary = [](double width, const auto& value) {
    double lo = -width, hi = width;
    for (int i = 0; i < 45; ++i) {
      const double third = (hi - lo) / 3;
      (value(lo + third) < value(hi - third) ? lo : hi) +=
          (value(lo + third) < value(hi - third)) ? third : -third;
    }
    return value((lo + hi) / 2);
  };
  double best = samples[0].first;
  const double width = 4 / std::sqrt(count);
  for (int k = 0; k < 8; ++k) {
    const Vector3d n = samples[k].second, u = n.unitOrthogonal(), v = n.cross(u);
    best = std::max(best, ternary(width, [&](double s) {
                      return ternary(width,
                                     [&](double t) { return f((n + s * u + t * v).normalized()); });
                    }));
  }
  return best;
}

}  // namespace perpend::spatial
