// SPDX-License-Identifier: Apache-2.0
#include "view/world.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "perpend/core/error.hpp"
#include "perpend/io/scene.hpp"
#include "relative.hpp"
#include "view/random_hand.hpp"

namespace perpend::view {
namespace {

// A box on the ground, one that hangs on a motor, and nothing else.
constexpr const char* kScene = R"({
  "format": 1, "name": "yard", "gravity": [0, 0, -9.81],
  "materials": [{"name": "default", "mu": 0.5}],
  "bodies": [
    {"name": "ground", "kind": "spatial_fixed", "shapes": [{"half_space": {}}]},
    {"name": "box", "kind": "spatial", "position": [0, 0, 0.1], "mass": 2,
     "shapes": [{"box": {"size": [0.2, 0.2, 0.2]}}]},
    {"name": "arm", "kind": "spatial", "position": [2, 0, 1], "mass": 1,
     "shapes": [{"box": {"size": [0.4, 0.1, 0.1]}}]}],
  "joints": [
    {"name": "hinge", "kind": "revolute", "a": "arm", "anchor": [2, 0, 1], "axis": [0, 0, 1],
     "coordinates": [{"coordinate": 0, "motor": {"kind": "velocity", "target": 1, "max_force": 50}}]}],
  "simulation": {"dt": 0.005, "duration": 1}
})";

World yard() {
  return World(io::parse_scene(kScene, "yard.json").value());
}

constexpr int kBox = 1, kArm = 2;

Eigen::Vector3d place(const World& world, int body) {
  return spatial_pose(world.model(), world.now().state, {body}).p;
}

TEST_CASE("a pull brings a body to the hand and holds it there") {
  World world = yard();
  const Eigen::Vector3d target(0.3, 0.2, 0.8);
  world.grab(7, {kBox, {0, 0, 0}, target});
  for (int i = 0; i < 600; ++i) REQUIRE(world.step());
  // At rest the spring bears the weight; an implicit step of it is softer by (1 + w dt)².
  const double w = 2 * 3.14159265358979 * 2.5, sag = 9.81 / (w * w) * std::pow(1 + w * 0.005, 2);
  CHECK((place(world, kBox) - target + Eigen::Vector3d(0, 0, sag)).norm() < 1e-3);
  world.release(7);
  for (int i = 0; i < 400; ++i) REQUIRE(world.step());
  CHECK(place(world, kBox).z() < 0.2);
}

TEST_CASE("a pull at any point with any step never swings up") {
  for (const double dt : {0.001, 0.02, 0.1}) {
    CAPTURE(dt);
    World world = yard();
    world.set_option("dt", std::to_string(dt));
    world.set_gravity({0, 0, 0});
    world.grab(1, {kBox, {0.1, 0.1, 0.1}, {0.1, 0.1, 1}});
    double highest = 0;
    for (int i = 0; i < 8 / dt; ++i) {
      REQUIRE(world.step());
      highest =
          std::max(highest, body_twist(world.model(), world.now().state, {kBox}).velocity.norm());
    }
    CHECK(highest < 20);
    CHECK(body_twist(world.model(), world.now().state, {kBox}).velocity.norm() < 0.05);
  }
}

TEST_CASE("a rigid hold puts the point where the hand is, whatever hangs on it") {
  World world = yard();
  const Eigen::Vector3d target(0.3, 0.2, 0.8), corner(0.1, 0.1, 0.1);
  world.grab(7, {kBox, corner, target, true});
  for (int i = 0; i < 800; ++i) REQUIRE(world.step());
  const spatial::Pose pose = spatial_pose(world.model(), world.now().state, {kBox});
  CHECK((pose.p + pose.r * corner - target).norm() < 1e-6);
  CHECK(world.pull_force(7).norm() == relative(2 * 9.81, 1e-2));
  // Held against a joint that does not give: both hold, and the hand exerts its most.
  world.release(7);
  world.grab(7, {kArm, {0, 0, 0}, {2, 0, 3}, true});
  for (int i = 0; i < 200; ++i) REQUIRE(world.step());
  CHECK((place(world, kArm) - Eigen::Vector3d(2, 0, 1)).norm() < 1e-6);
  CHECK(world.pull_force(7).z() == relative(1000, 0.02));
  world.release(7);
  REQUIRE(world.step());
  CHECK(world.now().forces.size() == 1);
}

