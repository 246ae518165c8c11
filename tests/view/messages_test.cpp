// SPDX-License-Identifier: Apache-2.0
// What pages are told, as they read it.
#include "view/messages.hpp"

#include <doctest/doctest.h>

#include "live_frame.hpp"
#include "perpend/sim/report_fields.hpp"
#include "relative.hpp"

namespace perpend::view {
namespace {

using nlohmann::json;

// A wheel that a motor turns, a rope that breaks at once, a box on the ground.
constexpr const char* kScene = R"({
  "format": 1, "name": "yard", "gravity": [0, -10],
  "bodies": [
    {"name": "ground", "kind": "fixed", "shapes": [{"half_plane": {}}]},
    {"name": "box", "position": [0, 0.1], "mass": 2, "shapes": [{"box": {"size": [0.2, 0.2]}}]},
    {"name": "wheel", "position": [3, 1], "mass": 1, "inertia": 0.5},
    {"name": "bob", "kind": "particle", "position": [6, 1], "mass": 3}],
  "joints": [
    {"name": "hub", "kind": "pin", "a": "wheel", "anchor": [3, 1],
     "coordinates": [{"motor": {"kind": "velocity", "target": 1}, "spring": {"stiffness": 4}}]},
    {"name": "rope", "kind": "distance", "a": "bob", "anchor": [6, 1], "anchor_b": [6, 3],
     "break_force": 1}],
  "simulation": {"dt": 0.01, "duration": 1}})";

