// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "manifold_check.hpp"
#include "relative.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

TEST_CASE("a ball near a face, an edge, a corner and inside of a box") {
  const Box box{{1, 2, 3}};
  const auto gap = [&](const Vector3d& p) {
    const Manifold m = contact_manifold(box, {}, Sphere{0.5}, {p}, 10);
    REQUIRE(m.size == 1);
    check_points(m, box, {}, Sphere{0.5}, {p}, 10);
    return m.points[0].gap;
  };
  CHECK(gap({1.75, 0.3, 0.4}) == relative(0.25));
  CHECK(gap({1.3, 2.4, 1}) == near_zero(1e-12));
  CHECK(gap({-3, -4, 4}) == relative(3 - 0.5));
  CHECK(gap({0.9, 0, 0}) == relative(-0.6));
  CHECK(gap({0, 0, 0}) == relative(-1.5));
}

TEST_CASE("a ball beside, above, over the rim and inside of a cylinder") {
  const Cylinder can{1, 0.5};
  const auto gap = [&](const Vector3d& p) {
    const Manifold m = contact_manifold(Sphere{0.25}, {p}, can, {}, 10);
    REQUIRE(m.size == 1);
    check_points(m, Sphere{0.25}, {p}, can, {}, 10);
    return m.points[0].gap;
  };
  CHECK(gap({0.6, 0.8, 0.5}) == relative(0.25));
  CHECK(gap({0.1, 0, 2}) == relative(0.75));
  CHECK(gap({0.5 + 0.3, 0, -1.4}) == relative(0.25));
  CHECK(gap({0, 0, 0}) == relative(-0.75));
}

TEST_CASE("balls hold the signed distance to every solid, and its rate") {
  for (int kind = 0; kind < 4; ++kind) {
    CAPTURE(kKindNames[kind]);
    Random random(40 + kind);
    for (int trial = 0; trial < 200; ++trial) {
      CAPTURE(trial);
      const Shape solid = random.shape(kind), ball = random.shape(0);
      const Pose pose = random.pose(1), center = random.pose(1);
      const double best = largest_separation(solid, pose, ball, center, 2000);
      const Manifold m = contact_manifold(solid, pose, ball, center, 10);
      REQUIRE(m.size == 1);
      check_points(m, solid, pose, ball, center, 10);
      const ContactPoint& p = m.points[0];
      CHECK(std::abs(separation(solid, pose, ball, center, p.normal) - p.gap) < 1e-12);
      CHECK(p.gap > best - 1e-12);
      CHECK(p.gap < best + 1e-9);
      CHECK((p.point_b - p.point_a - p.gap * p.normal).norm() < 1e-12);
      check_opposite(m, contact_manifold(ball, center, solid, pose, 10), 1e-12);
      CHECK(contact_manifold(solid, pose, ball, center, p.gap - 1e-9).size == 0);
      const Twist wa{random.vector(1), random.vector(1)}, wb{random.vector(1), random.vector(1)};
      const auto gap_at = [&](double t) {
        return contact_manifold(solid, wa.moved(pose, t), ball, wb.moved(center, t), 10)
            .points[0]
            .gap;
      };
      const double rate = p.normal.dot(wb.at(center, p.point_b) - wa.at(pose, p.point_a));
      CHECK(std::abs((gap_at(1e-6) - gap_at(-1e-6)) / 2e-6 - rate) < 1e-6);
    }
  }
}

TEST_CASE("a ball at the centre of a ball is pushed one way, always the same") {
  const Manifold m = contact_manifold(Sphere{1}, {}, Sphere{0.5}, {}, 0);
  REQUIRE(m.size == 1);
  CHECK(m.points[0].gap == relative(-1.5));
  CHECK(m.points[0].normal == Vector3d(0, 0, 1));
}

// A cone of 2 m height with its tip up; a point (r, z) is z - 1 + 4 r over its side times 1 /
// sqrt(17).
TEST_CASE("a ball beside, under, over the tip, the rim and inside of a cone") {
  const Cone hat{1, 0.5};
  const auto gap = [&](double r, double z) {
    double first = 0;
    for (int k = 0; k < 8; ++k) {
      const Vector3d p(r * std::cos(0.7 * k), r * std::sin(0.7 * k), z);
      const Manifold m = contact_manifold(hat, {}, Sphere{0.25}, {p}, 10);
      REQUIRE(m.size == 1);
      check_points(m, hat, {}, Sphere{0.25}, {p}, 10);
      if (k == 0) first = m.points[0].gap;
      CHECK(m.points[0].gap == doctest::Approx(first).epsilon(1e-12));
    }
    return first + 0.25;
  };
  const auto over_side = [](double r, double z) { return (z - 1 + 4 * r) / std::sqrt(17); };
  CHECK(gap(0, 0) == relative(over_side(0, 0)));
  CHECK(gap(0.1, 0.2) == relative(over_side(0.1, 0.2)));
  CHECK(gap(0.8, 0.4) == relative(over_side(0.8, 0.4)));
  CHECK(gap(0, -0.9) == relative(-0.1));
  CHECK(gap(0.3, -0.95) == relative(-0.05));
  CHECK(gap(0, -1.5) == relative(0.5));
  CHECK(gap(0.2, -1.5) == relative(0.5));
  CHECK(gap(0.8, -1.4) == relative(0.5));
  CHECK(gap(0, 1.5) == relative(0.5));
  CHECK(gap(0.01, 1.5) == relative(std::hypot(0.01, 0.5)));
}

}  // namespace
}  // namespace perpend::spatial
