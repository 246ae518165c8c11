// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <numbers>

#include "manifold_check.hpp"
#include "relative.hpp"

namespace perpend::spatial {
namespace {

constexpr double kPi = std::numbers::pi;
using Eigen::Vector3d;

Pose turned(double z, double angle, const Vector3d& axis) {
  return {{0, 0, z}, Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()))};
}

Manifold on_ground(const Shape& shape, const Pose& pose, double margin) {
  const Manifold m = contact_manifold(HalfSpace{}, {}, shape, pose, margin);
  check_points(m, HalfSpace{}, {}, shape, pose, margin);
  return m;
}

TEST_CASE("a box on the ground stands on four corners") {
  const Box box{{1, 0.5, 0.25}};
  const Manifold m = on_ground(box, {{3, 4, 0.3}}, 0.1);
  REQUIRE(m.size == 4);
  for (int k = 0; k < 4; ++k) {
    CHECK(m.points[k].gap == relative(0.05));
    CHECK(m.points[k].normal == Vector3d(0, 0, 1));
    CHECK(m.points[k].feature == static_cast<std::uint32_t>(k));
    CHECK(m.points[k].point_a.z() == 0);
  }
  CHECK(m.points[3].point_b.isApprox(Vector3d(4, 4.5, 0.05)));
  CHECK(on_ground(box, {{0, 0, 0.3}}, 0.04).size == 0);
  CHECK(on_ground(box, {{0, 0, 0.3}}, 1).size == 8);
  CHECK(on_ground(box, turned(0.6, 0.3, {0, 1, 0}), 0.2).size == 2);
}

TEST_CASE("balls and capsules on the ground") {
  const Manifold ball = on_ground(Sphere{0.5}, {{1, 2, 0.4}}, 0.1);
  REQUIRE(ball.size == 1);
  CHECK(ball.points[0].gap == relative(-0.1));
  CHECK(ball.points[0].point_b.isApprox(Vector3d(1, 2, -0.1)));
  const Capsule capsule{1, 0.25};
  const Manifold lying = on_ground(capsule, turned(0.26, kPi / 2, {0, 1, 0}), 0.1);
  REQUIRE(lying.size == 2);
  CHECK(lying.points[0].gap == relative(0.01));
  CHECK((lying.points[1].point_b - lying.points[0].point_b).isApprox(Vector3d(2, 0, 0)));
  CHECK(on_ground(capsule, {{0, 0, 1.26}}, 0.1).size == 1);
}

TEST_CASE("a cylinder stands on eight points, lies on two and rolls on its lowest") {
  const Cylinder can{0.5, 0.3};
  const Manifold flat = on_ground(can, {{0, 0, 0.5}}, 0.01);
  REQUIRE(flat.size == 8);
  for (int k = 0; k < 8; ++k) CHECK(flat.points[k].feature == static_cast<std::uint32_t>(k));
  const Manifold lying = on_ground(can, turned(0.3, kPi / 2, {1, 1, 0}), 0.01);
  REQUIRE(lying.size == 2);
  CHECK(lying.points[0].feature == 16);
  CHECK(lying.points[1].feature == 17);
  CHECK((lying.points[0].point_b - lying.points[1].point_b).norm() == relative(1));
  for (const double tilt : {0.1, 0.3, 1.0, 1.5, 1.7, 3.0}) {
    CAPTURE(tilt);
    for (int k = 0; k < 40; ++k) {
      // Turned about its own axis the lowest point stays where it is and keeps its name.
      Pose pose = turned(0, tilt, {0, 1, 0});
      pose.r = pose.r * Eigen::AngleAxisd(0.1 * k, Vector3d::UnitZ());
      pose.p.z() = support(can, pose, {0, 0, -1}) + 0.002;
      const Manifold m = on_ground(can, pose, 0.01);
      REQUIRE(m.size == 1);
      CHECK(m.points[0].feature == (tilt < kPi / 2 ? 16u : 17u));
      CHECK(m.points[0].gap == relative(0.002));
      CHECK(std::abs(m.points[0].point_a.y()) < 1e-12);
    }
  }
}