TEST_CASE("a rigid hold off the plane holds a planar body below the hand") {
  World world(io::parse_scene(R"({"format": 1, "name": "plane", "bodies": [
    {"name": "box", "position": [0, 0.1], "mass": 2, "shapes": [{"box": {"size": [0.2, 0.2]}}]}],
    "simulation": {"dt": 0.005, "duration": 1}})",
                              "plane.json")
                  .value());
  world.grab(7, {0, {0, 0, 0}, {0.3, 0.5, 9}, true});
  for (int i = 0; i < 400; ++i) REQUIRE(world.step());
  CHECK((place(world, 0) - Eigen::Vector3d(0.3, 0.5, 0)).norm() < 1e-6);
}

TEST_CASE("steps back of a rigid hold are the steps there were, and it holds on") {
  World world = yard();
  world.grab(1, {kBox, {0, 0, 0.1}, {1, 0, 1}, true});
  std::vector<std::uint64_t> hashes{hash(world.now().state)};
  for (int i = 0; i < 30; ++i) {
    REQUIRE(world.step());
    hashes.push_back(hash(world.now().state));
  }
  for (int i = 29; i >= 10; --i) REQUIRE(world.back());
  CHECK(hash(world.now().state) == hashes[10]);
  for (int i = 0; i < 200; ++i) REQUIRE(world.step());
  CHECK(world.pulls().at(1).is_rigid());
  CHECK(std::abs(world.pulls().at(1).point(world.model(), world.now().state).x() - 1) < 1e-4);
}

AddBody ball(const char* name, double x, double z) {
  return {R"({"name": ")" + std::string(name) + R"(", "kind": "spatial", "position": [)" +
          std::to_string(x) + ", 0, " + std::to_string(z) +
          R"(], "color": "#ff0000", "shapes": [{"sphere": {"radius": 0.1}}],
              "visuals": [{"box": {"size": [1, 1, 1]}}]})"};
}

TEST_CASE("bodies come where there is room and go, and the rest moves on") {
  World world = yard();
  world.set_motor({.joint = 0, .coordinate = 0, .target = -2.0});
  for (int i = 0; i < 20; ++i) REQUIRE(world.step());
  const double turned = world.now().state.coordinates[0];
  world.add(ball("ball", 0, 0.1));  // where the box is
  REQUIRE(world.model().bodies.size() == 4);
  CHECK(place(world, 3).z() >= 0.3);
  CHECK(world.now().state.time == relative(0.1));
  CHECK(world.now().state.coordinates[0] == turned);
  CHECK(world.scene().colors[3] == "#ff0000");
  CHECK(world.scene().visuals[3].size() == 1);
  CHECK(world.depth() == 0);
  for (int i = 0; i < 200; ++i) REQUIRE(world.step());
  CHECK(place(world, 3).z() == relative(0.3, 0.1));  // it lies on the box
  CHECK(body_twist(world.model(), world.now().state, {kArm}).omega.z() == relative(-2));
  world.grab(1, {3, {0, 0, 0}, {0, 0, 1}, true});
  world.remove({kBox});
  REQUIRE(world.model().bodies.size() == 3);
  CHECK(world.pulls().at(1).body() == BodyId{2});
  CHECK(world.scene().colors == std::vector<std::string>{"", "", "#ff0000"});
  CHECK(world.scene().visuals[2].size() == 1);
  for (int i = 0; i < 200; ++i) REQUIRE(world.step());
  CHECK(place(world, 2).z() == relative(1, 1e-4));
  CHECK(body_twist(world.model(), world.now().state, {1}).omega.z() == relative(-2));
  world.remove({2});
  CHECK(world.pulls().empty());
  world.remove({1});  // the arm, with its hinge
  CHECK(world.model().joints.empty());
  REQUIRE(world.step());
  world.reset();
  CHECK(world.model().bodies.size() == 1);
}

TEST_CASE("bodies that cannot be are refused, and nothing changes") {
  World world = yard();
  REQUIRE(world.step());
  const std::uint64_t before = hash(world.now().state);
  for (const char* text :
       {R"({"kind": "spatial", "mass": -1, "shapes": [{"sphere": {"radius": 0.1}}]})",
        R"({"name": "box", "kind": "spatial", "shapes": [{"sphere": {"radius": 0.1}}]})",
        R"({"kind": "spatial", "material": "cork", "shapes": [{"sphere": {"radius": 0.1}}]})",
        R"({"kind": "spatial", "shapes": [{"hull": {"file": "/etc/passwd"}}]})",
        R"({"name": "many", "array": {"count": 100000000}, "shapes": [{"disc": {"radius": 0.1}}]})",
        R"({"name": "two", "kind": "spatial", "array": {"count": 2, "spacing": [1, 0, 0]},
                               "position": [0, 0, 5], "shapes": [{"sphere": {"radius": 0.1}}]})",
        R"({"kind": "spatial_fixed", "shapes": [{"half_space": {}}], "position": [0, 0, 1]})"})
    CHECK_THROWS_AS(world.add({text}), InvalidArgument);
  CHECK_THROWS_AS(world.remove({3}), InvalidArgument);
  CHECK(world.model().bodies.size() == 3);
  CHECK(hash(world.now().state) == before);
  CHECK(world.depth() == 1);
  CHECK(world.step());
}

