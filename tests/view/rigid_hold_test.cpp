// SPDX-License-Identifier: Apache-2.0
#include "view/rigid_hold.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "live_frame.hpp"
#include "relative.hpp"

namespace perpend::view {
namespace {

using Eigen::Vector3d;

// A turned body in space behind another one, without gravity.
constexpr const char* kScene = R"({"format": 1, "name": "one", "gravity": [0, 0, 0], "bodies": [
    {"name": "dot", "kind": "spatial_particle", "position": [50, 0, 0], "mass": 1},
    {"name": "brick", "kind": "spatial", "position": [1, 2, 3], "axis_angle": [1, 1, 0, 0.8],
     "mass": 2, "inertia": [0.1, 0.2, 0.25]}],
  "simulation": {"dt": 0.005, "duration": 1}})";

Vector3d held_point(const World& world) {
  return world.pulls().at(1).point(world.model(), world.now().state);
}

}  // namespace

TEST_CASE("a point that is held goes straight to the hand, at some 8 m/s as long as it is far") {
  World world = world_of(kScene);
  const Vector3d held(0.1, -0.2, 0.05), target(9, -4, 7);
  world.grab(1, {1, held, target, true});
  const Vector3d start = held_point(world), way = (target - start).normalized();
  double fastest = 0;
  for (int step = 0; step < 600; ++step) {
    const Vector3d before = held_point(world);
    REQUIRE(world.step());
    const Vector3d moved = held_point(world) - before;
    CHECK((moved - moved.dot(way) * way).norm() < 1e-3);
    fastest = std::max(fastest, moved.norm() / 0.005);
  }
  CHECK(fastest == relative(8, 0.05));
  CHECK((held_point(world) - target).norm() < 1e-5);
}

TEST_CASE("a hand that is moved takes the point along") {
  World world = world_of(kScene);
  world.grab(1, {1, {0, 0, 0}, {1, 2, 3.2}, true});
  for (int step = 0; step < 200; ++step) REQUIRE(world.step());
  CHECK((held_point(world) - Vector3d(1, 2, 3.2)).norm() < 1e-5);
  world.drag(1, {{1.4, 1.8, 3}});
  CHECK(world.pulls().at(1).target() == Vector3d(1.4, 1.8, 3));
  for (int step = 0; step < 300; ++step) REQUIRE(world.step());
  CHECK((held_point(world) - Vector3d(1.4, 1.8, 3)).norm() < 1e-5);
}

TEST_CASE("the force of a hold is what holds the body, in its direction") {
  World world = world_of(kScene);
  world.set_gravity({3, -4, -12});
  world.grab(1, {1, {0, 0, 0}, {1, 2, 3}, true});
  for (int step = 0; step < 800; ++step) REQUIRE(world.step());
  CHECK((world.pull_force(1) - 2 * Vector3d(-3, 4, 12)).norm() < 0.05);
}

TEST_CASE("two hands hold two bodies, and one that lets go leaves the other") {
  World world = world_of(kScene);
  world.set_gravity({0, 0, -10});
  world.grab(1, {1, {0, 0, 0}, {1, 2, 3}, true});
  world.grab(2, {0, {0, 0, 0}, {50, 0, 0}, true});
  for (int step = 0; step < 400; ++step) REQUIRE(world.step());
  const auto height = [&](int body) {
    return spatial_pose(world.model(), world.now().state, {body}).p.z();
  };
  CHECK(height(0) == near_zero(1e-3));
  CHECK(height(1) == relative(3, 1e-3));
  CHECK(world.pull_force(2).z() == relative(10, 0.02));
  world.release(1);
  for (int step = 0; step < 200; ++step) REQUIRE(world.step());
  CHECK(height(0) == near_zero(1e-3));
  CHECK(height(1) < -1);
}

}  // namespace perpend::view
