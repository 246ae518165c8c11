// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <cmath>

#include "perpend/geometry/spatial/manifold.hpp"
#include "random_solids.hpp"

namespace perpend::spatial {

/// Points of near-parallel parts may leave the surfaces by this much, and gaps may fall short of
/// the signed distance for steady features (kBias of the library times the size of the solids).
inline constexpr double kSteadiness = 4e-5;

inline double least_gap(const Manifold& m) {
  double least = HUGE_VAL;
  for (int k = 0; k < m.size; ++k) least = std::min(least, m.points[k].gap);
  return least;
}

/// What must hold of any manifold, by the tests' own solids alone.
inline void check_points(const Manifold& m, const Shape& a, const Pose& pose_a, const Shape& b,
                         const Pose& pose_b, double margin) {
  const double least = least_gap(m);
  for (int k = 0; k < m.size; ++k) {
    const ContactPoint& p = m.points[k];
    CAPTURE(k);
    CHECK(p.gap <= margin);
    CHECK(std::abs(p.normal.norm() - 1) < 1e-12);
    CHECK(std::abs(p.normal.dot(p.point_b - p.point_a) - p.gap) < 1e-11);
    CHECK(elevation(a, pose_a, p.point_a) < kSteadiness);
    CHECK(elevation(b, pose_b, p.point_b) < kSteadiness);
    // The far end of a tilted capsule touches with its ball, which lies within the capsule there.
    if (p.gap > least) continue;
    CHECK(elevation(a, pose_a, p.point_a) > -kSteadiness);
    CHECK(elevation(b, pose_b, p.point_b) > -kSteadiness);
  }
  for (int k = 1; k < m.size; ++k) CHECK(m.points[k - 1].feature < m.points[k].feature);
}

/// The same contacts seen from the other side.
inline void check_opposite(const Manifold& ab, const Manifold& ba, double tolerance) {
  REQUIRE(ab.size == ba.size);
  for (int k = 0; k < ab.size; ++k) {
    double nearest = HUGE_VAL;
    for (int l = 0; l < ba.size; ++l)
      nearest = std::min(nearest, (ab.points[k].point_a - ba.points[l].point_b).norm() +
                                      (ab.points[k].point_b - ba.points[l].point_a).norm() +
                                      (ab.points[k].normal + ba.points[l].normal).norm() +
                                      std::abs(ab.points[k].gap - ba.points[l].gap));
    CHECK(nearest < tolerance);
  }
}

inline bool same_features(const Manifold& a, const Manifold& b) {
  if (a.size != b.size) return false;
  for (int k = 0; k < a.size; ++k)
    if (a.points[k].feature != b.points[k].feature) return false;
  return true;
}

/// A small motion of a pose: velocity of its origin and angular velocity, world frame.
struct Twist {
  Eigen::Vector3d v{0, 0, 0}, omega{0, 0, 0};

  Eigen::Vector3d at(const Pose& pose, const Eigen::Vector3d& x) const {
    return v + omega.cross(x - pose.p);
  }
  Pose moved(const Pose& pose, double dt) const {
    const double angle = omega.norm() * dt;
    if (angle == 0) return {pose.p + dt * v, pose.r};
    const Eigen::AngleAxisd turn(angle, omega.normalized());
    return {pose.p + dt * v, (Eigen::Quaterniond(turn) * pose.r).normalized()};
  }
};

/// Both poses shaken by up to 1e-7 m and rad, many times, must leave number and features alone.
inline void check_steady(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         double margin, int size) {
  const Manifold rest = contact_manifold(a, pose_a, b, pose_b, margin);
  check_points(rest, a, pose_a, b, pose_b, margin);
  CHECK(rest.size == size);
  Random random(5);
  int changed = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Pose pa = Twist{random.vector(1), random.vector(1)}.moved(pose_a, 1e-7);
    const Pose pb = Twist{random.vector(1), random.vector(1)}.moved(pose_b, 1e-7);
    changed += !same_features(rest, contact_manifold(a, pa, b, pb, margin));
  }
  CHECK(changed == 0);
}

}  // namespace perpend::spatial