TEST_CASE("bodies too large or too far away for gaps to be known are refused by their numbers") {
  World world = yard();
  REQUIRE(world.step());
  for (const char* text :
       {R"({"kind": "spatial", "mass": 1, "shapes": [{"sphere": {"radius": 1e308}}]})",
        R"({"kind": "spatial", "mass": 1, "shapes": [{"box": {"size": [1, 1e7, 1]}}]})",
        R"({"kind": "spatial", "shapes": [{"sphere": {"radius": 1}}], "position": [0, 0, -1e9]})"})
    CHECK_THROWS_WITH_AS(world.add({text}), doctest::Contains("sizes and places to 1e6 m"),
                         InvalidArgument);
  world.add(ball("far", 1e6, 1));
  CHECK(world.step());
}

TEST_CASE("steps back are the steps there were, bit for bit") {
  World world = yard();
  std::vector<std::uint64_t> hashes{hash(world.now().state)};
  world.grab(1, {kBox, {0, 0, 0.1}, {1, 0, 1}});
  for (int i = 0; i < 50; ++i) {
    REQUIRE(world.step());
    hashes.push_back(hash(world.now().state));
  }
  for (int i = 49; i >= 0; --i) {
    REQUIRE(world.back());
    CHECK(hash(world.now().state) == hashes[i]);
  }
  CHECK_FALSE(world.back());
  for (int i = 1; i <= 50; ++i) {
    REQUIRE(world.step());
    CHECK(hash(world.now().state) == hashes[i]);
  }
}

TEST_CASE("friction, gravity, options and motors act at once and outlive a reset") {
  World world = yard();
  world.set_gravity({3, 0, -9.81});
  for (int i = 0; i < 100; ++i) REQUIRE(world.step());
  CHECK(std::abs(place(world, kBox).x()) < 1e-9);
  world.set_friction({0, 0, 0.1});
  for (int i = 0; i < 100; ++i) REQUIRE(world.step());
  const double expected = 0.5 * (3 - 0.1 * 9.81) * 0.25;
  CHECK(std::abs(place(world, kBox).x() - expected) < 1e-2 * expected);
  world.set_motor({.joint = 0, .coordinate = 0, .target = -2.0});
  REQUIRE(world.step());
  CHECK(std::abs(body_twist(world.model(), world.now().state, {kArm}).omega.z() + 2) < 1e-6);
  world.set_option("law", "box");
  world.reset();
  CHECK(world.now().state.time == 0);
  CHECK(world.options().law == ContactLaw::box);
  REQUIRE(world.step());
  CHECK(std::abs(body_twist(world.model(), world.now().state, {kArm}).omega.z() + 2) < 1e-6);
}

TEST_CASE("a step back takes back what motors were told since") {
  World world = yard();
  const auto rate = [&] { return body_twist(world.model(), world.now().state, {kArm}).omega.z(); };
  for (int i = 0; i < 3; ++i) REQUIRE(world.step());
  world.set_motor({.joint = 0, .coordinate = 0, .target = -2.0});
  REQUIRE(world.step());
  CHECK(rate() == relative(-2.0, 1e-6));
  REQUIRE(world.back());
  REQUIRE(world.back());
  REQUIRE(world.step());
  CHECK(rate() == relative(1.0, 1e-6));
}

TEST_CASE("friction that is set is that of both materials, and the kinetic one keeps its share") {
  study::Scene scene = io::parse_scene(kScene, "yard.json").value();
  scene.model.materials.push_back({.name = "ice"});
  scene.model.surface_pairs.assign(4, {.mu_s = 0.5, .mu_k = 0.4});
  World world(std::move(scene));
  world.set_friction({0, 1, 1});
  for (const SurfacePair& pair : {world.model().surface(0, 1), world.model().surface(1, 0)}) {
    CHECK(pair.mu_s == 1);
    CHECK(pair.mu_k == relative(0.8));
  }
  CHECK(world.model().surface(0, 0).mu_s == 0.5);
  // Also once there was none of either.
  world.set_friction({0, 1, 0});
  CHECK(world.model().surface(0, 1).mu_k == 0);
  world.set_friction({0, 1, 0.5});
  CHECK(world.model().surface(1, 0).mu_k == relative(0.4));
}

