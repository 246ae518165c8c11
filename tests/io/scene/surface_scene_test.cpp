// SPDX-License-Identifier: Apache-2.0
// What scene files say of surfaces, and of the strength of joints.
#include <doctest/doctest.h>

#include "perpend/io/scene.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;

Result<study::Scene> parse(const std::string& members) {
  const std::string needed = R"({"format": 1, "name": "t", "simulation": {"duration": 1}, )";
  return parse_scene(needed + members + "}", "t.json");
}

std::string faults(const std::string& members) {
  const Result<study::Scene> scene = parse(members);
  return scene ? "" : to_string(scene.error());
}

}  // namespace

TEST_CASE("a surface runs as its shape says, or else as its body does") {
  const Model model = parse(R"("bodies": [
    {"name": "belt", "kind": "fixed", "surface_velocity": 2, "shapes": [
      {"box": {"size": [1, 1]}}, {"disc": {"radius": 1}, "surface_velocity": -3}]},
    {"name": "still", "kind": "fixed", "level": 1, "shapes": [{"box": {"size": [1, 1]}}]},
    {"name": "table", "kind": "spatial_fixed", "surface_velocity": [1, 2, 3], "shapes": [
      {"box": {"size": [1, 1, 1]}, "axis_angle": [0, 0, 1, 1.5707963267948966]},
      {"sphere": {"radius": 1}, "surface_velocity": [0, 4]}]}])")
                          .value()
                          .model;
  const auto& belt = model.bodies[0].details->surface_velocities;
  REQUIRE(belt.size() == 2);
  CHECK(belt[0] == Vector3d(2, 0, 0));
  CHECK(belt[1] == Vector3d(-3, 0, 0));
  CHECK(model.bodies[1].details->surface_velocities.empty());
  const auto& table = model.bodies[2].details->surface_velocities;
  REQUIRE(table.size() == 2);
  CHECK((table[0] - Vector3d(2, -1, 3)).norm() < 1e-14);  // in the frame of the turned box
  CHECK(table[1] == Vector3d(0, 4, 0));
}

TEST_CASE("one coefficient of friction given alone is the other as well") {
  const std::string bodies = R"("bodies": [{"kind": "fixed"}])";
  const Model model = parse(R"("materials": [{"name": "ice", "mu_k": 0.02},
    {"name": "rubber", "mu_s": 0.9}, {"name": "wood", "mu_s": 0.5, "mu_k": 0.3}],
    "surface_pairs": [{"a": "ice", "b": "rubber", "mu_k": 0.1}], )" +
                            bodies)
                          .value()
                          .model;
  const auto has = [&](int a, int b, double mu_s, double mu_k) {
    CHECK(model.surface(a, b).mu_s == mu_s);
    CHECK(model.surface(a, b).mu_k == mu_k);
  };
  has(1, 1, 0.02, 0.02);
  has(2, 2, 0.9, 0.9);
  has(3, 3, 0.5, 0.3);
  has(1, 2, 0.1, 0.1);
}

TEST_CASE("keys that materials, pairs and motions do not have are faults with their line") {
  const std::string found = faults(
      "\"materials\": [{\"name\": \"felt\",\n\"stickiness\": 1}],\n"
      R"("surface_pairs": [{"a": "felt", "b": "felt", "gloss": 1}],)"
      "\n"
      R"("bodies": [{"kind": "kinematic", "motion": {"omega": [0, 0, 1]}},)"
      "\n"
      R"({"kind": "spatial_kinematic", "motion": {"omega": [0, 0, 1], "spin": 1}}])");
  CHECK(found.find("t.json:2: materials[0].stickiness") != std::string::npos);
  CHECK(found.find("t.json:3: surface_pairs[0].gloss") != std::string::npos);
  CHECK(found.find("t.json:4: bodies[0].motion.omega") != std::string::npos);
  CHECK(found.find("t.json:5: bodies[1].motion.spin") != std::string::npos);
  CHECK(found.find("bodies[1].motion.omega") == std::string::npos);
}

