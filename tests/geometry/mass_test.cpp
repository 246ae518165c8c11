// SPDX-License-Identifier: Apache-2.0
#include "perpend/geometry/planar/mass.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

namespace perpend::planar {
namespace {

/// Boundary of a smooth shape as a fine counter-clockwise polygon.
Polygon polygonised(const Ellipse& ellipse, int n) {
  Polygon polygon;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    polygon.vertices.emplace_back(ellipse.a * std::cos(angle), ellipse.b * std::sin(angle));
  }
  return polygon;
}

Polygon polygonised(const Capsule& capsule, int n) {
  Polygon polygon;
  for (int end = 0; end < 2; ++end) {
    const double start = (end == 0 ? -0.5 : 0.5) * std::numbers::pi;
    for (int i = 0; i <= n; ++i) {
      const double angle = start + std::numbers::pi * i / n;
      polygon.vertices.emplace_back(
          (end == 0 ? 1 : -1) * capsule.half_length + capsule.radius * std::cos(angle),
          capsule.radius * std::sin(angle));
    }
  }
  return polygon;
}

void check_close(const MassProperties& got, const MassProperties& want, double tolerance) {
  CHECK(std::abs(got.mass - want.mass) <= tolerance * want.mass);
  CHECK((got.center - want.center).norm() <= tolerance);
  CHECK(std::abs(got.inertia - want.inertia) <= tolerance * want.inertia);
}

TEST_CASE("a rectangle has m (w² + h²) / 12") {
  const MassProperties properties = mass_properties(box(2, 3), 5);
  check_close(properties, {30, {0, 0}, 30 * (4 + 9) / 12.0}, 1e-15);
}

TEST_CASE("a right triangle has its centroid at a third of its legs") {
  const MassProperties properties = mass_properties(Polygon{{{0, 0}, {3, 0}, {0, 6}}}, 2);
  check_close(properties, {18, {1, 2}, 18 * (9 + 36) / 18.0}, 1e-15);
}

TEST_CASE("a triangle a kilometre from its origin keeps its inertia") {
  const Eigen::Vector2d far{1000, -2000};
  Polygon polygon{{{0, 0}, {3, 0}, {0, 6}}};
  for (Eigen::Vector2d& vertex : polygon.vertices) vertex += far;
  const MassProperties properties = mass_properties(polygon, 2);
  check_close(properties, {18, far + Eigen::Vector2d(1, 2), 45}, 1e-12);
}

TEST_CASE("discs and ellipses agree, and ellipses agree with their polygon") {
  check_close(mass_properties(Ellipse{2, 2}, 3), mass_properties(Disc{2}, 3), 1e-15);
  // The inscribed 4000-gon lacks 2 pi² / 3 / 4000² = 4e-7 of the mass, twice that of inertia.
  check_close(mass_properties(Ellipse{4, 2}, 10),
              mass_properties(polygonised(Ellipse{4, 2}, 4000), 10), 1e-6);
}

TEST_CASE("a capsule agrees with its polygon") {
  check_close(mass_properties(Capsule{1.5, 0.7}, 4),
              mass_properties(polygonised(Capsule{1.5, 0.7}, 4000), 4), 1e-6);
}

TEST_CASE("half-planes and segments have no mass") {
  CHECK(mass_properties(HalfPlane{}, 7).mass == 0);
  CHECK(mass_properties(Capsule{1, 0}, 7).mass == 0);
  CHECK(mass_properties(Capsule{1, 0}, 7).inertia == 0);
}

TEST_CASE("the parts of a rectangle weigh what the rectangle weighs") {
  // 1 x 2 beside 3 x 2, which is 2 x 3 turned by a right angle, is 4 x 2 around (-0.5, 0).
  const MassProperties left = transformed(mass_properties(box(1, 2), 3), {{-2, 0}, 0});
  const MassProperties right =
      transformed(mass_properties(box(2, 3), 3), {{0, 0}, std::numbers::pi / 2});
  const MassProperties whole = mass_properties(box(4, 2), 3);
  check_close(combined(combined(left, right), mass_properties(HalfPlane{}, 3)),
              {whole.mass, {-0.5, 0}, whole.inertia}, 1e-15);
}

TEST_CASE("a frame seen from another keeps mass and inertia") {
  const MassProperties properties = mass_properties(Polygon{{{0, 0}, {3, 0}, {0, 6}}}, 2);
  const MassProperties seen = transformed(properties, {{10, 0}, std::numbers::pi / 2});
  check_close(seen, {properties.mass, {8, 1}, properties.inertia}, 1e-14);
}

}  // namespace
}  // namespace perpend::planar
