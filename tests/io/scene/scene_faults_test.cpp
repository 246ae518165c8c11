// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

#include "io/scene/scene_cases.hpp"

namespace perpend::io {
using namespace scene_cases;

TEST_CASE("a fault of reading one body hides none of the others, of joints or of its other keys") {
  const std::string faults = faults_with(R"("bodies": [
    {"name": "a", "colour": 1, "shapes": [{"disc": {"radius": -1}}], "material": "ice"},
    {"name": "b", "position": [9, 0], "shapes": [{"disc": {"radius": 1}}]},
    {"name": "c", "position": [10, 0], "shapes": [{"disc": {"radius": 1}}]},
    {"name": "d", "position": [20, 0]}],
    "joints": [{"kind": "pin", "a": "d", "anchor": [0, 0], "coordinates": [{"damping": -1}]}])");
  CAPTURE(faults);
  CHECK(lines(faults) == 6);
  CHECK(has(faults, "bodies[0].colour: is not a known key"));
  CHECK(has(faults, "bodies[0].shapes[0].radius: is -1"));
  CHECK(has(faults, "bodies[0].material: no material named 'ice'"));
  CHECK(has(faults, "bodies[2]: 'c' overlaps 'b' by 1 m at the start"));
  CHECK(has(faults, "bodies[3].mass: is 0"));
  CHECK(has(faults, "joints[0].coordinates[0].damping: is -1"));
}