TEST_CASE("a second pair of two materials is a fault with its line") {
  const std::string found = faults(
      "\"surface_pairs\": [\n"
      R"({"a": "ice", "b": "default", "mu": 0.1},)"
      "\n"
      R"({"a": "default", "b": "ice", "mu": 0.9}],)"
      "\n"
      R"("materials": [{"name": "ice"}], "bodies": [{"kind": "fixed"}])");
  CHECK(found ==
        "t.json:3: surface_pairs[1]: names 'default' and 'ice', as does surface_pairs[0] "
        "(expected one pair of the two, in either order)");
}

TEST_CASE("rolling and spinning friction are lengths of a material or a pair") {
  const std::string bodies = R"("bodies": [{"kind": "fixed"}])";
  const Model model = parse(R"("materials": [{"name": "felt", "rolling": 0.01, "spinning": 0.02}],
    "surface_pairs": [{"a": "felt", "b": "default", "rolling": 0.03}], )" +
                            bodies)
                          .value()
                          .model;
  CHECK(model.surface(1, 1).rolling == 0.01);
  CHECK(model.surface(1, 1).spinning == 0.02);
  CHECK(model.surface(0, 1).rolling == 0.03);
  CHECK(model.surface(0, 0).rolling == 0);
  const std::string found =
      faults("\"materials\": [{\"name\": \"felt\",\n\"rolling\": -1}], " + bodies);
  CHECK(found.find("t.json:2: materials[0].rolling: is -1 (expected a finite length >= 0") !=
        std::string::npos);
}

TEST_CASE("springs of surfaces are members of a material or a pair") {
  const std::string bodies = R"("bodies": [{"kind": "fixed"}])";
  const Model model = parse(R"("materials": [
      {"name": "foam", "normal": {"stiffness": 500, "damping": 20}}],
    "surface_pairs": [{"a": "foam", "b": "default", "tangential": {"stiffness": 70}}], )" +
                            bodies)
                          .value()
                          .model;
  CHECK(model.surface(1, 1).normal == SpringDamper{.stiffness = 500, .damping = 20});
  CHECK(model.surface(1, 1).tangential.is_hard());
  CHECK(model.surface(0, 1).normal.is_hard());
  CHECK(model.surface(0, 1).tangential == SpringDamper{.stiffness = 70});
  const auto found = [&](const std::string& spring) {
    return faults("\"materials\": [{\"name\": \"felt\",\n\"normal\": " + spring + "}], " + bodies);
  };
  CHECK(found(R"({"stiffness": -1})").find("t.json:2: materials[0].normal.stiffness: is -1") == 0);
  CHECK(found(R"({"stiffness": 0, "damping": 1})").find("t.json:2: materials[0].normal.damping") ==
        0);
  CHECK(found(R"({"damping": 1})").find("t.json:2: materials[0].normal.stiffness") == 0);
  CHECK(
      found(R"({"stiffness": 1, "hardness": 1})").find("t.json:2: materials[0].normal.hardness") ==
      0);
}

TEST_CASE("a joint has the strength that the file says") {
  const std::string joint = R"("bodies": [{"name": "a", "mass": 1, "inertia": 1}],
    "joints": [{"kind": "weld", "a": "a", "break_force": 5, "break_torque": )";
  const Model model = parse(joint + "7}]").value().model;
  CHECK(model.joints[0].break_force == 5);
  CHECK(model.joints[0].break_torque == 7);
  CHECK(faults(joint + "0}]").find("joints[0].break_torque: is 0 (expected > 0") !=
        std::string::npos);
}

TEST_CASE("a surface velocity that is none is a fault with its line") {
  const std::string found = faults(
      "\"bodies\": [\n"
      R"({"kind": "fixed", "shapes": [{"box": {"size": [1, 1]}, "surface_velocity": [1, 2]}]},)"
      "\n"
      R"({"kind": "spatial_fixed", "surface_velocity": 2, "shapes": [{"box": {"size": [1, 1, 1]}}]}])");
  CHECK(found.find("t.json:2: bodies[0].shapes[0].surface_velocity") != std::string::npos);
  CHECK(found.find("t.json:3: bodies[1].surface_velocity") != std::string::npos);
}

}  // namespace perpend::io
