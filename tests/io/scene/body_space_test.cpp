// SPDX-License-Identifier: Apache-2.0
// Every member alone tells of a body whether it is in the plane or in space.
#include <doctest/doctest.h>

#include "io/scene/scene_cases.hpp"

namespace perpend::io {
namespace {

using scene_cases::faults;

std::string first_fault(const std::string& kind, const std::string& member) {
  const std::string found =
      faults(R"("bodies": [{"kind": ")" + kind + R"(", "mass": 1, )" + member + "}]");
  return found.substr(0, found.find('\n'));
}

TEST_CASE("a body with one member of space is no body of the plane") {
  for (const auto& [member, words] :
       {std::pair(R"("position": [0, 0, 1])", "\"position\" of 3 numbers"),
        {R"("orientation": [1, 0, 0, 0])", "\"orientation\""},
        {R"("quaternion": [1, 0, 0, 0])", "\"quaternion\""},
        {R"("axis_angle": [1, 0, 0, 0])", "\"axis_angle\""},
        {R"("center_of_mass": [1, 0, 0])", "\"center_of_mass\""},
        {R"("inertia": [1, 1, 1])", "\"inertia\" of a list"},
        {R"("omega": [1, 1, 1])", "\"omega\" of a list"},
        {R"("angular_velocity": [1, 1, 1])", "\"angular_velocity\" of a list"},
        {R"("shapes": [{"cone": {"radius": 1, "length": 1}}])", "\"cone\""},
        {R"("shapes": [{"cuboid": {"size": [1, 1, 1]}}])", "\"cuboid\""},
        {R"("shapes": [{"box": {"size": [1, 1, 1]}}])", "\"box\" of 3 sides"}})
    CHECK(
        first_fault("rigid", member) ==
        std::string("t.json:1: bodies[0].kind: \"rigid\" bodies are in the plane, which has no ") +
            words + " (expected \"spatial\")");
}

TEST_CASE("a body with one member of the plane is no body of space") {
  for (const auto& [member, words] :
       {std::pair(R"("angle": 1)", "\"angle\""),
        {R"("inertia": 1)", "\"inertia\" of one number"},
        {R"("omega": 1)", "\"omega\" of one number"},
        {R"("angular_velocity": 1)", "\"angular_velocity\" of one number"},
        {R"("shapes": [{"half_plane": {}}])", "\"half_plane\""},
        {R"("shapes": [{"circle": {"radius": 1}}])", "\"circle\""},
        {R"("shapes": [{"rectangle": {"size": [1, 1]}}])", "\"rectangle\""},
        {R"("shapes": [{"box": {"size": [1, 1]}}])", "\"box\" of 2 sides"}})
    CHECK(first_fault("spatial_kinematic", member) ==
          std::string("t.json:1: bodies[0].kind: \"spatial_kinematic\" bodies are in space, which "
                      "has no ") +
              words + " (expected \"kinematic\")");
}

TEST_CASE("a body with members of both keeps the kind that it says") {
  const std::string both = R"("angle": 1, "center_of_mass": [1, 0, 0])";
  CHECK(first_fault("rigid", both + R"(, "inertia": 1)")
            .starts_with("t.json:1: bodies[0].center_of_mass: is not a known key"));
  CHECK(first_fault("spatial", both + R"(, "inertia": [1, 1, 1])")
            .starts_with("t.json:1: bodies[0].angle: is not a known key"));
}

}  // namespace
}  // namespace perpend::io
