// SPDX-License-Identifier: Apache-2.0
#include "view/random_hand.hpp"

#include <doctest/doctest.h>

#include <set>

#include "live_frame.hpp"

namespace perpend::view {
namespace {

// A floor, and two bodies 4 m apart about x = 12.
constexpr const char* kScene = R"({"format": 1, "name": "two", "gravity": [0, 0, 0],
  "bodies": [{"name": "floor", "kind": "spatial_fixed", "shapes": [{"half_space": {}}]},
    {"name": "a", "kind": "spatial_particle", "position": [10, 0, 50], "mass": 1},
    {"name": "b", "kind": "spatial_particle", "position": [14, 0, 50], "mass": 1}],
  "simulation": {"dt": 0.001, "duration": 1}})";

}  // namespace

TEST_CASE("a random hand takes a body for a hundred steps in a hundred and twenty") {
  World world = world_of(kScene);
  RandomHand hand(world, 3, true);
  std::set<int> taken;
  Eigen::Vector3d target;
  for (int step = 0; step < 1200; ++step) {
    CAPTURE(step);
    hand.act(world);
    const int at = step % 120;
    REQUIRE(world.pulls().size() == (at < 100 ? 1 : 0));
    if (at >= 100) continue;
    const Pull& pull = world.pulls().begin()->second;
    taken.insert(pull.body().index);
    CHECK(pull.is_rigid());
    CHECK((step > 0 && pull.target() == target) == (at % 20 != 0));
    target = pull.target();
    CHECK(((target - Eigen::Vector3d(12, 0, 50)).cwiseAbs().array() <= 4).all());
  }
  CHECK(taken == std::set<int>{1, 2});
}

TEST_CASE("the same seed does the same, another something else") {
  const auto targets = [](unsigned seed) {
    World world = world_of(kScene);
    RandomHand hand(world, seed);
    std::vector<double> found;
    for (int step = 0; step < 100; ++step) {
      hand.act(world);
      CHECK_FALSE(world.pulls().begin()->second.is_rigid());
      found.push_back(world.pulls().begin()->second.target().sum());
    }
    return found;
  };
  CHECK(targets(3) == targets(3));
  CHECK(targets(3) != targets(4));
}

TEST_CASE("where nothing moves a random hand does nothing") {
  World world = world_of(R"({"format": 1, "name": "none", "bodies": [
    {"name": "floor", "kind": "fixed", "shapes": [{"half_plane": {}}]}],
    "simulation": {"dt": 0.01, "duration": 1}})");
  RandomHand hand(world, 1);
  for (int step = 0; step < 200; ++step) hand.act(world);
  CHECK(world.pulls().empty());
}

}  // namespace perpend::view
