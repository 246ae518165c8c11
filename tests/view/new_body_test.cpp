// SPDX-License-Identifier: Apache-2.0
#include "view/new_body.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "live_frame.hpp"
#include "perpend/core/error.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend::view {
namespace {

using Eigen::Vector3d;

// A floor under a wall to the left, in the plane.
std::string corner(const std::string& gravity, const std::string& more = "") {
  return R"({"format": 1, "name": "corner", "gravity": )" + gravity + R"(,
    "materials": [{"name": "wood", "mu": 0.5}, {"name": "ice", "mu": 0}],
    "bodies": [
      {"name": "floor", "kind": "fixed", "material": "wood", "shapes": [{"half_plane": {}}]},
      {"name": "wall", "kind": "fixed", "material": "wood", "position": [-1, 0],
       "shapes": [{"half_plane": {"normal": [1, 0]}}]},
      {"name": "new_3", "material": "wood", "position": [50, 1], "shapes": [{"disc": {"radius": 1}}]}
      )" +
         more + R"(], "simulation": {"dt": 0.01, "duration": 1}})";
}

std::string disc(double x, double y, const std::string& more = "") {
  return R"({"material": "ice", "position": [)" + std::to_string(x) + ", " + std::to_string(y) +
         R"(], "shapes": [{"disc": {"radius": 0.5}}])" + more + "}";
}

Vector3d placed(World& world, const std::string& body) {
  world.add({body});
  const int last = static_cast<int>(world.model().bodies.size()) - 1;
  return spatial_pose(world.model(), world.now().state, {last}).p;
}

}  // namespace

TEST_CASE("where there is room a new body is where it was put, with its velocity") {
  World world = world_of(corner("[0, -10]"));
  CHECK(placed(world, disc(3, 0.5, R"(, "velocity": [1, 2], "omega": 3)")) == Vector3d(3, 0.5, 0));
  CHECK(body_velocity(world.model(), world.now().state, {3}) == Vector3d(1, 2, 3));
  CHECK(world.model().materials[world.model().bodies[3].material].name == "ice");
  CHECK(placed(world, disc(3, 1.5)) == Vector3d(3, 1.5, 0));
}

TEST_CASE("in an overlap it is lifted against gravity, by a hundredth more than it is deep") {
  World down = world_of(corner("[0, -10]"));
  CHECK((placed(down, disc(3, 0.2)) - Vector3d(3, 0.2 + 1.01 * 0.3, 0)).norm() < 1e-12);
  World left = world_of(corner("[-4, 0]"));
  CHECK((placed(left, disc(-0.9, 3)) - Vector3d(-0.9 + 1.01 * 0.4, 3, 0)).norm() < 1e-12);
  World none = world_of(corner("[0, 0]"));
  CHECK((placed(none, disc(3, 0.1)) - Vector3d(3, 0.1 + 1.01 * 0.4, 0)).norm() < 1e-12);
}

TEST_CASE("a new body is lifted from where others are now, one after the other") {
  World world = world_of(corner("[0, -10]"));
  for (int k = 0; k < 3; ++k) {
    const Vector3d at = placed(world, disc(5, 0.5));
    CHECK(at.x() == 5);
    CHECK(at.y() == relative(0.5 + k, 0.1));
    CHECK(at.y() >= 0.5 + k - 1e-6);
  }
  // What was on the floor is gone from there.
  for (int k = 0; k < 100; ++k) REQUIRE(world.step());
  world.grab(1, {3, {0, 0, 0}, {20, 5, 0}, true});
  world.grab(2, {4, {0, 0, 0}, {25, 5, 0}, true});
  world.grab(3, {5, {0, 0, 0}, {30, 5, 0}, true});
  for (int k = 0; k < 600; ++k) REQUIRE(world.step());
  CHECK(placed(world, disc(5, 0.5)) == Vector3d(5, 0.5, 0));
}

