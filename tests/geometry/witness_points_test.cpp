// SPDX-License-Identifier: Apache-2.0
#include "geometry/spatial/manifold/witness_points.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "random_solids.hpp"
#include "relative.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

constexpr int kHull = 7, kMesh = 8, kKinds = 9;

Shape drawn(Random& random, int kind) {
  if (kind < kHull) return random.shape(kind);
  std::vector<Vector3d> corners;
  for (int i = 0; i < (kind == kHull ? 12 : 4); ++i) corners.push_back(random.vector(0.8));
  if (kind == kHull) return convex_hull(corners);
  const std::array<int, 3> triangles[] = {{0, 1, 2}, {1, 3, 2}};
  return triangle_mesh(corners, triangles);
}

Eigen::Quaterniond quarter_turn(Random& random, double off) {
  const Vector3d axis = Vector3d::Unit(random.integer(0, 2)) + off * random.direction();
  const double angle = random.integer(-2, 2) * std::numbers::pi / 2 + off;
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()));
}

double nothing_or_little(Random& random) {
  return random.integer(0, 1) ? 0.0 : std::pow(10.0, -random.number(2, 10));
}

// At random, or aligned, flush and beside each other by whole lengths, to rounding or nearly so.
std::pair<Pose, Pose> drawn_poses(Random& random, int trial) {
  Pose a = random.pose(0.8), b = random.pose(trial % 2 ? 0.8 : 3);
  if (trial % 3 == 0) return {a, b};
  a.r = quarter_turn(random, 0);
  b.r = quarter_turn(random, nothing_or_little(random));
  for (int k = 0; k < 3; ++k)
    if (random.integer(0, 2) == 0) b.p[k] = a.p[k] + nothing_or_little(random);
  return {a, b};
}

// How far a point is off a surface, m: at most outside, or inside along n.
double off_surface(const Shape& shape, const Pose& pose, const Vector3d& x, const Vector3d& n) {
  if (std::holds_alternative<HalfSpace>(shape))
    return std::abs(transform_point(inverse(pose), x).z());
  const double outside = signed_distance(shape, pose, Sphere{0}, {x}).gap;
  if (std::holds_alternative<Mesh>(shape)) return std::abs(outside);
  return std::max(outside, support(shape, pose, n) - n.dot(x));
}

// n · x is the largest of the one surface and the least of the other: they touch planes that are
// the gap apart.
void check_witnesses(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Witnesses w = witness_points(a, pose_a, b, pose_b);
  const Distance d = signed_distance(a, pose_a, b, pose_b);
  if (!std::isfinite(d.gap)) return;
  CHECK(w.distance.gap == d.gap);
  CHECK(w.distance.normal == d.normal);
  CHECK((w.point_b - w.point_a - d.gap * d.normal).norm() < 1e-14);
  CHECK(off_surface(a, pose_a, w.point_a, d.normal) < 3e-6);
  CHECK(off_surface(b, pose_b, w.point_b, -d.normal) < 3e-6);
}

}  // namespace

TEST_CASE("points of a distance are on both surfaces, the gap apart along the normal") {
  for (int kind_a = 0; kind_a < kKinds; ++kind_a)
    for (int kind_b = 0; kind_b < kKinds; ++kind_b) {
      CAPTURE(kind_a);
      CAPTURE(kind_b);
      Random random(700 + 10 * kind_a + kind_b);
      for (int trial = 0; trial < 300; ++trial) {
        CAPTURE(trial);
        const Shape a = drawn(random, kind_a), b = drawn(random, kind_b);
        const auto [pose_a, pose_b] = drawn_poses(random, trial);
        check_witnesses(a, pose_a, b, pose_b);
      }
    }
}

// Along y they overlap by less than they are apart in x: no contact, but a distance all the same.
TEST_CASE("boxes across a seam from each other have their nearest points") {
  for (const double y : {0.9995, 1.0, 1.0005}) {
    const Witnesses w = witness_points(box(1, 1, 1), {}, box(1, 1, 1), {{2, y, 0}});
    CHECK(w.point_a.x() == relative(0.5, 1e-3));
    CHECK(w.point_b.x() == relative(1.5, 1e-3));
    CHECK((w.point_b - w.point_a).norm() == relative(std::hypot(1.0, std::max(0.0, y - 1)), 1e-12));
  }
}

}  // namespace perpend::spatial