TEST_CASE("what may follow from a fault of reading is not reported") {
  // Its shape, and so its mass and what it meets, are not known.
  CHECK(lines(faults_with(R"("bodies": [
    {"name": "a", "shapes": [{"disk": {"radius": 1}}], "inertia": 1e9},
    {"name": "b", "shapes": [{"disc": {"radius": 1}}]}])")) == 1);
  // Nor is where it stands.
  CHECK(lines(faults_with(R"("bodies": [
    {"name": "a", "position": "left", "shapes": [{"disc": {"radius": 1}}]},
    {"name": "b", "shapes": [{"disc": {"radius": 1}}]}])")) == 1);
  // A misspelt kind is taken for the nearest.
  CHECK(lines(faults_with(R"("bodies": [
    {"name": "a", "kind": "spatal", "orientation": [1, 0, 0, 0], "mass": 1, "inertia": [1, 1, 1]},
    {"name": "b", "kind": "kinemtic", "motion": {"velocity": [1, 0, 0]}}],
    "joints": [{"name": "j", "kind": "universal", "a": "a", "anchor": [0, 0, 0],
                "axis": [1, 0, 0], "axis_b": [0, 1, 0]}],
    "couplers": [{"terms": [{"joint": "j", "coordinate": 1, "factor": 1}]}])")) == 2);
  // The same where the joint has it as its other body.
  CHECK(lines(faults_with(R"("bodies": [
    {"name": "a", "kind": "spatal", "orientation": [1, 0, 0, 0], "mass": 1, "inertia": [1, 1, 1]},
    {"name": "b", "kind": "spatial", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [{"kind": "weld", "a": "b", "b": "a", "anchor": [0, 0, 0],
                "coordinates": [{"coordinate": 2, "damping": 1}]}])")) == 1);
  // Nor what a joint of an unknown kind has.
  CHECK(lines(faults_with(R"("bodies": [{"name": "a", "mass": 1, "inertia": 1}],
    "joints": [{"kind": "pinn", "a": "a", "anchor": [0, 0],
                "coordinates": [{"coordinate": 1, "damping": 1}]}])")) == 1);
  // The copies of an array that could not be read are not missed.
  CHECK(lines(faults_with(R"("bodies": [
    {"name": "link", "mass": 1, "inertia": 1, "array": {"count": 0, "spacing": [1, 0]}}],
    "joints": [{"name": "pin", "kind": "pin", "a": "link_3", "b": "link_2", "anchor": [0, 0]}],
    "couplers": [{"terms": [{"joint": "pin", "factor": 1}]}])")) == 1);
  CHECK(lines(faults_with(R"("bodies": [{"name": "a", "mass": 1, "inertia": 1}],
    "joints": [{"name": "pin", "kind": "pin", "a": "a", "anchor": [0, 0],
                "array": {"count": 0, "spacing": [1, 0]}}],
    "couplers": [{"terms": [{"joint": "pin_3", "factor": 1}]}])")) == 1);
  // Those of one that was read are.
  CHECK(has(faults_with(R"("bodies": [
    {"name": "link", "mass": 1, "inertia": 1, "array": {"count": 3, "spacing": [1, 0]}}],
    "joints": [{"name": "pin", "kind": "pin", "a": "link_3", "b": "link_2", "anchor": [0, 0]}])"),
            "joints[0].a: no body is named \"link_3\""));
}

TEST_CASE("a fault of one shape hides none of another shape of its body") {
  const std::string faults = faults_with(R"("bodies": [{"name": "a", "shapes": [
    {"disc": {"radius": 1}, "density": "heavy"}, {"disc": {"radius": 1}, "density": -2}]}])");
  CAPTURE(faults);
  CHECK(lines(faults) == 2);
  CHECK(has(faults, "bodies[0].shapes[0].density: found \"heavy\" (expected a number"));
  CHECK(has(faults, "bodies[0].shapes[1].density: is -2"));
}

TEST_CASE("what cannot be read is one fault, with what was expected there") {
  const auto one = [](const std::string& members, const std::string& fault) {
    const std::string faults = faults_with(members);
    CAPTURE(faults);
    CHECK(lines(faults) == 1);
    CHECK(faults.starts_with(fault));
  };
  const std::string in_plane = R"({"name": "a", "mass": 1, "inertia": 1)";
  const std::string in_space =
      R"({"name": "b", "kind": "spatial", "mass": 1, "inertia": [1, 1, 1])";
  const auto bodies = [](const std::string& all) { return "\"bodies\": [" + all + "]"; };
  // Arrays.
  one(bodies(in_plane + R"(, "array": {"count": 2}})"),
      "bodies[0].array.spacing: is missing (expected [x, y] in m");
  one(bodies(in_space + R"(, "array": {"count": 2}})"),
      "bodies[0].array.spacing: is missing (expected [x, y, z] in m");
  one(bodies(in_plane + R"(, "array": {"count": 2, "spacing": [1, 0], "jitter": -0.5}})"),
      "bodies[0].array.jitter: found -0.5 (expected a number >= 0");
  // Limits.
  for (const std::string limits :
       {"5", "[1]", "[1, 2, 3]", "[\"1\", 2]", "[1, true]", R"({"lo": 1, "hi": 2})"})
    one(bodies(in_plane + "}") + R"(, "joints": [{"kind": "pin", "a": "a", "anchor": [0, 0],
        "coordinates": [{"limits": )" +
            limits + "}]}]",
        "joints[0].coordinates[0].limits: ");
  // Motors.
  one(bodies(in_plane + "}") + R"(, "joints": [{"kind": "pin", "a": "a", "anchor": [0, 0],
        "coordinates": [{"motor": {"target": 1}}]}])",
      "joints[0].coordinates[0].motor.kind: is missing (expected velocity or position");
  // Poses.
  one(bodies(in_space + R"(, "orientation": [1, 0, 0, 0], "axis_angle": [0, 0, 1, 1]})"),
      "bodies[0].axis_angle: stands beside orientation (expected one of the two");
  // Names.
  one(bodies(in_plane + "}") + R"(, "joints": [{"kind": "pin", "a": 5, "anchor": [0, 0]}])",
      "joints[0].a: found 5 (expected a string");
  one(bodies(in_plane + "}, " + in_space + "}") +
          R"(, "joints": [{"kind": "pin", "a": "a", "b": "b", "anchor": [0, 0]}])",
      "joints[0].axis: is missing");
  one(bodies(in_plane + "}, " + in_space + "}") +
          R"(, "joints": [{"kind": "pin", "a": "b", "b": "a", "anchor": [0, 0]}])",
      "joints[0].axis: is missing");
  // Shapes.
  one(bodies(R"({"name": "g", "kind": "fixed", "shapes": [5]})"),
      "bodies[0].shapes[0]: found 5 (expected an object");
  one(bodies(R"({"name": "g", "kind": "spatial_fixed", "shapes": [{"half_space": {"x": 1}}]})"),
      "bodies[0].shapes[0].half_space.x: is not a known key (expected {}, which has no keys");
  one(bodies(R"({"name": "g", "kind": "spatial_fixed", "shapes": [{"height_field":
      {"spacing": [1, 1], "heights": [[0, 1], [1, "up"]]}}]})"),
      "bodies[0].shapes[0].height_field.heights[1][1]: found \"up\" (expected a number");
  one(bodies(R"({"name": "a", "shapes": [{"polygon": {}}]})"),
      "bodies[0].shapes[0].polygon.vertices: is missing");
  one(bodies(R"({"name": "g", "kind": "spatial_fixed", "shapes": [{"height_field":
      {"spacing": [1, 1]}}]})"),
      "bodies[0].shapes[0].height_field.heights: is missing");
  one(bodies(R"({"name": "b", "kind": "spatial", "shapes": [{"hull": {}}]})"),
      "bodies[0].shapes[0].hull.vertices: is missing");
  // Motions.
  const std::string moved = R"({"name": "m", "kind": "kinematic", "motion": )";
  const std::string moved_in_space = R"({"name": "m", "kind": "spatial_kinematic", "motion": )";
  one(bodies(moved + R"({"harmonics": [{"frequency": 1}]}})"),
      "bodies[0].motion.harmonics[0].amplitude: is missing (expected [x, y, angle] in m and rad");
  one(bodies(moved_in_space + R"({"harmonics": [{"frequency": 1}]}})"),
      "bodies[0].motion.harmonics[0].amplitude: is missing (expected [x, y, z] in m");
  one(bodies(moved + R"({"omega": [0, 0, 1]}})"), "bodies[0].motion.omega: is not a known key");
}