std::vector<double> part(const std::vector<double>& values, std::size_t first, std::size_t count) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(first);
  return {at, at + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

TEST_CASE("a frame has the numbers of the moment, in arrays without a byte between") {
  World world = world_of(kScene);
  for (int k = 0; k < 3; ++k) REQUIRE(world.step());
  const LiveFrame frame(frame_message(world, {.running = true, .achieved = 0.75}));
  CHECK(frame.is_whole);
  const State& state = world.now().state;
  CHECK(frame.text["kind"] == "frame");
  CHECK(frame.text["time"] == state.time);
  CHECK(frame.text["step"] == 3);
  CHECK(frame.text["back"] == 3);
  CHECK(frame.text["achieved"] == 0.75);
  CHECK(frame.text["hash"].get<std::string>().size() == 16);
  CHECK(std::stoull(frame.text["hash"].get<std::string>(), nullptr, 16) == hash(state));
  CHECK(frame.text["pulls"].empty());
  CHECK(frame.text["told"].is_null());
  const auto& poses = frame.arrays.at("poses");
  const auto& velocities = frame.arrays.at("velocities");
  REQUIRE(poses.size() == 9);  // the ground has none
  REQUIRE(velocities.size() == 9);
  for (int body = 1; body <= 3; ++body) {
    const auto at = static_cast<std::size_t>(3 * (body - 1));
    const planar::Pose pose = body_pose(world.model(), state, {body});
    const Eigen::Vector3d velocity = body_velocity(world.model(), state, {body});
    CHECK(part(poses, at, 3) ==
          std::vector<double>{float(pose.p.x()), float(pose.p.y()), float(pose.angle)});
    CHECK(part(velocities, at, 3) ==
          std::vector<double>{float(velocity.x()), float(velocity.y()), float(velocity.z())});
  }
  CHECK(frame.arrays.at("coordinates") == std::vector<double>{float(state.coordinates[0])});
  CHECK(frame.arrays.at("broken") == std::vector<double>{0, 1});
  // Motor, limit, friction, spring: the motor holds against the spring.
  const auto& forces = frame.arrays.at("forces");
  REQUIRE(forces.size() == 4);
  CHECK(forces[0] == relative(world.now().forces[0].motor, 1e-6));
  CHECK(forces[3] == relative(world.now().forces[0].spring, 1e-6));
  CHECK(forces[3] < 0);
  REQUIRE(frame.arrays.at("status").size() == 2);
  CHECK(frame.arrays.at("a") == std::vector<double>{0, 0});
  CHECK(frame.arrays.at("b") == std::vector<double>{1, 1});
  double up = 0;
  for (const double force : frame.arrays.at("forcey")) up += force;
  CHECK(up == relative(20, 1e-5));
  CHECK(frame.arrays.at("normaly") == std::vector<double>{1, 1});
}

TEST_CASE("a frame tells the report of its step, numbers that are none as null") {
  World world = world_of(kScene);
  REQUIRE(world.step());
  const json report = LiveFrame(frame_message(world, {})).text["report"];
  for (const ReportField& field : report_fields()) {
    CAPTURE(field.name);
    CHECK(report[field.name] == field.value(world.now().report));
  }
  CHECK(report["broken"] == 1);
  CHECK(report["message"] == world.now().report.message);
}

TEST_CASE("the pulls of all clients are told, with their bodies, points, targets and forces") {
  World world = world_of(kScene);
  world.grab(4, {1, {0.1, 0.05, 0}, {1, 2, 0}});
  world.grab(9, {2, {0, 0, 0}, {3.1, 1.2, 0}, true});
  for (int k = 0; k < 5; ++k) REQUIRE(world.step());
  const LiveFrame frame(frame_message(world, {}));
  const json pulls = frame.text["pulls"];
  REQUIRE(pulls.size() == 2);
  CHECK(pulls[0]["body"] == 1);
  CHECK(pulls[0]["target"] == json({1, 2, 0}));
  CHECK(pulls[0]["rigid"] == false);
  CHECK(pulls[1]["body"] == 2);
  CHECK(pulls[1]["rigid"] == true);
  const planar::Pose box = body_pose(world.model(), world.now().state, {1});
  const Eigen::Vector2d point = planar::transform_point(box, Eigen::Vector2d(0.1, 0.05));
  CHECK(pulls[0]["point"][0] == relative(point.x()));
  CHECK(pulls[0]["point"][1] == relative(point.y()));
  CHECK(pulls[0]["force"] == relative(world.pull_force(4).norm()));
  CHECK(pulls[1]["force"] == relative(world.pull_force(9).norm()));
  // The struts of the hold are no joints of the scene.
  CHECK(frame.arrays.at("coordinates").size() == 1);
  CHECK(frame.arrays.at("reactions").size() == 6);
  CHECK(frame.arrays.at("broken").size() == 2);
}

TEST_CASE("settings tell what was set, and motors without a limit") {
  World world = world_of(kScene);
  world.set_gravity({1, -2, 0});
  world.set_option("dt", "0.02");
  const json settings =
      json::parse(settings_message(world, {.running = true, .speed = 2.5}, "stopped: \"why\""));
  CHECK(settings["kind"] == "settings");
  CHECK(settings["running"] == true);
  CHECK(settings["speed"] == 2.5);
  CHECK(settings["notice"] == "stopped: \"why\"");
  CHECK(settings["gravity"] == json({1, -2, 0}));
  CHECK(settings["dt"] == 0.02);
  CHECK(settings["law"] == "cone");
  REQUIRE(settings["motors"].size() == 1);
  CHECK(settings["motors"][0]["max_force"].is_null());
  world.set_motor({.joint = 0, .coordinate = 0, .max_force = 7.0});
  const json motor = json::parse(settings_message(world, {}, ""))["motors"][0];
  CHECK(motor["max_force"] == 7);
  CHECK(motor["target"] == 1);
}

TEST_CASE("of two motors of a joint each is told what it was set to") {
  World world = world_of(R"({"format": 1, "name": "sleeve", "bodies": [
    {"name": "bar", "kind": "spatial", "mass": 1, "inertia": [0.1, 0.1, 0.1]}],
  "joints": [
    {"name": "sleeve", "kind": "cylindrical", "a": "bar", "anchor": [0, 0, 0],
     "axis": [0, 0, 1], "coordinates": [
      {"coordinate": 0, "motor": {"kind": "velocity", "target": 1, "max_force": 3}},
      {"coordinate": 1, "motor": {"kind": "velocity", "target": 2, "max_force": 4}}]}],
  "simulation": {"dt": 0.01, "duration": 1}})");
  world.set_motor({.joint = 0, .coordinate = 1, .target = 5.0, .max_force = 6.0});
  const json motors = json::parse(settings_message(world, {}, ""))["motors"];
  REQUIRE(motors.size() == 2);
  CHECK(motors[0]["target"] == 1);
  CHECK(motors[0]["max_force"] == 3);
  CHECK(motors[1]["target"] == 5);
  CHECK(motors[1]["max_force"] == 6);
}

// A wheel whose motor has a target of its own, one whose target an actuator sets, and a sledge.
constexpr const char* kDriven = R"({"format": 1, "name": "driven", "bodies": [
    {"name": "free", "position": [0, 1], "mass": 1, "inertia": 0.5},
    {"name": "wheel", "position": [3, 1], "mass": 1, "inertia": 0.5},
    {"name": "sledge", "mass": 2, "inertia": 1}],
  "joints": [
    {"name": "axle", "kind": "pin", "a": "free", "anchor": [0, 1],
     "coordinates": [{"motor": {"kind": "velocity", "target": 6, "max_force": 5}}]},
    {"name": "hub", "kind": "pin", "a": "wheel", "anchor": [3, 1],
     "coordinates": [{"motor": {"kind": "velocity", "target": 1, "max_force": 50}}]},
    {"name": "rail", "kind": "prismatic", "a": "sledge", "anchor": [0, 0], "axis": [1, 0]}],
  "actuators": [
    {"name": "turn", "kind": "target", "joint": "hub", "gain": 2, "offset": 0.5, "control": 3,
     "force_range": [-8, 8]},
    {"name": "push", "kind": "force", "joint": "rail", "control_range": [-1, 2], "force_range": [-3, null]},
    {"name": "rest", "kind": "none", "control": 9}],
  "simulation": {"dt": 0.01, "duration": 1}})";

