// SPDX-License-Identifier: Apache-2.0
// Joints and couplers that cannot be read as they stand: each fault once, by the keys of the file.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "io/scene/scene_cases.hpp"

namespace perpend::io {
using namespace scene_cases;

TEST_CASE("what is beside the place of a joint hides no fault of where it is") {
  for (const char* beside :
       {R"("break_force": "x")", R"("break_torque": "x")", R"("bodies_collide": 1)", R"("name": 3)",
        R"("coordinates": [{"damping": "x"}])"}) {
    const std::string faults = faults_with(
        std::string(R"("bodies": [{"name": "a", "mass": 1, "inertia": 1}], "joints": [{"kind":
        "pin", "a": "a", "anchor": [0, 0], "anchor_b": [0, 2], )") +
        beside + "}]");
    CAPTURE(faults);
    CHECK(lines(faults) == 2);
    CHECK(has(faults, "joints[0].anchor_b: is 2 m away from anchor"));
  }
}

TEST_CASE("of a joint of no known kind the name counts, and where it starts does not") {
  const std::string faults = faults_with(R"("bodies": [{"name": "a", "mass": 1, "inertia": 1}],
    "joints": [{"name": "j", "kind": "pin", "a": "a", "anchor": [0, 0]},
      {"name": "j", "kind": "pinn", "a": "a", "anchor": [0, 0],
       "coordinates": [{"coordinate": 0, "start": 4, "limits": [0, 1], "friction": -1}]}])");
  CAPTURE(faults);
  CHECK(lines(faults) == 3);
  CHECK(has(faults, "joints[1].name: 'j' is taken"));
  CHECK(has(faults, "joints[1].kind: found \"pinn\""));
  CHECK(has(faults, "joints[1].coordinates[0].friction: is -1"));
}

TEST_CASE("what a coupler has of a joint that cannot be read is no fault, of others it is") {
  const auto coupled = [](const std::string& kind, const std::string& terms) {
    return faults_with(R"("bodies": [{"name": "a", "mass": 1, "inertia": 1}], "joints": [
      {"name": "j", "kind": ")" +
                       kind + R"(", "a": "a", "anchor": [0, 0]},
      {"name": "k", "kind": "pin", "a": "a", "anchor": [0, 0]}], "couplers": [{"terms": [)" +
                       terms + "]}]");
  };
  const std::string second = R"({"joint": "j", "coordinate": 1, "factor": 1},
                                {"joint": "k", "factor": 1})";
  CHECK(lines(coupled("pni", second)) == 1);
  CHECK(has(coupled("pin", second), "couplers[0].terms[0].coordinate: is 1 (joint 'j' has 1"));
  const std::string none = R"({"joint": "j", "factor": 0}, {"joint": "k", "factor": 1})";
  CHECK(has(coupled("pni", none), "couplers[0].terms[0].factor: is 0"));
}

TEST_CASE("faults of what drives a coordinate are told by the keys of the file") {
  const std::string faults = faults_with(R"("bodies": [
    {"name": "l", "mass": 1, "inertia": 1, "array": {"count": 3, "spacing": [1, 0]}},
    {"name": "m", "mass": 1, "inertia": 1, "level": 1, "material": "wood"}],
    "joints": [
      {"name": "p", "kind": "pin", "a": "l_{i+1}", "b": "l_{i}", "anchor": [0, 0],
       "array": {"count": 2, "spacing": [1, 0]}},
      {"name": "q", "kind": "pin", "a": "m", "anchor": [0, 0], "coordinates": [{"spring":
       {"stiffness": -1}, "motor": {"kind": "position", "target": 0,
        "max_force": -2, "time_constant": -3, "stiffness": -4, "damping": -5}}]}])");
  CAPTURE(faults);
  CHECK(has(faults, "bodies[1].material: no material named 'wood'"));
  for (const char* key :
       {"spring.stiffness: is -1", "motor.max_force: is -2", "motor.time_constant: is -3",
        "motor.stiffness: is -4", "motor.damping: is -5"})
    CHECK(has(faults, std::string("joints[1].coordinates[0].") + key));
}

TEST_CASE("ends of a joint that are empty are faults under each of their names") {
  for (const char* key : {"b", "body_b", "parent"})
    CHECK(faults_with(R"("bodies": [{"name": "a", "mass": 1, "inertia": 1}], "joints": [{"kind":
      "pin", "a": "a", "anchor": [0, 0], ")" +
                      std::string(key) + R"(": ""}])") ==
          "joints[0]." + std::string(key) + ": is empty (expected a name, or no such key)");
}

}  // namespace perpend::io
