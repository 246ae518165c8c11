// SPDX-License-Identifier: Apache-2.0
#include "io/scene/synonyms.hpp"

#include <doctest/doctest.h>

#include <string>

#include "perpend/io/scene.hpp"

namespace perpend::io {
namespace {

Result<study::Scene> read_elements(const std::string& bodies, const std::string& joints = "",
                                   const std::string& simulation = R"("duration": 1)") {
  return parse_scene(R"({"format": 1, "name": "t", "bodies": [)" + bodies + R"(], "joints": [)" +
                         joints + R"(], "simulation": {)" + simulation + "}}",
                     "t");
}

const std::string kArm = R"({"name": "arm", "kind": "spatial", "mass": 1, "inertia": [1, 1, 1]})";

}  // namespace

TEST_CASE("joints go by the names of other engines") {
  for (const Synonym& synonym : kJointKindSynonyms) {
    const auto kind_of = [&](std::string_view name) {
      const auto scene =
          read_elements(kArm, R"({"kind": ")" + std::string(name) +
                                  R"(", "a": "arm", "anchor": [0, 0, 0], "axis": [0, 0, 1],
                                         "axis_b": [1, 0, 0], "anchor_b": [0, 0, 0]})");
      // Rods and struts need a length, an axis_b only universal joints; the kind is known by then.
      return scene ? std::string(to_string(scene->model.joints[0].kind)) : to_string(scene.error());
    };
    CAPTURE(synonym.other);
    CHECK(kind_of(synonym.other) == kind_of(synonym.name));
    CHECK(kind_of(synonym.other).find("joints[0].kind") == std::string::npos);
  }
}

TEST_CASE("bodies, shapes, coefficients and steps go by the names of other engines") {
  const auto scene = read_elements(
      R"({"name": "floor", "type": "static", "shapes": [{"plane": {}}]},
         {"name": "wheel", "type": "dynamic", "position": [0, 3],
          "angular_velocity": 2, "shapes": [{"circle": {"radius": 1}}]},
         {"name": "crate", "position": [5, 3], "shapes": [{"rectangle": {"size": [2, 2]}}]})",
      R"({"name": "axle", "type": "hinge", "child": "wheel", "parent": "crate", "anchor": [0, 3]})",
      R"("timestep": 0.004, "end_time": 3)");
  REQUIRE_MESSAGE(scene.has_value(), to_string(scene.error()));
  CHECK(scene->options.dt == 0.004);
  CHECK(scene->duration == 3);
  CHECK(scene->model.bodies[0].kind == BodyKind::fixed);
  CHECK(std::holds_alternative<planar::HalfPlane>(scene->model.bodies[0].details->shapes[0].shape));
  CHECK(scene->model.start_v[scene->model.bodies[1].v_offset + 2] == 2);
  CHECK(scene->model.joints[0].kind == JointKind::pin);
  CHECK(scene->model.joints[0].b == BodyId{2});

  const auto space = read_elements(
      R"({"name": "floor", "kind": "spatial_static", "shapes": [{"plane": {}}]},
         {"name": "crate", "kind": "spatial_dynamic", "position": [0, 0, 3],
          "quaternion": [0, 1, 0, 0], "shapes": [{"cuboid": {"size": [1, 2, 3]},
                                                  "quaternion": [1, 0, 0, 0]}]})");
  REQUIRE_MESSAGE(space.has_value(), to_string(space.error()));
  CHECK(space->model.start_q[space->model.bodies[1].q_offset + 4] == 1);
}

TEST_CASE("friction and restitution are mu and e of a surface") {
  const auto scene = parse_scene(R"({"format": 1, "name": "t", "simulation": {"duration": 1},
    "materials": [{"name": "default", "friction": 0.7, "restitution": 0.3}],
    "bodies": [{"mass": 1, "inertia": 1}]})",
                                 "t");
  REQUIRE(scene.has_value());
  CHECK(scene->model.materials[0].self.mu_k == 0.7);
  CHECK(scene->model.materials[0].self.e == 0.3);
}

TEST_CASE("a key given under two names is a fault, and faults spell keys as the file does") {
  const auto twice = read_elements(kArm, "", R"("duration": 1, "dt": 0.1, "timestep": 0.2)");
  REQUIRE_FALSE(twice.has_value());
  CHECK(to_string(twice.error()) ==
        "t:1: simulation.timestep: stands beside dt, which means the "
        "same (expected one of the two)");
  const auto wrong = read_elements(kArm, "", R"("duration": 1, "timestep": "fast")");
  REQUIRE_FALSE(wrong.has_value());
  CHECK(to_string(wrong.error()).starts_with("t:1: simulation.timestep: found \"fast\""));
}

TEST_CASE("arrays of joints number bodies under either name") {
  const auto scene = read_elements(
      R"({"name": "link", "mass": 1, "inertia": 1, "array": {"count": 3, "spacing": [1, 0]}})",
      R"({"name": "j", "kind": "revolute", "body_a": "link_{i+1}", "body_b": "link_{i}",
          "anchor": [0.5, 0], "array": {"count": 2, "spacing": [1, 0]}})");
  REQUIRE_MESSAGE(scene.has_value(), to_string(scene.error()));
  CHECK(scene->model.joints[1].a == BodyId{2});
  CHECK(scene->model.joints[1].b == BodyId{1});
}

}  // namespace perpend::io
