// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "perpend/io/scene.hpp"

namespace perpend::io {
namespace {

// The faults of a scene with these members, without file names, one per line.
std::string faults_of(const std::string& members) {
  const auto scene = parse_scene(
      R"({"format": 1, "name": "t", "simulation": {"duration": 1}, )" + members + "}", "t");
  if (scene) return "";
  Diagnostics faults = scene.error();
  for (Diagnostic& fault : faults) fault.file.clear(), fault.line = 0;
  return to_string(faults);
}

long lines(const std::string& text) {
  return text.empty() ? 0 : 1 + std::count(text.begin(), text.end(), '\n');
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a fault of reading one body hides none of the others, of joints or of its other keys") {
  const std::string faults = faults_of(R"("bodies": [
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
  CHECK(lines(faults_of(R"("bodies": [
    {"name": "a", "shapes": [{"disk": {"radius": 1}}], "inertia": 1e9},
    {"name": "b", "shapes": [{"disc": {"radius": 1}}]}])")) == 1);
  // Nor is where it stands.
  CHECK(lines(faults_of(R"("bodies": [
    {"name": "a", "position": "left", "shapes": [{"disc": {"radius": 1}}]},
    {"name": "b", "shapes": [{"disc": {"radius": 1}}]}])")) == 1);
  // A misspelt kind is taken for the nearest.
  CHECK(lines(faults_of(R"("bodies": [
    {"name": "a", "kind": "spatal", "orientation": [1, 0, 0, 0], "mass": 1, "inertia": [1, 1, 1]},
    {"name": "b", "kind": "kinemtic", "motion": {"velocity": [1, 0, 0]}}],
    "joints": [{"name": "j", "kind": "universal", "a": "a", "anchor": [0, 0, 0],
                "axis": [1, 0, 0], "axis_b": [0, 1, 0]}],
    "couplers": [{"terms": [{"joint": "j", "coordinate": 1, "factor": 1}]}])")) == 2);
  // The copies of an array that could not be read are not missed.
  CHECK(lines(faults_of(R"("bodies": [
    {"name": "link", "mass": 1, "inertia": 1, "array": {"count": 0, "spacing": [1, 0]}}],
    "joints": [{"name": "pin", "kind": "pin", "a": "link_3", "b": "link_2", "anchor": [0, 0]}],
    "couplers": [{"terms": [{"joint": "pin", "factor": 1}]}])")) == 1);
}

TEST_CASE("a joint whose body is not there is still read to its end") {
  const std::string faults = faults_of(R"("bodies": [{"name": "a", "mass": 1, "inertia": 1}],
    "joints": [{"kind": "pin", "a": "arm", "anchor": [0, 0],
                "coordinates": [{"limits": [2, 1], "friction": -1}]}])");
  CAPTURE(faults);
  CHECK(lines(faults) == 3);
  CHECK(has(faults, "joints[0].a: no body is named"));
  CHECK(has(faults, "joints[0].coordinates[0].limits: is 2, above hi = 1"));
  CHECK(has(faults, "joints[0].coordinates[0].friction: is -1"));
}

TEST_CASE("copies that overlap are named a few times and counted") {
  const std::string faults = faults_of(R"("bodies": [
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
  CHECK(has(faults_of(bodies), "bodies[1]: 'ball' overlaps 'ground' by 0.1 m at the start"));
  const auto allowed = parse_scene(R"({"format": 1, "name": "t",
      "simulation": {"duration": 1, "allow_overlap": true}, )" + bodies + "}", "t");
  REQUIRE(allowed.has_value());
  CHECK(allowed->model.gravity == Eigen::Vector3d(0, 0, -9.81));
}

TEST_CASE("a rope that is taut at the start is at its limit, up to rounding") {
  const auto rope = [](const std::string& y, const std::string& limit) {
    return faults_of(R"("bodies": [{"name": "a", "kind": "particle", "mass": 1}],
      "joints": [{"kind": "strut", "a": "a", "anchor": [0, 0], "anchor_b": [0, )" + y +
                     R"(], "coordinates": [{"limits": [null, )" + limit + "]}]}]");
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
  CHECK(faults_of(parameters + "}" + body).empty());
  CHECK(has(faults_of(parameters + R"(, "p7": 1})" + body), "p7: appears twice in one object"));
}

}  // namespace perpend::io