TEST_CASE("in space it is lifted against gravity in any direction, without one along z") {
  const auto scene = [](const std::string& gravity) {
    return R"({"format": 1, "name": "room", "gravity": )" + gravity + R"(, "bodies": [
      {"name": "ground", "kind": "spatial_fixed", "position": [0, 0, 0], "axis_angle": [0, 1, 0, 0.5],
       "shapes": [{"half_space": {}}]}], "simulation": {"dt": 0.01, "duration": 1}})";
  };
  const std::string ball =
      R"({"kind": "spatial", "position": [1, 2, 0], "shapes": [{"sphere": {"radius": 0.6}}]})";
  const Vector3d normal(std::sin(0.5), 0, std::cos(0.5));
  for (const auto& [gravity, up] : {std::pair<std::string, Vector3d>("[0, 0, -10]", {0, 0, 1}),
                                    {"[-3, 0, -4]", {0.6, 0, 0.8}},
                                    {"[0, 0, 0]", {0, 0, 1}}}) {
    CAPTURE(gravity);
    World world = world_of(scene(gravity));
    Vector3d at(1, 2, 0);
    // Until there is no depth, along the normal, but by no less than a fiftieth of its size.
    const double size = 0.6 * std::sqrt(3.0);
    for (double depth; (depth = 0.6 - normal.dot(at)) > ModelBuilder::kStartOverlap * size;)
      at += std::max(1.01 * depth, 0.02 * size) * up;
    CHECK((placed(world, ball) - at).norm() < 1e-9);
  }
}

TEST_CASE("a body without a name gets one that none has") {
  World world = world_of(corner("[0, -10]"));
  for (const double x : {3.0, 6.0}) world.add({disc(x, 0.5)});
  world.add({disc(9, 0.5, R"(, "name": "mine \"too\"")")});
  const auto name = [&](std::size_t body) { return world.model().bodies[body].details->name; };
  CHECK(name(3) == "new_4");
  CHECK(name(4) == "new_5");
  CHECK(name(5) == "mine \"too\"");
  CHECK_THROWS_AS(world.add({disc(12, 0.5, R"(, "name": "mine \"too\"")")}), InvalidArgument);
}

TEST_CASE("what is wrong with a body is told with all its faults and its name") {
  const World world = world_of(corner("[0, -10]"));
  const auto why = [&](const std::string& body) -> std::string {
    try {
      static_cast<void>(read_new_body(body, world.model()));
    } catch (const InvalidArgument& fault) {
      return fault.what();
    }
    return "none";
  };
  const std::string two = why(disc(0, 0, R"(, "mass": "x", "colour": "red", "name": "odd")"));
  CHECK(two.find("bodies[0].mass") != std::string::npos);
  CHECK(two.find("bodies[0].colour is not a known key") != std::string::npos);
  CHECK(two.find("; bodies[0].") != std::string::npos);
  CHECK(two.find("odd") != std::string::npos);
  for (const char* key : {"file", "array"})
    CHECK(why(R"({"shapes": [{"hull": {"x": {")" + std::string(key) + R"(": 1}}}]})")
              .find(std::string("one body without files")) != std::string::npos);
  CHECK(why(disc(1e6, 0.5)) == "none");
  CHECK(why(disc(-1.1e6, 0.5)).find("1e6 m") != std::string::npos);
}

TEST_CASE("ten thousand bodies are enough") {
  ModelBuilder builder;
  for (int k = 0; k < 10'000; ++k) builder.add_body({.kind = BodyKind::particle, .mass = 1});
  Model model = builder.build().value();
  const std::string dot = R"({"kind": "particle", "mass": 1})";
  CHECK_THROWS_WITH_AS(static_cast<void>(read_new_body(dot, model)), doctest::Contains("10 000"),
                       InvalidArgument);
  model.bodies.pop_back();
  CHECK(read_new_body(dot, model).model.bodies.size() == 1);
}

}  // namespace perpend::view
