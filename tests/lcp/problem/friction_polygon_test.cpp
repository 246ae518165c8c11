// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/friction_polygon.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace perpend::lcp {
namespace {

using Eigen::Vector2d;

Vector2d corner(const FrictionPolygon& polygon, int i) {
  const double angle = polygon.angle + 2 * std::numbers::pi * i / polygon.corners;
  return {std::cos(angle), std::sin(angle)};
}

// Whether no side has t on its outside.
bool holds(const FrictionPolygon& polygon, const Vector2d& t, double radius) {
  for (int i = 0; i < polygon.corners; ++i) {
    const Vector2d a = radius * corner(polygon, i), b = radius * corner(polygon, i + 1);
    const Vector2d side = b - a, from = t - a;
    if (side.x() * from.y() - side.y() * from.x() < 0) return false;
  }
  return true;
}

// By all sides.
double distance(const FrictionPolygon& polygon, const Vector2d& t, double radius) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < polygon.corners; ++i) {
    const Vector2d a = radius * corner(polygon, i), side = radius * corner(polygon, i + 1) - a;
    const double along = std::clamp(side.dot(t - a) / side.squaredNorm(), 0.0, 1.0);
    least = std::min(least, (t - a - along * side).norm());
  }
  return least;
}

struct Draw {
  std::mt19937 random{7};
  double between(double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(random);
  }
  FrictionPolygon polygon() {
    return {.corners = 2 * std::uniform_int_distribution<int>(2, 8)(random),
            .angle = between(-4, 4)};
  }
  Vector2d point() { return {between(-2, 2), between(-2, 2)}; }
};

}  // namespace

TEST_CASE("the nearest point of a polygon is in it, and no other is nearer") {
  Draw draw;
  int inside = 0;
  for (int i = 0; i < 2000; ++i) {
    const FrictionPolygon polygon = draw.polygon();
    const double radius = draw.between(0.1, 2);
    const Vector2d y = draw.point();
    const PolygonPoint at = polygon.nearest(y, radius);
    CAPTURE(polygon.corners);
    CAPTURE(y.transpose());
    CHECK(at.is_inside == holds(polygon, y, radius));
    CHECK(holds(polygon, (1 - 1e-12) * at.point, radius));
    const double off = at.is_inside ? 0.0 : distance(polygon, y, radius);
    CHECK((at.point - y).norm() == doctest::Approx(off).epsilon(1e-12));
    CHECK((polygon.size_of(y) <= radius) == at.is_inside);
    inside += at.is_inside;
  }
  CHECK(inside > 200);
  CHECK(inside < 1800);
}

TEST_CASE("the point of a polygon moves as its derivatives say") {
  Draw draw;
  constexpr double kStep = 1e-6;
  for (int i = 0; i < 500; ++i) {
    const FrictionPolygon polygon = draw.polygon();
    const double radius = draw.between(0.1, 2);
    const Vector2d y = draw.point(), way = kStep * draw.point();
    const double growth = kStep * draw.between(-1, 1);
    const PolygonPoint from = polygon.nearest(y, radius);
    const PolygonPoint to = polygon.nearest(y + way, radius + growth);
    if (from.is_inside != to.is_inside) continue;
    if ((from.along_y - to.along_y).norm() > 1e-9) continue;  // another side or corner
    const Vector2d told = from.along_y * way + growth * from.along_size;
    CHECK((to.point - from.point - told).norm() < 1e-12);
    // Both are linear, and nothing else.
    CHECK((from.along_y * y + radius * from.along_size - from.point).norm() < 1e-12);
  }
}

TEST_CASE("two corners are the ends of a line") {
  const FrictionPolygon line{.corners = 2, .angle = std::numbers::pi / 6, .radius = 0.5};
  const Vector2d along = corner(line, 0);
  const Vector2d across(-along.y(), along.x());
  CHECK((line.nearest(0.3 * along + 7 * across, 1).point - 0.3 * along).norm() < 1e-15);
  CHECK((line.nearest(0.9 * along - across, 1).point - 0.5 * along).norm() < 1e-15);
  CHECK((line.nearest(-3 * along, 4).point + 2 * along).norm() < 1e-15);
  CHECK_FALSE(line.nearest(0.1 * along, 1).is_inside);
  CHECK(line.size_of(-3 * along) == doctest::Approx(6));
  CHECK(line.apothem() == 0);
}

TEST_CASE("a polygon of no size has one point, and corners of four look along the tangents") {
  const FrictionPolygon four{.corners = 4};
  CHECK(four.nearest({0.3, -0.2}, 0.0).point.norm() < 1e-15);
  CHECK((four.nearest({3, 0.1}, 1.0).point - Vector2d(1, 0)).norm() < 1e-15);
  CHECK((four.nearest({0.1, -9}, 2.0).point - Vector2d(0, -2)).norm() < 1e-15);
  CHECK((four.nearest({1, 1}, 1.0).point - Vector2d(0.5, 0.5)).norm() < 1e-15);
  CHECK(four.apothem() == doctest::Approx(std::sqrt(0.5)));
}

}  // namespace perpend::lcp
