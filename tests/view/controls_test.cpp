// SPDX-License-Identifier: Apache-2.0
// Controls of actuators in a world that is played with.
#include <doctest/doctest.h>

#include "perpend/io/scene.hpp"
#include "relative.hpp"
#include "view/world.hpp"

namespace perpend::view {
namespace {

// A sledge that a force of twice its control pushes, to 3 N, and a wheel with a servo.
constexpr const char* kDriven = R"({
  "format": 1, "name": "driven", "gravity": [0, 0],
  "bodies": [
    {"name": "sledge", "mass": 2, "inertia": 0.03, "shapes": [{"box": {"size": [0.2, 0.2]}}]},
    {"name": "wheel", "position": [3, 1], "mass": 1, "inertia": 0.5}],
  "joints": [
    {"name": "rail", "kind": "prismatic", "a": "sledge", "anchor": [0, 0], "axis": [1, 0]},
    {"name": "hub", "kind": "pin", "a": "wheel", "anchor": [3, 1],
     "coordinates": [{"motor": {"kind": "velocity", "target": 1, "max_force": 50}}]}],
  "actuators": [
    {"name": "push", "kind": "force", "joint": "rail", "gain": 2, "control_range": [-1.5, 1.5]},
    {"name": "turn", "kind": "target", "joint": "hub", "control": 3}],
  "simulation": {"dt": 0.01, "duration": 1}})";

TEST_CASE("a control drives its actuator while it is set, within its range") {
  World world(io::parse_scene(kDriven, "driven.json").value());
  CHECK(world.control() == Eigen::Vector2d(0, 3));
  const auto speed = [&] { return body_velocity(world.model(), world.now().state, {0}).x(); };
  const auto after = [&](double control) {
    world.set_control({0, control});
    const double before = speed();
    for (int i = 0; i < 50; ++i) REQUIRE(world.step());
    return speed() - before;
  };
  CHECK(after(0.5) == relative(2 * 0.5 / 2 * 0.5, 1e-9));
  CHECK(after(-100) == relative(-2 * 1.5 / 2 * 0.5, 1e-9));
  CHECK(body_velocity(world.model(), world.now().state, {1}).z() == relative(3, 1e-9));
  world.set_control({1, -4});
  for (int i = 0; i < 10; ++i) REQUIRE(world.step());
  CHECK(body_velocity(world.model(), world.now().state, {1}).z() == relative(-4, 1e-9));
  CHECK(world.control() == Eigen::Vector2d(-100, -4));
}

TEST_CASE("controls go back with the steps, stay after a reset and go with their joints") {
  World world(io::parse_scene(kDriven, "driven.json").value());
  REQUIRE(world.step());
  world.set_control({0, 1});
  REQUIRE(world.step());
  REQUIRE(world.back());
  CHECK(world.control() == Eigen::Vector2d(0, 3));
  world.set_control({1, 7});
  world.grab(1, {1, {0, 0, 0}, {3, 1, 0}, true});
  world.reset();
  CHECK(world.control() == Eigen::Vector2d(0, 7));
  world.remove({0});
  REQUIRE(world.control().size() == 1);
  CHECK(world.control()[0] == 7);
}

}  // namespace
}  // namespace perpend::view