TEST_CASE("a joint whose body is not there is still read to its end") {
  const std::string faults = faults_with(R"("bodies": [{"name": "a", "mass": 1, "inertia": 1}],
    "joints": [{"kind": "pin", "a": "arm", "anchor": [0, 0],
                "coordinates": [{"limits": [2, 1], "friction": -1}]}])");
  CAPTURE(faults);
  CHECK(lines(faults) == 3);
  CHECK(has(faults, "joints[0].a: no body is named"));
  CHECK(has(faults, "joints[0].coordinates[0].limits: is 2, above hi = 1"));
  CHECK(has(faults, "joints[0].coordinates[0].friction: is -1"));
}

TEST_CASE("copies that overlap are named a few times and counted") {
  const std::string faults = faults_with(R"("bodies": [
    {"name": "d", "shapes": [{"disc": {"radius": 1}}],
     "array": {"count": 100, "spacing": [1.5, 0]}}])");
  CHECK(lines(faults) == 6);
  CHECK(has(faults, "bodies[0]: 'd_1' overlaps 'd_0' by 0.5 m at the start"));
  CHECK(has(faults, "bodies[0]: and 94 more such faults of copies"));
}

TEST_CASE("a ball sunk in the ground is a fault of the file") {
  const std::string bodies = R"("bodies": [
    {"name": "ground", "kind": "spatial_fixed", "shapes": [{"half_space": {}}]},
    {"name": "ball", "kind": "spatial", "position": [0, 0, 0.4],
     "shapes": [{"sphere": {"radius": 0.5}}]}])";
  CHECK(has(faults_with(bodies), "bodies[1]: 'ball' overlaps 'ground' by 0.1 m at the start"));
  const auto allowed = parse_scene(R"({"format": 1, "name": "t",
      "simulation": {"duration": 1, "allow_overlap": true}, )" +
                                       bodies + "}",
                                   "t");
  REQUIRE(allowed.has_value());
  CHECK(allowed->model.gravity == Eigen::Vector3d(0, 0, -9.81));
}

