// SPDX-License-Identifier: Apache-2.0
// Outlines of a scene: chains that cross themselves, polygons of equal sides, filters.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <random>

#include "io/scene/scene_cases.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector2d;
using scene_cases::faults;
using scene_cases::parse;

std::string chain(const std::vector<Vector2d>& points) {
  std::string list;
  for (const Vector2d& p : points)
    list += fmt::format("{}[{}, {}]", list.empty() ? "" : ", ", p.x(), p.y());
  return R"("bodies": [{"kind": "fixed", "shapes": [{"chain": {"closed": true, "vertices": [)" +
         list + "]}}]}]";
}

double turn(const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  return (b - a).x() * (c - a).y() - (b - a).y() * (c - a).x();
}

bool any_crossing(const std::vector<Vector2d>& points) {
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      const Vector2d &a = points[i], &b = points[(i + 1) % n], &c = points[j],
                     &d = points[(j + 1) % n];
      if (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0) return true;
    }
  return false;
}

TEST_CASE("of drawn closed chains those are refused that cross themselves, and no others") {
  std::mt19937 random(21);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int crossing = 0;
  for (int member = 0; member < 200; ++member) {
    std::vector<Vector2d> points;
    for (int i = 0; i < 4 + member % 3; ++i) points.emplace_back(uniform(random), uniform(random));
    const bool crosses = any_crossing(points);
    crossing += crosses;
    CAPTURE(chain(points));
    CHECK((faults(chain(points)).find("the closed chain crosses its segment") !=
           std::string::npos) == crosses);
  }
  CHECK(crossing > 40);
  CHECK(crossing < 180);
}

TEST_CASE("a chain turns as sharply at any size") {
  for (const double size : {1e-6, 1.0, 1e6}) {
    CAPTURE(size);
    const auto with = [&](double angle) {
      const Vector2d back(-std::cos(angle), std::sin(angle));
      return faults(chain({{0, 0}, {size, 0}, Vector2d(size, 0) + 0.5 * size * back}));
    };
    CHECK(with(0.01) == "none");
    CHECK(with(1e-12).find("goes back along the chain") != std::string::npos);
  }
}

TEST_CASE("the corners of a regular polygon lie on its circle, as many as it has sides") {
  for (const int sides : {3, 4, 7, 12}) {
    const auto scene = parse(fmt::format(
        R"("bodies": [{{"shapes": [{{"regular_polygon": {{"sides": {}, "radius": 1.5}}}}]}}])",
        sides));
    REQUIRE(scene);
    const auto& polygon =
        std::get<planar::Polygon>(scene->model.bodies[0].details->shapes[0].shape);
    REQUIRE(std::ssize(polygon.vertices) == sides);
    for (const Vector2d& corner : polygon.vertices) CHECK(corner.norm() == relative(1.5));
    const double side = (polygon.vertices[1] - polygon.vertices[0]).norm();
    CHECK(side == relative(3 * std::sin(std::numbers::pi / sides)));
  }
}

TEST_CASE("the normal of a half plane is kept as its direction, whatever its length") {
  for (const char* normal : {"[3, 4]", "[3e-300, 4e-300]", "[3e300, 4e300]", "[6e-9, 8e-9]"}) {
    const auto scene =
        parse(R"("bodies": [{"kind": "fixed", "shapes": [{"half_plane": {"normal": )" +
              std::string(normal) + "}}]}]");
    REQUIRE(scene);
    const auto& ground =
        std::get<planar::HalfPlane>(scene->model.bodies[0].details->shapes[0].shape);
    CHECK((ground.normal - Vector2d(0.6, 0.8)).norm() < 1e-15);
  }
}

TEST_CASE("a filter holds any 32 bits, none of them and all") {
  for (const char* bits : {"0", "1", "4294967295"}) {
    const auto scene = parse(R"("bodies": [{"mass": 1, "inertia": 1, "mask": 6, "category": )" +
                             std::string(bits) +
                             R"(}, {"level": 1, "mass": 1, "inertia": 1, "mask": )" + bits + "}]");
    REQUIRE(scene);
    CHECK(scene->model.bodies[0].details->collides.category == std::stoul(bits));
    CHECK(scene->model.bodies[0].details->collides.mask == 6);
    CHECK(scene->model.bodies[1].details->collides.mask == std::stoul(bits));
  }
  CHECK(faults(R"("bodies": [{"mass": 1, "inertia": 1, "mask": 4294967296}])") != "none");
}

}  // namespace
}  // namespace perpend::io
