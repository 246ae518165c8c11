// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>

#include "perpend/geometry/spatial/distance.hpp"
#include "random_solids.hpp"
#include "relative.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

// No direction may separate the solids more, and the normal must separate them by the gap. Then the
// gap is the maximum however coarse the search of the oracle is.
void check_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Distance d = signed_distance(a, pose_a, b, pose_b);
  const bool flat = a.index() == 4 || b.index() == 4;
  CHECK(std::abs(d.normal.norm() - 1) < 1e-14);
  if (!flat) CHECK(std::abs(separation(a, pose_a, b, pose_b, d.normal) - d.gap) < 1e-12);
  const double best = largest_separation(a, pose_a, b, pose_b, 1000);
  CHECK(d.gap > best - 1e-11);
  if (flat) CHECK(d.gap < best + 1e-11);
  const Distance flipped = signed_distance(b, pose_b, a, pose_a);
  CHECK(std::abs(flipped.gap - d.gap) < 1e-11);
}

// Two solids of the kinds, 60 times, apart and overlapping.
void check_pairs(int kind_a, int kind_b, std::uint64_t seed) {
  CAPTURE(std::string(kKindNames[kind_a]) + ", " + kKindNames[kind_b]);
  Random random(seed);
  for (int trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    const Shape a = random.shape(kind_a), b = random.shape(kind_b);
    const Pose pose_a = random.pose(0.8);
    check_distance(a, pose_a, b, random.pose(trial % 2 ? 0.8 : 2));
  }
}

TEST_CASE("the signed distance of every pair is the largest separation of all directions") {
  for (int kind_a = 0; kind_a < 5; ++kind_a)
    for (int kind_b = 0; kind_b < 5; ++kind_b)
      if (kind_a != 4 || kind_b != 4) check_pairs(kind_a, kind_b, 100 + 10 * kind_a + kind_b);
}

TEST_CASE("ellipsoids and cones too") {
  for (int kind_a = 0; kind_a < 7; ++kind_a)
    for (int kind_b = 5; kind_b < 7; ++kind_b)
      check_pairs(kind_a, kind_b, 900 + 10 * kind_a + kind_b);
}

TEST_CASE("pairs pushed to just touching, apart and into each other keep their distance") {
  const std::array kinds{1, 2, 3, 5, 6};
  for (int kind = 0; kind < 25; ++kind) {
    const int kind_a = kinds[kind % 5], kind_b = kinds[kind / 5];
    CAPTURE(std::string(kKindNames[kind_a]) + ", " + kKindNames[kind_b]);
    Random random(500 + kind);
    for (int trial = 0; trial < 100; ++trial) {
      CAPTURE(trial);
      const Shape a = random.shape(kind_a), b = random.shape(kind_b);
      const Pose pose_a = random.pose(0.3);
      Pose pose_b = random.pose(3);
      const Distance d = signed_distance(a, pose_a, b, pose_b);
      if (d.gap < 0.01) continue;
      // Along its normal the distance changes one to one, until they touch and a little beyond.
      for (const double gap : {1.0, 1e-3, 1e-6, 1e-8, 1e-10, 1e-12, 0.0, -1e-9, -1e-6}) {
        CAPTURE(gap);
        Pose pushed = pose_b;
        pushed.p += (gap - d.gap) * d.normal;
        const double found = signed_distance(a, pose_a, b, pushed).gap;
        // At tips and rims of cones the search for the closest points ends a little early.
        const bool cone = kind_a == 6 || kind_b == 6;
        const double slack = cone ? 1e-7 : 1e-11;
        CHECK(found > gap - slack);
        // Corners have shorter ways out; a tip that was pushed in passes another tip or corner.
        CHECK(found < std::max(gap, 0.0) + (cone ? std::abs(gap) : 0.0) + slack);
      }
    }
  }
}

TEST_CASE("aligned and concentric solids have their closed forms") {
  const Box box{{1, 2, 3}};
  const Cylinder can{1, 0.5};
  const Capsule rod{1, 0.25};
  const auto gap = [](const Shape& a, const Shape& b, const Vector3d& p) {
    return signed_distance(a, {}, b, {p}).gap;
  };
  CHECK(gap(box, box, {0, 0, 0}) == relative(-2));
  CHECK(gap(box, box, {2.5, 4.5, 0}) == relative(std::sqrt(0.5)));
  CHECK(gap(box, box, {3, 6, 8}) == relative(3));
  CHECK(gap(can, can, {0, 0, 0}) == relative(-1));
  CHECK(gap(can, can, {0.9, 1.2, 0}) == relative(0.5));
  CHECK(gap(can, can, {0, 0, 2.5}) == relative(0.5));
  CHECK(gap(can, can, {1.3, 0, 2.4}) == relative(0.5));
  CHECK(gap(rod, rod, {0, 0, 0}) == relative(-0.5));
  CHECK(gap(rod, rod, {0, 0, 1}) == relative(-0.5));
  CHECK(gap(rod, rod, {0.6, 0, 2.8}) == relative(0.5));
  CHECK(gap(rod, can, {0.75, 0, 0}) == near_zero(1e-12));
  CHECK(gap(box, can, {0, 0, 0}) == relative(-1.5));
  CHECK(signed_distance(HalfSpace{}, {}, HalfSpace{}, {{0, 0, 3}}).gap == HUGE_VAL);
}

// Seen along itself such a rod lies over the line of the edge, wherever the edge ends.
TEST_CASE("a rod that points past the end of an edge of a box is as far from it as the corner") {
  Random random(29);
  for (int trial = 0; trial < 100; ++trial) {
    CAPTURE(trial);
    const Vector3d half(random.number(0.2, 1), random.number(0.2, 1), random.number(0.2, 1));
    const double turn = random.number(0.1, 1.4), length = random.number(0.1, 0.8);
    const double aside = random.number(0.05, 0.5), above = random.number(-0.3, 0.5), r = 0.04;
    const Vector3d along(std::cos(turn), std::sin(turn), 0);
    const Eigen::Quaterniond lie = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), along);
    const Vector3d middle = half + Vector3d(0, 0, above) + (aside + length) * along;
    const Pose all = trial % 2 ? random.pose(2) : Pose{};
    const double gap = std::hypot(aside, std::max(above, 0.0)) - r;
    const Pose rod = compose(all, Pose{middle, lie});
    CHECK(signed_distance(Box{half}, all, Capsule{length, r}, rod).gap == relative(gap, 1e-9));
    CHECK(signed_distance(Capsule{length, r}, rod, Box{half}, all).gap == relative(gap, 1e-9));
  }
}

TEST_CASE("from a half space it is along its normal, towards it against it, however it lies") {
  Random random(37);
  for (int trial = 0; trial < 100; ++trial) {
    const Shape solid = random.shape(std::array{0, 1, 2, 3, 5, 6}[trial % 6]);
    const Pose ground = random.pose(1), pose = random.pose(2);
    const Vector3d up = ground.r * Vector3d::UnitZ();
    CHECK((signed_distance(HalfSpace{}, ground, solid, pose).normal - up).norm() < 1e-14);
    CHECK((signed_distance(solid, pose, HalfSpace{}, ground).normal + up).norm() < 1e-14);
  }
}

}  // namespace
}  // namespace perpend::spatial
