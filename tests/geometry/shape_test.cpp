// SPDX-License-Identifier: Apache-2.0
#include "perpend/geometry/planar/shape.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "perpend/core/error.hpp"

namespace perpend::planar {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::size_t faults(const Shape& shape) {
  return check(shape, "shape").size();
}

TEST_CASE("sound shapes have no fault") {
  CHECK(faults(Disc{0.5}) == 0);
  CHECK(faults(Ellipse{8, 1e-3}) == 0);
  CHECK(faults(box(1, 2)) == 0);
  CHECK(faults(regular_polygon(1000, 1)) == 0);
  CHECK(faults(Capsule{1, 0}) == 0);
  CHECK(faults(HalfPlane{{0.6, -0.8}}) == 0);
}

TEST_CASE("sizes must be positive and finite, and every fault is named") {
  CHECK(faults(Disc{0}) == 1);
  CHECK(faults(Disc{kNaN}) == 1);
  CHECK(faults(Ellipse{-1, kNaN}) == 2);
  CHECK(faults(Capsule{0, -1}) == 2);
  CHECK(faults(HalfPlane{{0, 2}}) == 1);
  CHECK(faults(HalfPlane{{kNaN, 1}}) == 1);
  const Diagnostics both = check(Ellipse{-1, 0}, "bodies[3].shapes[0]");
  REQUIRE(both.size() == 2);
  CHECK(both[0].element == "bodies[3].shapes[0].a");
  CHECK(both[1].element == "bodies[3].shapes[0].b");
  CHECK(check(Disc{-1e-9}, "disc")[0].message == "is -1e-09");
}

TEST_CASE("polygons must be strictly convex, simple and counter-clockwise") {
  CHECK(faults(Polygon{{{0, 0}, {1, 0}}}) == 1);
  CHECK(faults(Polygon{{{0, 0}, {0, 1}, {1, 0}}}) == 1);                // clockwise
  CHECK(faults(Polygon{{{0, 0}, {2, 0}, {1, 0.5}, {1, 2}}}) == 1);      // dent
  CHECK(faults(Polygon{{{0, 0}, {1, 0}, {2, 0}, {1, 1}}}) == 1);        // straight corner
  CHECK(faults(Polygon{{{0, 0}, {1, 0}, {1, 0}, {0, 1}}}) == 2);        // repeated vertex
  CHECK(faults(Polygon{{{0, 0}, {kNaN, 0}, {1, 1}, {0, kNaN}}}) == 2);  // both named
  CHECK(faults(Polygon{{{0, 0}, {1, 0}, {2, 0}}}) >= 1);                // no area
  Polygon pentagram;
  for (int i = 0; i < 5; ++i)
    pentagram.vertices.emplace_back(std::cos(i * 2.5132741228718345),
                                    std::sin(i * 2.5132741228718345));
  CHECK(faults(pentagram) == 1);
}

TEST_CASE("factories make sound polygons and refuse bad sizes") {
  CHECK(box(2, 4).vertices[0] == Eigen::Vector2d(-1, -2));
  CHECK(box(2, 4).vertices[2] == Eigen::Vector2d(1, 2));
  const Polygon hexagon = regular_polygon(6, 2);
  REQUIRE(hexagon.vertices.size() == 6);
  for (int i = 0; i < 6; ++i) {
    const double angle = i * std::acos(0.5);
    CHECK(std::abs(hexagon.vertices[i].x() - 2 * std::cos(angle)) < 1e-14);
    CHECK(std::abs(hexagon.vertices[i].y() - 2 * std::sin(angle)) < 1e-14);
  }
  CHECK_THROWS_AS(box(0, 1), InvalidArgument);
  CHECK_THROWS_AS(box(1, kNaN), InvalidArgument);
  for (const double size : {0.0, -1.0, kNaN, std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_WITH_AS(box(size, 1), doctest::Contains("width must be"), InvalidArgument);
    CHECK_THROWS_WITH_AS(box(1, size), doctest::Contains("height must be"), InvalidArgument);
    CHECK_THROWS_WITH_AS(ellipse(size, 1), doctest::Contains("width must be"), InvalidArgument);
    CHECK_THROWS_WITH_AS(ellipse(1, size), doctest::Contains("height must be"), InvalidArgument);
    const Eigen::Vector2d normal(0, size);
    if (size == -1) continue;
    CHECK_THROWS_WITH_AS(half_plane(normal), doctest::Contains("normal must be"), InvalidArgument);
  }
  CHECK_THROWS_AS(regular_polygon(2, 1), InvalidArgument);
  CHECK_THROWS_WITH_AS(regular_polygon(1000000000, 1), "sides must be 3 to 10000, got 1000000000",
                       InvalidArgument);
}

TEST_CASE("poses compose, invert and act as rotation then translation") {
  const Pose outer{{1, 2}, 0.7};
  const Pose inner{{-3, 0.5}, -1.9};
  const Eigen::Vector2d x{0.3, -0.8};
  CHECK((transform_point(compose(outer, inner), x) -
         transform_point(outer, transform_point(inner, x)))
            .norm() < 1e-14);
  CHECK((transform_point(compose(outer, inverse(outer)), x) - x).norm() < 1e-14);
  const Eigen::Vector2d up{0, 1};
  CHECK((transform_vector({{5, 5}, std::acos(0.0)}, {1, 0}) - up).norm() < 1e-15);
}

TEST_CASE("every fault of a shape in the plane says what it is and what is expected") {
  const auto faults = [](const Shape& shape) { return to_string(check(shape, "s")); };
  const std::string positive = " (expected positive and finite)";
  CHECK(faults(Capsule{-2, kNaN}) == "s.half_length: is -2" + positive +
                                         "\ns.radius: is nan (expected finite, 0 (a segment) or "
                                         "more)");
  CHECK(faults(Capsule{1, HUGE_VAL}) ==
        "s.radius: is inf (expected finite, 0 (a segment) or more)");
  CHECK(faults(Ellipse{1, HUGE_VAL}) == "s.b: is inf" + positive);
  CHECK(faults(HalfPlane{{0, 2}}) == "s.normal: has length 2 (expected a unit vector)");
  CHECK(faults(Polygon{{{0, 0}, {1, 0}}}) == "s.vertices: are 2 (expected at least 3)");
  CHECK(faults(Polygon{{{0, 0}, {1, kNaN}, {1, 1}}}) ==
        "s.vertices[1]: is not finite (expected two finite coordinates)");
  CHECK(faults(Polygon{{{0, 0}, {0, 1}, {1, 0}}}) ==
        "s.vertices: run clockwise (expected counter-clockwise order)");
  CHECK(faults(Polygon{{{0, 0}, {2, 0}, {1, 0.5}, {1, 2}}}) ==
        "s.vertices[2]: is not a convex corner (expected a left turn from each edge to the next)");
  Polygon twice;
  for (int i = 0; i < 5; ++i)
    twice.vertices.emplace_back(std::cos(i * 2.51327), std::sin(i * 2.51327));
  CHECK(faults(twice) ==
        "s.vertices: wind around more than once (expected a simple convex polygon)");
}

}  // namespace
}  // namespace perpend::planar