TEST_CASE(
    "a law brings a solver that can solve it, and is refused where bodies in space cannot have "
    "it") {
  World world = yard();
  world.set_option("solver", "proximal");
  world.set_option("law", "relaxed");
  CHECK(world.options().solver == lcp::Method::automatic);
  world.set_option("law", "cone");
  world.set_option("impact", "poisson");
  CHECK_THROWS_AS(world.set_option("law", "relaxed"), InvalidArgument);
  CHECK(world.options().law == ContactLaw::cone);
  CHECK(world.step());
}

// A press comes down on a box from half a millimetre above it, and goes up again.
constexpr const char* kPress = R"({"format": 1, "name": "press", "bodies": [
  {"name": "ground", "kind": "fixed", "shapes": [{"half_plane": {}}]},
  {"name": "box", "position": [0, 0.1], "mass": 1, "shapes": [{"box": {"size": [0.2, 0.2]}}]},
  {"name": "press", "kind": "kinematic", "position": [0, 0.2505],
   "motion": {"harmonics": [{"amplitude": [0, -0.05, 0], "frequency": 1}]},
   "shapes": [{"box": {"size": [0.3, 0.1]}}]}],
  "simulation": {"dt": 0.005, "duration": 1}})";

TEST_CASE("a world tells of the last step that had a message, and takes it back") {
  World world(io::parse_scene(kPress, "press.json").value());
  CHECK(world.now().told.empty());
  REQUIRE(world.step());
  CHECK(world.now().told.find("squeezed by a prescribed body") != std::string::npos);
  CHECK(world.now().told_step == 1);
  world.remove({2});
  CHECK(world.now().told.empty());
  world.reset();
  for (int i = 0; i < 3; ++i) REQUIRE(world.step());
  CHECK(world.now().told.empty());
}

TEST_CASE("a message stays with the moments after its step, not with those before") {
  World world(io::parse_scene(kPress, "press.json").value());
  REQUIRE(world.step());
  world.set_gravity({0, -1, 0});
  REQUIRE(world.step());
  CHECK(world.now().told_step == 2);
  REQUIRE(world.back());
  CHECK(world.now().told_step == 1);
  REQUIRE(world.back());
  CHECK(world.now().told.empty());
  for (int i = 0; i < 150; ++i) REQUIRE(world.step());
  CHECK(world.now().report.message.empty());
  CHECK(!world.now().told.empty());
  CHECK(world.now().told_step > 10);
  CHECK(world.now().told_step < 140);
}

TEST_CASE("what cannot be set changes nothing") {
  World world = yard();
  REQUIRE(world.step());
  const std::uint64_t before = hash(world.now().state);
  CHECK_THROWS_AS(world.set_option("dt", "0"), InvalidArgument);
  CHECK_THROWS_AS(world.set_option("dt", "fast"), InvalidArgument);
  CHECK_THROWS_AS(world.set_option("law", "none"), InvalidArgument);
  CHECK_THROWS_AS(world.set_option("threads", "64"), InvalidArgument);
  CHECK_THROWS_AS(world.set_friction({0, 1, 0.5}), InvalidArgument);
  CHECK_THROWS_AS(world.set_friction({0, 0, -1}), InvalidArgument);
  CHECK_THROWS_AS(world.set_motor({.joint = 1, .coordinate = 0, .target = 1.0}), InvalidArgument);
  CHECK_THROWS_AS(world.set_motor({.joint = 0, .coordinate = 3, .target = 1.0}), InvalidArgument);
  CHECK_THROWS_AS(world.set_control({0, 1}), InvalidArgument);
  CHECK_THROWS_AS(world.grab(1, {0, {0, 0, 0}, {0, 0, 0}}), InvalidArgument);
  CHECK_THROWS_AS(world.grab(1, {9, {0, 0, 0}, {0, 0, 0}}), InvalidArgument);
  CHECK(world.options().dt == 0.005);
  CHECK(hash(world.now().state) == before);
  CHECK(world.step());
}

