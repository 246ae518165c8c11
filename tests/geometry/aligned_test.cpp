// SPDX-License-Identifier: Apache-2.0
// Shapes on a half-metre grid at multiples of 45 degrees: parallel faces, collinear segments,
// shared corners and equal depths, where every choice is a tie.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "perpend/geometry/planar/distance.hpp"
#include "perpend/geometry/planar/manifold.hpp"
#include "random_shapes.hpp"
#include "separation_oracle.hpp"

namespace perpend::planar {
namespace {

Shape aligned_shape(Random& random, int kind) {
  const auto size = [&random] { return static_cast<double>(random.integer(1, 3)); };
  switch (kind) {
    case 0:
      return box(size(), size());
    case 1:
      return Capsule{size(), random.integer(0, 2) * 0.5};
    case 2:
      return regular_polygon(random.integer(0, 1) ? 4 : 8, size());
    case 3:
      return Disc{size() / 2};
    default:
      return Polygon{{{0, 0}, {size(), 0}, {0, size()}}};
  }
}

Pose aligned_pose(Random& random) {
  return {{random.integer(-6, 6) * 0.5, random.integer(-6, 6) * 0.5},
          random.integer(0, 7) * std::numbers::pi / 4};
}

TEST_CASE("distances of aligned shapes agree with brute force") {
  Random random(21);
  for (int trial = 0; trial < 2500; ++trial) {
    CAPTURE(trial);
    const Shape a = aligned_shape(random, trial % 5);
    const Shape b = aligned_shape(random, trial / 5 % 5);
    const Pose pose_a = aligned_pose(random);
    const Pose pose_b = aligned_pose(random);
    const Distance d = signed_distance(a, pose_a, b, pose_b);
    CHECK(std::abs(d.gap - largest_separation(a, pose_a, b, pose_b)) < 1e-13);
    CHECK((d.point_b - d.point_a - d.gap * d.normal).norm() < 1e-13);
    CHECK(protrusion(a, pose_a, d.point_a) < 1e-13);
    CHECK(protrusion(b, pose_b, d.point_b) < 1e-13);
  }
}

TEST_CASE("manifolds of aligned shapes survive jitter of 1e-7") {
  constexpr double kMargin = 0.13;  // no grid distance is near it
  Random random(22);
  const auto shaken = [&random](Pose pose) {
    pose.p += Eigen::Vector2d(random.number(-1e-7, 1e-7), random.number(-1e-7, 1e-7));
    pose.angle += random.number(-1e-7, 1e-7);
    return pose;
  };
  for (int trial = 0; trial < 5000; ++trial) {
    CAPTURE(trial);
    const Shape a = aligned_shape(random, trial % 5);
    const Shape b = aligned_shape(random, trial / 5 % 5);
    const Pose pose_a = aligned_pose(random);
    const Pose pose_b = aligned_pose(random);
    const Manifold rest = contact_manifold(a, pose_a, b, pose_b, kMargin);
    for (int shake = 0; shake < 5; ++shake) {
      const Manifold m = contact_manifold(a, shaken(pose_a), b, shaken(pose_b), kMargin);
      REQUIRE(m.size == rest.size);
      for (int k = 0; k < m.size; ++k) {
        CHECK(m.points[k].feature == rest.points[k].feature);
        CHECK(std::abs(m.points[k].gap - rest.points[k].gap) < 2e-6);
      }
    }
  }
}

}  // namespace
}  // namespace perpend::planar
