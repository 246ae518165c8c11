// SPDX-License-Identifier: Apache-2.0
#include "perpend/geometry/planar/manifold.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "perpend/geometry/planar/distance.hpp"
#include "random_shapes.hpp"
#include "relative.hpp"
#include "separation_oracle.hpp"

namespace perpend::planar {
namespace {

constexpr double kPi = std::numbers::pi;

/// The manifold may give up this much of the signed distance for steady features, relative to
/// the size of the shapes (manifold.cpp, kBias); random shapes are up to 4 m across.
constexpr double kSteadiness = 4e-5;

/// Everything that must hold of any manifold, by support functions alone.
Manifold manifold_at(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                     double margin) {
  const Manifold m = contact_manifold(a, pose_a, b, pose_b, margin);
  const double gap = signed_distance(a, pose_a, b, pose_b).gap;
  double least = HUGE_VAL;
  for (int k = 0; k < m.size; ++k) {
    const ContactPoint& p = m.points[k];
    least = std::min(least, p.gap);
    CHECK(p.gap <= margin);
    CHECK(std::abs(p.normal.norm() - 1) < 1e-14);
    CHECK((p.normal - m.points[0].normal).isZero(0));
    CHECK((p.point_b - p.point_a - p.gap * p.normal).norm() < 1e-13);
    CHECK(protrusion(a, pose_a, p.point_a) < kSteadiness);
    CHECK(protrusion(b, pose_b, p.point_b) < kSteadiness);
  }
  if (gap < margin - kSteadiness) CHECK(m.size > 0);
  if (gap > margin + kSteadiness) CHECK(m.size == 0);
  if (m.size > 0) CHECK(std::abs(least - gap) < kSteadiness);
  if (m.size == 2) CHECK(m.points[0].feature < m.points[1].feature);
  return m;
}

bool same_features(const Manifold& a, const Manifold& b) {
  if (a.size != b.size) return false;
  for (int k = 0; k < a.size; ++k) {
    if (a.points[k].feature != b.points[k].feature) return false;
  }
  return true;
}

TEST_CASE("a box on the ground touches with its two lower corners") {
  const Manifold m = manifold_at(HalfPlane{}, {}, box(2, 1), {{3, 0.6}, 0}, 0.2);
  REQUIRE(m.size == 2);
  CHECK(m.points[0].gap == relative(0.1));
  CHECK(m.points[0].point_a.isApprox(Eigen::Vector2d(2, 0)));
  CHECK(m.points[1].point_a.isApprox(Eigen::Vector2d(4, 0)));
  CHECK(m.points[0].feature == 0);
  CHECK(m.points[1].feature == 1);
}

// Of two boxes that overlap sideways the one whose corner lies on the far side of the tilt is the
// reference, whose normal the contacts have.
TEST_CASE("features stay at their ends where the reference face changes") {
  const double tilt = 1e-3;
  std::uint32_t left[2], right[2];
  for (const int k : {0, 1}) {
    const double turned = k == 0 ? tilt : -tilt;
    const Manifold m = contact_manifold(box(2, 1), {}, box(2, 1), {{0.5, 1.0}, turned}, 0.05);
    REQUIRE(m.size == 2);
    CHECK(m.points[0].normal.isApprox(k == 0 ? Eigen::Vector2d(0, 1) : Eigen::Vector2d(tilt, 1),
                                      1e-6));
    const bool first_is_left = m.points[0].point_b.x() < m.points[1].point_b.x();
    left[k] = m.points[first_is_left ? 0 : 1].feature;
    right[k] = m.points[first_is_left ? 1 : 0].feature;
  }
  CHECK(left[0] == left[1]);
  CHECK(right[0] == right[1]);
}

TEST_CASE("the margin decides which corners are in") {
  const Pose tilted{{0, 1}, 0.1};
  const double lower = 1 - std::sin(0.1) - 0.5 * std::cos(0.1);
  const double upper = 1 + std::sin(0.1) - 0.5 * std::cos(0.1);
  CHECK(manifold_at(HalfPlane{}, {}, box(2, 1), tilted, lower - 1e-3).size == 0);
  CHECK(manifold_at(HalfPlane{}, {}, box(2, 1), tilted, lower + 1e-3).size == 1);
  CHECK(manifold_at(HalfPlane{}, {}, box(2, 1), tilted, upper - 1e-3).size == 1);
  const Manifold both = manifold_at(HalfPlane{}, {}, box(2, 1), tilted, upper + 1e-3);
  REQUIRE(both.size == 2);
  CHECK(both.points[0].gap == relative(lower));
  CHECK(both.points[1].gap == relative(upper));
}

TEST_CASE("boxes share the overlap of their faces") {
  const Manifold m = manifold_at(box(4, 2), {}, box(2, 2), {{1.5, 2.01}, 0}, 0.1);
  REQUIRE(m.size == 2);
  CHECK(m.points[0].normal.isApprox(Eigen::Vector2d(0, 1)));
  CHECK(m.points[0].gap == relative(0.01));
  CHECK(m.points[1].gap == relative(0.01));
  const auto [left, right] = std::minmax({m.points[0].point_a.x(), m.points[1].point_a.x()});
  CHECK(left == relative(0.5));
  CHECK(right == relative(2.0));
}

TEST_CASE("a capsule lying on a box, on the ground and on a capsule") {
  const Capsule capsule{1, 0.25};
  const Manifold on_box = manifold_at(box(4, 2), {}, capsule, {{0.3, 1.24}, 0}, 0.1);
  REQUIRE(on_box.size == 2);
  CHECK(on_box.points[0].gap == relative(-0.01));
  const Manifold on_ground = manifold_at(capsule, {{0, 0.24}, kPi}, HalfPlane{}, {}, 0.1);
  REQUIRE(on_ground.size == 2);
  CHECK(on_ground.points[0].normal.isApprox(Eigen::Vector2d(0, -1)));
  CHECK(on_ground.points[0].gap == relative(-0.01));
  const Manifold stacked = manifold_at(capsule, {}, capsule, {{0.5, 0.51}, 0}, 0.1);
  REQUIRE(stacked.size == 2);
  CHECK(stacked.points[1].gap == relative(0.01));
}

TEST_CASE("corners and smooth shapes meet in one point") {
  const double r = std::sqrt(0.5);
  const Manifold corners = manifold_at(box(2, 2), {}, box(2, 2), {{2.1, 2.1}, 0}, 0.2);
  REQUIRE(corners.size == 1);
  CHECK(corners.points[0].normal.isApprox(Eigen::Vector2d(r, r)));
  CHECK(manifold_at(Disc{1}, {}, box(1, 1), {{1.4, 0}, 0}, 0.1).size == 1);
  CHECK(manifold_at(Ellipse{2, 1}, {}, HalfPlane{}, {{0, -0.9}, 0}, 0.1).size == 1);
  CHECK(manifold_at(Capsule{1, 0.1}, {}, Capsule{1, 0.1}, {{2.3, 0}, 0}, 0.2).size == 1);
}

TEST_CASE("ghost collisions: shapes that are apart with faces nearly flush do not meet") {
  // A box 0.1 m before a tile that is flush with its bottom, then a little lower and higher.
  const Shape moving = box(0.6, 0.4), tile = box(1, 1);
  const auto before_tile = [&](double height) {
    return contact_manifold(moving, {{0, 0.2 + height}, 0}, tile, {{0.9, -0.5}, 0}, 0.5);
  };
  for (const double height : {0.0, 1e-6, -1e-6, -3e-4}) {
    CAPTURE(height);
    CHECK(before_tile(height).size == 0);
    CHECK(before_tile(height).is_ghost);
  }
  for (const double height : {1e-3, -1e-3}) {
    CAPTURE(height);
    CHECK(before_tile(height).size >= 1);
    CHECK(!before_tile(height).is_ghost);
  }
  // Touching, it counts however little they overlap, those of round edges too.
  CHECK(contact_manifold(moving, {{0, 0.2}, 0}, tile, {{0.8, -0.5}, 0}, 0.5).size >= 1);
  const Capsule wire{1, 1e-4};
  const Eigen::Vector2d place(-1.5 - 0.5 * wire.radius, 0.5 + 0.86 * wire.radius);
  CHECK(contact_manifold(tile, {}, wire, {place, 0}, 0.1).size >= 1);
}

TEST_CASE("manifolds of every pair hold the signed distance, on both shapes") {
  for (int kind_a = 0; kind_a < 5; ++kind_a) {
    for (int kind_b = 0; kind_b < 5; ++kind_b) {
      if (kind_a == 4 && kind_b == 4) continue;
      CAPTURE(std::string(kKindNames[kind_a]) + ", " + kKindNames[kind_b]);
      Random random(200 + 10 * kind_a + kind_b);
      for (int trial = 0; trial < 300; ++trial) {
        CAPTURE(trial);
        const Shape a = random.shape(kind_a);
        const Shape b = random.shape(kind_b);
        const Pose pose_a = random.pose(1.2);
        const Pose pose_b = random.pose(1.2);
        const double margin = random.number(0, 0.5);
        const Manifold ab = manifold_at(a, pose_a, b, pose_b, margin);
        const Manifold ba = manifold_at(b, pose_b, a, pose_a, margin);
        CHECK(ab.size == ba.size);
      }
    }
  }
}

/// Both poses shaken by up to 1e-7 m and rad, many times, must leave number and features alone.
void check_steady(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  double margin, int size) {
  const Manifold rest = manifold_at(a, pose_a, b, pose_b, margin);
  CHECK(rest.size == size);
  Random random(5);
  const auto shaken = [&random](Pose pose) {
    pose.p += Eigen::Vector2d(random.number(-1e-7, 1e-7), random.number(-1e-7, 1e-7));
    pose.angle += random.number(-1e-7, 1e-7);
    return pose;
  };
  for (int trial = 0; trial < 500; ++trial) {
    CHECK(same_features(rest, contact_manifold(a, shaken(pose_a), b, shaken(pose_b), margin)));
  }
}

TEST_CASE("resting contacts keep number and features under jitter of 1e-7") {
  const double margin = 0.05;
  SUBCASE("box on the ground") {
    check_steady(HalfPlane{}, {}, box(1, 1), {{0, 0.5}, 0}, margin, 2);
  }
  SUBCASE("box on its corner, wide margin") {
    check_steady(HalfPlane{}, {}, box(1, 1), {{0, 0.7}, kPi / 4}, 5, 2);
  }
  SUBCASE("many-cornered wheel on its face and on its corner") {
    const Polygon wheel = regular_polygon(12, 1);
    check_steady(HalfPlane{}, {}, wheel, {{0, std::cos(kPi / 12)}, kPi / 12}, margin, 2);
    check_steady(HalfPlane{}, {}, wheel, {{0, 1}, 0}, 0.2, 2);
  }
  SUBCASE("tower of equal boxes, sides flush") {
    check_steady(box(1, 1), {}, box(1, 1), {{0, 1}, 0}, margin, 2);
    check_steady(box(1, 1), {}, box(1, 1), {{0, 1 - 1e-6}, 0}, margin, 2);
    check_steady(box(1, 1), {}, box(1, 1), {{0, 1 + 1e-6}, kPi / 2}, margin, 2);
    check_steady(box(1, 1), {}, box(1, 1), {{0, 1.01}, kPi}, margin, 2);
  }
  SUBCASE("running bond: half overlap, and neighbours side by side") {
    check_steady(box(2, 1), {}, box(2, 1), {{1, 1}, 0}, margin, 2);
    check_steady(box(2, 1), {}, box(2, 1), {{2, 0}, 0}, margin, 2);
  }
  SUBCASE("bricks that meet at a corner only") {
    check_steady(box(2, 1), {}, box(2, 1), {{2, 1}, 0}, margin, 1);
    check_steady(box(2, 1), {}, box(2, 1), {{2.001, 1.001}, 0}, margin, 1);
  }
  SUBCASE("corner exactly on a face, edges at equal angles") {
    const Pose balanced{{0.1, 0.5 + std::sqrt(0.5)}, kPi / 4};
    check_steady(box(1, 1), {}, box(1, 1), balanced, margin, 1);
    check_steady(box(1, 1), {}, box(1, 1), balanced, 1, 2);
  }
  SUBCASE("one box centred in another of the same size") {
    check_steady(box(1, 1), {}, box(1, 1), {}, margin, 2);
  }
  SUBCASE("capsules lying, standing, end to end") {
    const Capsule rod{1, 0.1};
    check_steady(box(4, 1), {}, rod, {{0, 0.6}, 0}, margin, 2);
    check_steady(box(4, 1), {}, rod, {{0, 1.6}, kPi / 2}, margin, 1);
    check_steady(HalfPlane{}, {}, rod, {{0, 0.1}, kPi}, margin, 2);
    check_steady(rod, {}, rod, {{0.3, 0.2}, 0}, margin, 2);
    check_steady(rod, {}, rod, {{0, 0.2}, kPi}, margin, 2);
    check_steady(rod, {}, rod, {{2.2, 0}, 0}, margin, 1);
  }
  SUBCASE("smooth shapes") {
    check_steady(Disc{1}, {}, Disc{1}, {{2, 0}, 0}, margin, 1);
    check_steady(Ellipse{4, 2}, {}, box(1, 1), {{0, 2.5}, 0}, margin, 1);
  }
}

TEST_CASE("random contacts change features under jitter only at thresholds") {
  Random random(6);
  int changed = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    const Shape a = random.shape(2 + trial % 2);
    const Shape b = random.shape(2 + trial / 2 % 2);
    const Pose pose_a = random.pose(0.8);
    const Pose pose_b = random.pose(0.8);
    Pose moved = pose_b;
    moved.p += Eigen::Vector2d(1e-7, -1e-7);
    moved.angle += 1e-7;
    changed += !same_features(contact_manifold(a, pose_a, b, pose_b, 0.1),
                              contact_manifold(a, pose_a, b, moved, 0.1));
  }
  CHECK(changed <= 2);
}

TEST_CASE("a box sliding and settling on another keeps its features while its edges stay") {
  Manifold before;
  for (int step = 0; step < 1000; ++step) {
    const double s = step / 1000.0;
    // Tilt rocks through zero, so either box may be the better reference.
    const Pose pose{{0.2 + s, 1.01}, 1e-3 * std::sin(40 * s)};
    const Manifold now = contact_manifold(box(4, 1), {}, box(1, 1), pose, 0.1);
    REQUIRE(now.size == 2);
    if (step > 0) CHECK(same_features(before, now));
    before = now;
  }
}

TEST_CASE("a contact of unknown gap is kept for the solver to see") {
  const Pose nowhere{{0, std::nan("")}, 0};
  CHECK(contact_manifold(HalfPlane{}, {}, box(1, 1), nowhere, 0.1).size > 0);
  CHECK(contact_manifold(box(1, 1), {}, box(1, 1), nowhere, 0.1).size > 0);
  CHECK(contact_manifold(Disc{1}, {}, Ellipse{1, 2}, nowhere, 0.1).size > 0);
}

TEST_CASE("gaps of corners on a half-plane move with the corner") {
  Random random(9);
  for (int trial = 0; trial < 300; ++trial) {
    const Shape ground = random.shape(4);
    const Shape shape = random.shape(2 + trial % 2);
    const Pose pose = random.pose(1);
    const Pose turned{pose.p, pose.angle + 1e-6};
    const Manifold m = contact_manifold(ground, {}, shape, pose, 10);
    const Manifold after = contact_manifold(ground, {}, shape, turned, 10);
    REQUIRE(m.size == 2);
    if (!same_features(m, after)) continue;
    for (int k = 0; k < 2; ++k) {
      const ContactPoint& p = m.points[k];
      const Eigen::Vector2d r = p.point_b - pose.p;
      const double slope = r.x() * p.normal.y() - r.y() * p.normal.x();
      CHECK(std::abs((after.points[k].gap - p.gap) / 1e-6 - slope) < 1e-5);
    }
  }
}

}  // namespace
TEST_CASE("boxes that meet over less than the corners may be off touch in one point, at any size") {
  for (const double size : {1e-6, 1.0, 1e6}) {
    CAPTURE(size);
    const Polygon square = box(2 * size, 2 * size);
    const auto points = [&](double overlap) {
      const Pose above{{(2 - overlap) * size, (2 - 1e-6) * size}, 0};
      return contact_manifold(square, {}, square, above, 0).size;
    };
    CHECK(points(5e-6) == 1);
    CHECK(points(1e-3) == 2);
  }
}

}  // namespace perpend::planar