TEST_CASE("numbers equal to their limits are set, those above are not") {
  World world = yard();
  world.set_gravity({0, 0, -1000});
  world.set_friction({0, 0, 100});
  CHECK(world.model().gravity.z() == -1000);
  CHECK(world.model().surface(0, 0).mu_s == 100);
  CHECK_THROWS_AS(world.set_gravity({0, 1, -1000}), InvalidArgument);
  CHECK_THROWS_AS(world.set_friction({0, 0, 100.5}), InvalidArgument);
  CHECK_THROWS_AS(world.set_friction({1, 0, 0.5}), InvalidArgument);
  CHECK(world.model().gravity == Eigen::Vector3d(0, 0, -1000));
  CHECK(world.model().surface(0, 0).mu_s == 100);
}

TEST_CASE("a motor is as strong as it was told to be, its target stays") {
  World world = yard();
  world.set_motor({.joint = 0, .coordinate = 0, .max_force = 0.02});
  REQUIRE(world.step());
  CHECK(world.now().forces[0].motor == relative(0.02, 1e-6));
  for (int i = 0; i < 200; ++i) REQUIRE(world.step());
  CHECK(body_twist(world.model(), world.now().state, {kArm}).omega.z() == relative(1, 1e-6));
}

TEST_CASE("a world remembers two thousand moments, of which the present is one") {
  World world(io::parse_scene(R"({"format": 1, "name": "fall", "gravity": [0, -10], "bodies": [
    {"name": "stone", "kind": "particle", "mass": 1}], "simulation": {"dt": 0.01, "duration": 1}})",
                              "fall.json")
                  .value());
  CHECK(world.depth() == 0);
  for (int i = 0; i < 2100; ++i) REQUIRE(world.step());
  CHECK(world.depth() == 1999);
  int back = 0;
  while (world.back()) ++back;
  CHECK(back == 1999);
  CHECK(world.now().state.step == 101);
}

// So far away places are rounded to more than a micrometre.
TEST_CASE("steps that are not certified are counted on, and taken back") {
  study::Scene scene = io::parse_scene(kScene, "yard.json").value();
  scene.model.start_q[scene.model.bodies[kBox].q_offset] = 1e10;
  World world(std::move(scene));
  std::vector<int> counts{0};
  for (int i = 0; i < 10; ++i) {
    REQUIRE(world.step());
    counts.push_back(counts.back() + world.now().report.uncertified);
    CHECK(world.now().uncertified == counts.back());
  }
  CHECK(counts.back() > 0);
  while (world.back()) CHECK(world.now().uncertified == counts[world.depth()]);
}

TEST_CASE("the start has the energy of its state, and a reset lets go") {
  World world = yard();
  const double start = 9.81 * (2 * 0.1 + 1 * 1.0);
  CHECK(world.now().report.certificate.energy_after == relative(start));
  world.grab(1, {kBox, {0, 0, 0}, {0, 0, 5}});
  for (int i = 0; i < 100; ++i) REQUIRE(world.step());
  world.reset();
  CHECK(world.pulls().empty());
  CHECK(world.depth() == 0);
  CHECK(world.now().report.certificate.energy_after == relative(start));
  for (int i = 0; i < 10; ++i) REQUIRE(world.step());
  CHECK(place(world, kBox).z() == relative(0.1, 1e-3));
}

// As who plays with it has it: no step waits longer than a frame for a proof that it is jammed.
World scene_world(const std::string& name) {
  study::Scene scene = io::read_scene(PERPEND_SOURCE_DIR "/scenes/" + name + ".json").value();
  scene.options.budget_ms = 1e3 / 60;
  return World(std::move(scene));
}

void drag_at_random(const char* scene, int steps, bool rigid = false) {
  CAPTURE(std::string(scene));
  World world = scene_world(scene);
  RandomHand hand(world, 5, rigid);
  for (int i = 0; i < steps; ++i) {
    hand.act(world);
    REQUIRE_MESSAGE(world.step(), world.failure());
    REQUIRE(world.now().state.q.allFinite());
    REQUIRE(world.now().state.v.allFinite());
  }
}

constexpr const char* kDragged[] = {"block_feeder", "double_action_jack", "ragdoll", "robot_arm"};

TEST_CASE("a session of random drags has no failed step") {
  for (const char* scene : kDragged) drag_at_random(scene, 500);
}

TEST_CASE("a session of random rigid holds has no failed step") {
  for (const char* scene : kDragged) drag_at_random(scene, 250, true);
}

// Minutes: perpend_test_view --no-skip -tc="*10 000 random drags*"
TEST_CASE("10 000 random drags have no failed step" * doctest::skip()) {
  for (const char* scene : kDragged) drag_at_random(scene, 10'000);
}

}  // namespace
}  // namespace perpend::view
