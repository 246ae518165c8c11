// SPDX-License-Identifier: Apache-2.0
// What expectations may name: bodies of the plane and of space, coordinates of their joints.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "io/scene/scene_cases.hpp"

namespace perpend::io {
namespace {

using scene_cases::faults;
using scene_cases::parse;

// One body of each kind, named as its kind is.
const std::string kKinds = R"("bodies": [
  {"name": "rigid", "mass": 1, "inertia": 1}, {"name": "particle", "kind": "particle", "mass": 1},
  {"name": "fixed", "kind": "fixed"}, {"name": "kinematic", "kind": "kinematic"},
  {"name": "spatial", "kind": "spatial", "mass": 1, "inertia": [1, 1, 1]},
  {"name": "spatial_particle", "kind": "spatial_particle", "mass": 1},
  {"name": "spatial_fixed", "kind": "spatial_fixed"},
  {"name": "spatial_kinematic", "kind": "spatial_kinematic"}])";

std::string expecting(const std::string& what) {
  return faults(kKinds + R"(, "expect": [{)" + what + R"(, "value": 0, "tolerance": 1}])");
}

TEST_CASE("bodies of the plane have an angle, those of space a height, of every kind") {
  for (const std::string body : {"rigid", "particle", "fixed", "kinematic", "spatial",
                                 "spatial_particle", "spatial_fixed", "spatial_kinematic"}) {
    const bool in_plane = !body.starts_with("spatial");
    CAPTURE(body);
    for (const std::string quantity : {"angle", "omega"})
      CHECK((expecting(R"("quantity": ")" + quantity + R"(", "body": ")" + body + '"') == "none") ==
            in_plane);
    for (const std::string quantity : {"z", "vz", "wx", "wy", "wz"})
      CHECK((expecting(R"("quantity": ")" + quantity + R"(", "body": ")" + body + '"') == "none") !=
            in_plane);
    CHECK(expecting(R"("quantity": "vy", "body": ")" + body + '"') == "none");
  }
}

// A ball joint turns about one axis in the plane and about three in space.
TEST_CASE("a joint has the coordinates of space where one of its bodies is there") {
  const auto has = [](const std::string& ends, int coordinate) {
    const std::string found = faults(
        kKinds + R"(, "joints": [{"name": "j", "kind": "spherical", "anchor": [0, 0, 0], )" + ends +
        fmt::format(
            R"(}}], "expect": [{{"quantity": "coordinate", "joint": "j", "coordinate": {},
            "value": 0, "tolerance": 1}}])",
            coordinate));
    return found == "none";
  };
  for (const char* ends : {R"("a": "spatial", "b": "world")", R"("a": "spatial", "b": "kinematic")",
                           R"("a": "rigid", "b": "spatial_kinematic")"}) {
    CAPTURE(ends);
    CHECK(has(ends, 1));
    CHECK(!has(ends, 3));
  }
  for (const char* ends : {R"("a": "rigid")", R"("a": "rigid", "b": "kinematic")"}) {
    CAPTURE(ends);
    CHECK(has(ends, 0));
    CHECK(!has(ends, 1));
  }
}

TEST_CASE("an expectation has its own time, value, tolerance and reason") {
  const auto scene = parse(kKinds + R"(, "expect": [
    {"quantity": "energy", "time": 0.25, "value": -3, "tolerance": 0, "why": "at rest, \"cold\""},
    {"quantity": "vx", "body": "spatial", "point": [1, 2], "value": 4, "tolerance": 0.5}])");
  REQUIRE(scene);
  const study::Expectation &energy = scene->expectations[0], &speed = scene->expectations[1];
  CHECK(energy.time == 0.25);
  CHECK(energy.value == -3);
  CHECK(energy.tolerance == 0);
  CHECK(energy.why == "at rest, \"cold\"");
  CHECK(speed.time == study::Expectation{}.time);
  CHECK(speed.measurand.body == BodyId{4});
  CHECK(*speed.measurand.point == Eigen::Vector3d(1, 2, 0));
}

}  // namespace
}  // namespace perpend::io