TEST_CASE("a coin that tilts passes from eight points to its lowest and loses none within margin") {
  const Cylinder coin{0.02, 0.3};
  const double margin = 0.01;
  for (int k = 0; k <= 400; ++k) {
    const double tilt = 0.05 * k / 400;
    CAPTURE(tilt);
    Pose pose = turned(0, tilt, {0.3, 1, 0});
    pose.p.z() = support(coin, pose, {0, 0, -1});
    const Manifold m = on_ground(coin, pose, margin);
    CHECK(std::abs(least_gap(m)) < kSteadiness);
    int within = 0;
    for (int i = 0; i < 8; ++i) {
      const double angle = kPi * i / 4;
      const Vector3d rim(0.3 * std::cos(angle), 0.3 * std::sin(angle), -0.02);
      within += transform_point(pose, rim).z() <= margin - 1e-12;
    }
    // Beside the lowest point, three rim points within 60 degrees of it may be left out.
    CHECK(m.size >= std::max(1, within - 3));
    if (2 * 0.3 * std::sin(tilt) <= margin) CHECK(m.size == 8);
  }
}

TEST_CASE("everything over a turned half space keeps the exact least gap and its rate") {
  for (int kind = 0; kind < 4; ++kind) {
    CAPTURE(kKindNames[kind]);
    Random random(20 + kind);
    for (int trial = 0; trial < 300; ++trial) {
      CAPTURE(trial);
      const Shape shape = random.shape(kind);
      const Pose ground = random.pose(0.5), pose = random.pose(1);
      const double margin = random.number(0, 0.5);
      const double gap = largest_separation(HalfSpace{}, ground, shape, pose, 0);
      const Manifold m = contact_manifold(HalfSpace{}, ground, shape, pose, margin);
      check_points(m, HalfSpace{}, ground, shape, pose, margin);
      CHECK((m.size > 0) == (gap <= margin));
      check_opposite(m, contact_manifold(shape, pose, HalfSpace{}, ground, margin), 1e-12);
      if (m.size == 0) continue;
      CHECK(std::abs(least_gap(m) - gap) < 1e-12);
      const Twist wa{random.vector(1), random.vector(1)}, wb{random.vector(1), random.vector(1)};
      const double dt = 1e-6;
      const auto gap_at = [&](double t) {
        return largest_separation(HalfSpace{}, wa.moved(ground, t), shape, wb.moved(pose, t), 0);
      };
      for (int k = 0; k < m.size; ++k) {
        const ContactPoint& p = m.points[k];
        if (p.gap > gap) continue;
        const double rate = p.normal.dot(wb.at(pose, p.point_b) - wa.at(ground, p.point_a));
        CHECK(std::abs((gap_at(dt) - gap_at(-dt)) / (2 * dt) - rate) < 1e-6);
      }
    }
  }
}

TEST_CASE("resting solids keep their features under jitter of 1e-7") {
  check_steady(HalfSpace{}, {}, Box{{1, 1, 1}}, {{0, 0, 1}}, 0.05, 4);
  check_steady(HalfSpace{}, {}, Cylinder{0.5, 0.5}, {{0, 0, 0.5}}, 0.05, 8);
  check_steady(HalfSpace{}, {}, Cylinder{0.01, 0.5}, {{0, 0, 0.01}}, 0.05, 8);
  check_steady(HalfSpace{}, {}, Cylinder{0.5, 0.5}, turned(0.5, kPi / 2, {0, 1, 0}), 0.05, 2);
  check_steady(HalfSpace{}, {}, Capsule{0.5, 0.5}, turned(0.5, kPi / 2, {0, 1, 0}), 0.05, 2);
}

TEST_CASE("two half spaces have no contacts") {
  CHECK(contact_manifold(HalfSpace{}, {}, HalfSpace{}, {{0, 0, -1}}, 1).size == 0);
}

}  // namespace
}  // namespace perpend::spatial