TEST_CASE("settings tell the controls with their ranges, and what actuators make of motors") {
  World world = world_of(kDriven);
  world.set_control({1, 5});
  const json settings = json::parse(settings_message(world, {}, ""));
  const json controls = settings["controls"];
  REQUIRE(controls.size() == 3);
  CHECK(controls[0] == json({{"actuator", 0},
                             {"name", "turn"},
                             {"kind", "target"},
                             {"joint", 1},
                             {"coordinate", 0},
                             {"gain", 2},
                             {"offset", 0.5},
                             {"lo", nullptr},
                             {"hi", nullptr},
                             {"force_lo", -8},
                             {"force_hi", 8},
                             {"control", 3}}));
  CHECK(controls[1]["joint"] == 2);
  CHECK(controls[1]["kind"] == "force");
  CHECK(controls[1]["lo"] == -1);
  CHECK(controls[1]["hi"] == 2);
  CHECK(controls[1]["force_lo"] == -3);
  CHECK(controls[1]["force_hi"].is_null());
  CHECK(controls[1]["control"] == 5);
  CHECK(controls[2]["joint"].is_null());
  CHECK(controls[2]["control"] == 9);
  const json motors = settings["motors"];
  REQUIRE(motors.size() == 2);
  CHECK(motors[0]["driven"] == false);
  CHECK(motors[0]["target"] == 6);
  CHECK(motors[1]["driven"] == true);
  CHECK(motors[1]["target"] == 2 * 3 + 0.5);
  CHECK(motors[1]["max_force"] == 8);
}

// Seven materials have 28 pairs.
TEST_CASE("friction of the first 24 pairs is told, those that cannot meet left out") {
  const auto pairs = [](int count, bool last_is_used) {
    std::string materials, bodies;
    for (int k = 0; k < count; ++k) {
      const std::string name = "m" + std::to_string(k), comma = k ? "," : "";
      materials += comma + R"({"name": ")" + name + R"(", "mu_s": 0.5, "mu_k": 0.0)" +
                   std::to_string(k + 1) + "}";
      if (k + 1 == count && !last_is_used) continue;
      bodies += comma + R"({"name": "b)" + std::to_string(k) + R"(", "material": ")" + name +
                R"(", "position": [)" + std::to_string(3 * k) +
                R"(, 0], "shapes": [{"disc": {"radius": 0.5}}]})";
    }
    const World world =
        world_of(R"({"format": 1, "name": "many", "materials": [)" + materials +
                 R"(], "bodies": [)" + bodies + R"(], "simulation": {"dt": 0.01, "duration": 1}})");
    return json::parse(settings_message(world, {}, ""))["friction"];
  };
  CHECK(pairs(7, true).size() == 24);
  CHECK(pairs(6, true).size() == 21);
  const json five = pairs(6, false);
  REQUIRE(five.size() == 15);
  CHECK(five[1]["a"] == 1);  // the default material is there too
  CHECK(five[1]["b"] == 2);
  CHECK(five[1]["name_a"] == "m0");
  CHECK(five[1]["name_b"] == "m1");
  CHECK(five[5]["mu_k"] == 0.02);
  CHECK(five[5]["mu"] == 0.5);
}

TEST_CASE("a scene is told with its names, also those that are no text of JSON") {
  study::Scene scene = io::parse_scene(kScene, "s.json").value();
  scene.name = "a \"b\" \xff";
  scene.description = "words";
  scene.colors = {"", "#123456"};
  const json told = json::parse(scene_message(scene, {"first", "second"}, true));
  CHECK(told["kind"] == "scene");
  CHECK(told["goes_on"] == true);
  CHECK(told["scene"] == "a \"b\" \ufffd");
  CHECK(told["description"] == "words");
  CHECK(told["in_space"] == false);
  CHECK(told["materials"] == json({"default"}));
  CHECK(told["bodies"].size() == 4);
  CHECK(told["bodies"][1]["color"] == "#123456");
  CHECK(told["joints"][0]["note"] == "first");
  CHECK(told["joints"][1]["note"] == "second");
  CHECK(json::parse(scene_message(scene, {}, false))["goes_on"] == false);
}

TEST_CASE("faults are told line by line, refusals in their words") {
  const json faults = json::parse(
      faults_message({{"s.json", 3, "mass", "is -1", "expected more"}, {"", 0, "", "b", ""}}));
  CHECK(faults["kind"] == "faults");
  CHECK(faults["faults"] == json({"s.json:3: mass: is -1 (expected more)", "b"}));
  const json refusal = json::parse(refusal_message("no \"such\" body"));
  CHECK(refusal["kind"] == "refused");
  CHECK(refusal["why"] == "no \"such\" body");
}

}  // namespace perpend::view