TEST_CASE("a rope that is taut at the start is at its limit, up to rounding") {
  const auto rope = [](const std::string& y, const std::string& limit) {
    return faults_with(R"("bodies": [{"name": "a", "kind": "particle", "mass": 1}],
      "joints": [{"kind": "strut", "a": "a", "anchor": [0, 0], "anchor_b": [0, )" +
                       y + R"(], "coordinates": [{"limits": [null, )" + limit + "]}]}]");
  };
  CHECK(rope("0.30000000000000004", "0.3").empty());
  CHECK(rope("0.3", "0.30000000000000004").empty());
  CHECK(has(rope("0.30001", "0.3"), "is 0.30001, outside of the limits (expected -inf to 0.3"));
}

TEST_CASE("a long object is read in one go, and a key that it has twice is found") {
  std::string parameters = R"("parameters": {"p0": 0)";
  for (int i = 1; i < 20000; ++i)
    parameters += R"(, "p)" + std::to_string(i) + "\": " + std::to_string(i);
  const std::string body = R"(, "bodies": [{"name": "a", "mass": "$p19999", "inertia": 1}])";
  CHECK(faults_with(parameters + "}" + body).empty());
  CHECK(has(faults_with(parameters + R"(, "p7": 1})" + body), "p7: appears twice in one object"));
}

TEST_CASE("names that are empty or cannot be printed are faults with their lines") {
  const std::string text = R"({"format": 1, "simulation": {"duration": 1, "law": ""},
    "name": "a\u0000b",
    "parameters": {"p": 1,
      "q\u001b": 2},
    "materials": [{"name": "ice\n"}],
    "bodies": [{"name": "a", "mass": 1, "inertia": 1},
      {"name": "", "level": 1, "mass": 1, "inertia": 1},
      {"name": "c\u0000", "level": 2, "mass": 1, "inertia": 1},
      {"material": "", "level": 3, "mass": 1, "inertia": 1}],
    "joints": [{"name": "", "kind": "pin", "a": "a",
      "b": "", "anchor": [0, 0]},
      {"name": "\u009b", "kind": "pin", "a": "a", "anchor": [0, 0]}],
    "couplers": [
      {"name": "", "terms": [{"joint": "\u009b", "factor": 1}, {"joint": "joint_0", "factor": 2}]}]})";
  const Result<study::Scene> scene = parse_scene(text, "t");
  REQUIRE(!scene);
  const std::string found = to_string(scene.error());
  CAPTURE(found);
  CHECK(lines(found) == 11);
  for (const char* fault :
       {"t:1: simulation.law: found \"\"", "t:2: name: has control", "t:4: parameters: has control",
        "t:5: materials[0].name: has control", "t:7: bodies[1].name: is empty",
        "t:8: bodies[2].name: has control", "t:9: bodies[3].material: is empty",
        "t:10: joints[0].name: is empty", "t:11: joints[0].b: is empty",
        "t:12: joints[1].name: has control", "t:14: couplers[0].name: is empty"})
    CHECK_MESSAGE(has(found, fault), fault);
  const Result<study::Scene> unnamed = parse_scene(R"({"format": 1, "name": "",
    "simulation": {"duration": 1}, "bodies": [{"mass": 1, "inertia": 1}]})",
                                                   "t");
  REQUIRE(!unnamed);
  CHECK(to_string(unnamed.error()) == "t:1: name: is empty (expected a name)");
}

TEST_CASE("a part of a joint that cannot be read hides none of its other parts") {
  const char* bad[] = {R"("coordinate": 5)", R"("coordinate": -1)", R"("coordinate": 0.5)"};
  const char* found[] = {"is 5 (a joint 'pin' has 1 here", "is -1 (a joint 'pin' has 1 here",
                         "found 0.5 (expected a whole number"};
  std::array<int, 3> order{0, 1, 2};
  do {
    std::string coordinates;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto member = static_cast<std::size_t>(order[i]);
      coordinates += std::string(i ? "," : "") + "{" + bad[member] + "}";
    }
    const std::string faults = faults_with(R"("bodies": [{"name": "b", "mass": 1, "inertia": 1}],
      "joints": [{"kind": "pin", "a": "b", "anchor": [0, 0], "break_force": "x", "coordinates": [)" +
                                           coordinates + "]}]");
    CAPTURE(faults);
    CHECK(lines(faults) == 4);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto member = static_cast<std::size_t>(order[i]);
      CHECK(has(faults, "coordinates[" + std::to_string(i) + "].coordinate: " + found[member]));
    }
  } while (std::ranges::next_permutation(order).found);
}

TEST_CASE("a run of more steps than anybody waits for is a fault") {
  const auto with_step = [](const std::string& dt, const std::string& duration) {
    const auto scene =
        parse_scene(R"({"format": 1, "name": "t", "bodies": [{"mass": 1, "inertia": 1}],
      "simulation": {"dt": )" +
                        dt + R"(, "duration": )" + duration + "}}",
                    "t");
    return scene ? "" : to_string(scene.error());
  };
  for (const auto& [dt, duration] : {std::pair("1e-300", "1"),
                                     {"1e-17", "1"},
                                     {"1", "1e13"},
                                     {"1e-320", "1e-3"},
                                     {"1e-200", "1e200"}})
    CHECK(has(with_step(dt, duration), "t:2: simulation.dt: makes "));
  CHECK(with_step("1e-9", "100").empty());
  CHECK(with_step("1e-300", "1e-299").empty());
  CHECK(has(with_step("0", "1"), "simulation.dt: must be positive"));
}

TEST_CASE("names in which braces are left are faults") {
  const std::string faults = faults_with(R"("parameters": {"a": 1.5, "n": 3},
    "materials": [{"name": "{m}"}],
    "bodies": [{"name": "b{a}", "mass": 1, "inertia": 1}, {"name": "b{n}", "level": 1, "mass": 1, "inertia": 1},
      {"name": "b{a*2}", "level": 2, "mass": 1, "inertia": 1}],
    "joints": [{"name": "pin_{q}", "kind": "pin", "a": "b3", "anchor": [0, 0]}])");
  CAPTURE(faults);
  CHECK(lines(faults) == 4);
  CHECK(has(faults, "materials[0].name: has \"{m}\" (expected an expression of parameters"));
  CHECK(has(faults, "bodies[0].name: has \"{a}\""));
  CHECK(has(faults, "joints[0].name: has \"{q}\""));
  CHECK(has(faults, "bodies[2].name: 'b3' is taken"));
}

TEST_CASE("a planar particle has no angular velocity and no inertia, as one in space") {
  for (const auto& [kind, value] : {std::pair("particle", "1"), {"spatial_particle", "[1, 1, 1]"}})
    for (const char* key : {"omega", "inertia"}) {
      const std::string faults = faults_with(std::string(R"("bodies": [{"mass": 1, "kind": ")") +
                                             kind + "\", \"" + key + "\": " + value + "}]");
      CHECK(lines(faults) == 1);
      CHECK(has(faults, std::string("bodies[0].") + key));
    }
}

TEST_CASE("a parameter that a run sets twice is a fault that tells both values") {
  const std::string scene = R"({"format": 1, "name": "t", "simulation": {"duration": 1},
    "parameters": {"m": 1, "n": 2}, "bodies": [{"mass": "$m", "inertia": "$n"}]})";
  CHECK(parse_scene(scene, "t", {{"m", 3}, {"n", 3}}).has_value());
  const Result<study::Scene> found = parse_scene(scene, "t", {{"m", 3}, {"n", 5}, {"m", 4.5}});
  REQUIRE(!found);
  CHECK(has(to_string(found.error()), "parameters.m: is set twice, to 3 and 4.5"));
}

TEST_CASE("a body of the plane with members of space, or the other way round, has the wrong kind") {
  const std::string faults = faults_with(R"("bodies": [
    {"name": "a", "position": [0, 0, 1], "shapes": [{"sphere": {"radius": 0.1}}],
     "inertia": [1, 1, 1], "omega": [0, 0, 1]},
    {"name": "b", "kind": "static", "shapes": [{"plane": {}}, {"box": {"size": [1, 1, 0.2]}}]},
    {"name": "c", "kind": "spatial_particle", "angle": 1, "mass": 1},
    {"name": "d", "kind": "spatial", "position": [5, 0], "omega": 1,
     "shapes": [{"disc": {"radius": 0.1}}]}])");
  CAPTURE(faults);
  CHECK(lines(faults) == 4);
  CHECK(has(faults,
            "bodies[0].kind: \"rigid\" bodies are in the plane, which has no \"position\" of "
            "3 numbers (expected \"spatial\"; in \"a\")"));
  CHECK(has(faults,
            "bodies[1].kind: \"fixed\" bodies are in the plane, which has no \"box\" of 3 "
            "sides (expected \"spatial_fixed\""));
  CHECK(has(faults,
            "bodies[2].kind: \"spatial_particle\" bodies are in space, which has no "
            "\"angle\" (expected \"particle\""));
  CHECK(has(faults, "bodies[3].kind: \"spatial\" bodies are in space, which has no \"disc\""));
}

TEST_CASE("a body that no force moves has no velocity to start with") {
  const std::string faults = faults_with(R"("bodies": [
    {"name": "a", "kind": "fixed", "velocity": [1, 0], "omega": 0},
    {"name": "b", "kind": "spatial_kinematic", "velocity": [0, 0, 0], "omega": [0, 0, 1]},
    {"name": "c", "kind": "spatial_fixed", "velocity": [0, 0, 0], "omega": [0, 0, 0]},
    {"name": "d", "kind": "spatial", "motion": {"velocity": [1, 0, 0]}, "mass": 1,
     "inertia": [1, 1, 1]}])");
  CAPTURE(faults);
  CHECK(lines(faults) == 3);
  CHECK(has(faults, "bodies[0].velocity: is of a body that stands still (expected a kinematic"));
  CHECK(has(faults, "bodies[1].omega: is of a body that moves as its motion says (expected it in"));
  CHECK(has(faults, "bodies[3].motion: only kinematic bodies have one"));
}

TEST_CASE("two bodies whose places cannot be read do not meet each other either") {
  CHECK(lines(faults_with(R"("bodies": [
    {"name": "a", "position": "left", "shapes": [{"disc": {"radius": 1}}]},
    {"name": "b", "position": "right", "shapes": [{"disc": {"radius": 1}}]}])")) == 2);
}

}  // namespace perpend::io
