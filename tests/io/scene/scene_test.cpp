// SPDX-License-Identifier: Apache-2.0
// What the keys of a scene make.
#include "perpend/io/scene.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "io/scene/scene_cases.hpp"
#include "io/scratch_file.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using namespace study;
using scene_cases::faults;
using scene_cases::kBall;
using scene_cases::one_fault;
using scene_cases::parse;

TEST_CASE("every key of a scene reaches the record it is for") {
  const Result<Scene> read = parse_scene(R"({
    "format": 1, "name": "all", "description": "d", "source": "s", "gravity": [0.5, -2],
    "materials": [{"name": "ice", "mu_s": 0.2, "mu_k": 0.1, "e": 0.3}, {"name": "wood", "mu": 0.6}],
    "surface_pairs": [{"a": "ice", "b": "wood", "mu_s": 0.4, "mu_k": 0.35, "e": 0.25}],
    "bodies": [
      {"name": "ground", "kind": "fixed", "material": "wood",
       "shapes": [{"half_plane": {"normal": [0, 2]}}]},
      {"name": "egg", "position": [1, 8], "angle": 0.25, "velocity": [3, 4], "omega": -5,
       "shapes": [{"ellipse": {"axes": [8, 4]}}], "density": 10, "material": "ice", "level": 0,
       "color": "#a0b1c2"},
      {"name": "shaker", "kind": "kinematic", "position": [40, 0], "level": 2,
       "shapes": [{"box": {"size": [2, 4]}, "position": [1, 0], "angle": 0.5}],
       "motion": {"velocity": [1, 0, 0],
                  "harmonics": [{"amplitude": [0, 0.2, 0], "frequency": 3, "phase": 1,
                                 "start": 2, "stop": 4}]}},
      {"name": "bead", "kind": "particle", "position": [20, 20], "mass": 2.5}
    ],
    "joints": [{"name": "rope", "kind": "distance", "a": "bead", "anchor": [20, 20],
                "anchor_b": [20, 23]}],
    "simulation": {"dt": 0.05, "duration": 20, "law": "relaxed", "solver": "auto",
                   "impact": "poisson", "stabilise": false, "margin": 0.3, "recovery_speed": 2,
                   "impact_speed": 0.1, "warm_start": false, "threads": 2, "record_every": 4},
    "view": {"lo": [-10, -1], "hi": [10, 12]},
    "expect": [{"body": "egg", "quantity": "speed", "time": 0.5, "value": 5, "tolerance": 0.1,
                "why": "3-4-5"}]
  })",
                                         "all.json");
  REQUIRE_MESSAGE(read.has_value(), (read ? "" : to_string(read.error())));
  const Scene& scene = *read;
  const Model& model = scene.model;
  CHECK(model.gravity == Eigen::Vector3d(0.5, -2, 0));
  REQUIRE(model.bodies.size() == 4);
  const Body& egg = model.bodies[1];
  CHECK(egg.mass == relative(10 * 3.14159265358979 * 4 * 2));
  CHECK(egg.inertia() == relative(egg.mass * (16 + 4) / 4));
  CHECK(model.surface(egg.material, model.bodies[0].material).mu_k == 0.35);
  CHECK(model.start_v.segment<3>(egg.v_offset) == Eigen::Vector3d(3, 4, -5));
  CHECK(std::get<planar::HalfPlane>(model.bodies[0].details->shapes[0].shape).normal.y() == 1);
  CHECK(model.bodies[2].details->level == 2);
  REQUIRE(model.bodies[2].details->motion.harmonics.size() == 1);
  CHECK(model.bodies[2].details->motion.harmonics[0].amplitude.y() == 0.2);
  CHECK(model.bodies[2].details->motion.harmonics[0].stop == 4);
  CHECK(model.bodies[3].mass == 2.5);
  CHECK(model.joints[0].length == 3);
  CHECK(scene.options.dt == 0.05);
  CHECK(scene.options.law == ContactLaw::relaxed);
  CHECK(scene.options.impact == ImpactLaw::poisson);
  CHECK_FALSE(scene.options.stabilise);
  CHECK(scene.options.margin == 0.3);
  CHECK(scene.options.threads == 2);
  CHECK(scene.duration == 20);
  CHECK(scene.record_every == 4);
  CHECK(scene.colors == std::vector<std::string>{"", "#a0b1c2", "", ""});
  CHECK(scene.view->hi == Eigen::Vector2d(10, 12));
  REQUIRE(scene.expectations.size() == 1);
  const State start = initial_state(model);
  CHECK(measure(model, start, scene.expectations[0].measurand) == 5);
  CHECK(measure(model, start, {.quantity = Quantity::y, .body = {1}}) == 8);
  CHECK(measure(model, start, {.quantity = Quantity::displacement, .body = {1}}) == 0);
}

TEST_CASE("a triangle of 21 discs in the cannonball arrangement touches and does not overlap") {
  const auto scene = parse(R"("bodies": [{"name": "disc", "position": [-15, 3],
    "shapes": [{"disc": {"radius": 3}}],
    "array": {"count": [6, 6], "spacing": [6, 5.196152422706632], "triangle": true}}])");
  REQUIRE_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
  REQUIRE(scene->model.bodies.size() == 21);
  const State start = initial_state(scene->model);
  CHECK(scene->model.bodies[20].details->name == "disc_20");
  CHECK(frame_pose(scene->model, start, {20}).p.x() == near_zero(1e-12));
  int touching = 0;
  for (int i = 0; i < 21; ++i)
    for (int j = 0; j < i; ++j) {
      const double apart =
          (frame_pose(scene->model, start, {i}).p - frame_pose(scene->model, start, {j}).p).norm();
      touching += apart < 6 + 1e-9;
    }
  CHECK(touching == 45);  // three sides of each upright triangle, 15 of them
}

TEST_CASE("staggered and jittered arrays; the jitter is bounded and the same each time") {
  const std::string members = R"("bodies": [{"name": "b", "shapes": [{"disc": {"radius": 0.1}}],
    "array": {"count": [3, 2], "spacing": [1, 2], "stagger": 0.5, "jitter": JITTER, "seed": 7}}])";
  const auto with = [&](const std::string& jitter) {
    std::string text = members;
    return parse(text.replace(text.find("JITTER"), 6, jitter)).value().model.start_q;
  };
  const Eigen::VectorXd regular = with("0"), jittered = with("0.2");
  CHECK(regular.segment<2>(3 * 4) == Eigen::Vector2d(1.5, 2));
  const double most = (jittered - regular).cwiseAbs().maxCoeff();
  CHECK(most > 0.05);
  CHECK(most <= 0.2);
  CHECK((jittered - regular).minCoeff() < -0.05);
  CHECK((jittered - regular).maxCoeff() > 0.05);
  CHECK(jittered == with("0.2"));
}

TEST_CASE("in space the jitter of an array has three directions") {
  const std::string text = R"("bodies": [{"name": "b", "kind": "spatial", "mass": 1,
    "shapes": [{"sphere": {"radius": 0.1}}], "array": {"count": [2, 2, 2], "spacing": [1, 1, 1],
    "jitter": JITTER}}])";
  const auto with = [&](const std::string& jitter) {
    std::string copy = text;
    return parse(copy.replace(copy.find("JITTER"), 6, jitter)).value().model.start_q;
  };
  const Eigen::VectorXd off = with("0.2") - with("0");
  for (int axis = 0; axis < 3; ++axis) {
    double most = 0;
    for (int i = 0; i < 8; ++i) most = std::max(most, std::abs(off[7 * i + axis]));
    CHECK(most > 0.02);
    CHECK(most <= 0.2);
  }
}

TEST_CASE("a colour has six digits") {
  for (const std::string wrong : {"#fff", "#12345", "#1234567", "#12345g", "red"})
    CHECK(one_fault(
        R"("bodies": [{"color": ")" + wrong + R"(", "shapes": [{"disc": {"radius": 1}}]}])",
        "t.json:1: bodies[0].color: found \"" + wrong));
  CHECK(faults(R"("bodies": [{"color": "#12aBcd", "shapes": [{"disc": {"radius": 1}}]}])") ==
        "none");
}

TEST_CASE("the normal of a half plane has any length but 0") {
  const auto ground = [](const std::string& normal) {
    return kBall.substr(0, kBall.size() - 1) + R"(, {"name": "g", "kind": "fixed",
      "position": [-9, -9], "shapes": [{"half_plane": {"normal": )" +
           normal + "}}]}]";
  };
  CHECK(one_fault(ground("[0, 0]"),
                  "t.json:2: bodies[1].shapes[0].half_plane.normal: has length "
                  "0 (expected any other; in \"g\")"));
  for (const char* normal : {"[0, 3]", "[0, 1e-300]", "[1e300, 1e300]"})
    CHECK(faults(ground(normal)) == "none");
}

TEST_CASE("friction coefficients are named as they were written") {
  const auto fault = [](const std::string& keys, const std::string& start) {
    return one_fault(kBall + R"(, "materials": [{"name": "ice",)" + "\n" + keys + "}]",
                     "t.json:2: materials[0]." + start);
  };
  CHECK(fault(R"("mu": -0.1)", "mu: is -0.1 (expected a finite number >= 0"));
  CHECK(fault(R"("mu_s": -0.1)", "mu_s: is -0.1 (expected a finite number >= 0"));
  CHECK(fault(R"("mu_k": -0.1)", "mu_k: is -0.1 (expected a finite number >= 0"));
  CHECK(fault(R"("mu_s": 0.1, "mu_k": 0.2)", "mu_s: is 0.1 (expected a finite number >= mu_k"));
  CHECK(fault(R"("mu": 0.1, "mu_k": 0.2)",
              "mu: sets both coefficients (expected none beside it, found mu_k"));
  CHECK(fault(R"("mu": 0.1, "mu_s": 0.2)",
              "mu: sets both coefficients (expected none beside it, found mu_s"));
}

TEST_CASE("levels, colours and the velocity of a particle are those of their own body") {
  const auto scene = parse(R"("bodies": [{"name": "a", "shapes": [{"disc": {"radius": 1}}]},
    {"name": "b", "level": -2, "color": "", "shapes": [{"disc": {"radius": 1}}]},
    {"name": "c", "kind": "particle", "mass": 1, "level": -1, "position": [0.5, 0],
     "velocity": [3, -4], "color": "#012345"}, {"name": "d", "level": 3, "color": "#6789ab",
     "shapes": [{"disc": {"radius": 1}}]}])");
  REQUIRE_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
  const Model& model = scene->model;
  CHECK(model.bodies[1].details->level == -2);
  CHECK(model.bodies[2].details->level == -1);
  CHECK(model.start_v.segment<2>(model.bodies[2].v_offset) == Eigen::Vector2d(3, -4));
  CHECK(scene->colors == std::vector<std::string>{"", "", "#012345", "#6789ab"});
}

TEST_CASE("what makes a robot no scene is told without a line, with the notes of its file") {
  const ScratchFile file("rough.sdf");
  std::ofstream(file.path)
      << "<sdf version='1.9'>\n<model name='m'>\n<link name='a'>\n<sensor/><collision name='c'>"
         "<geometry><sphere><radius>1</radius></sphere></geometry>\n<surface><friction><ode>"
         "<mu>-1</mu></ode></friction></surface></collision></link></model></sdf>";
  const auto scene = read_scene(file.path);
  REQUIRE_FALSE(scene.has_value());
  const Diagnostics& found = scene.error();
  REQUIRE(found.size() == 2);
  CHECK(found[0].line == 0);
  CHECK(found[0].element == "materials[0].mu");
  CHECK_FALSE(found[0].is_note);
  CHECK(found[1].is_note);
  CHECK(found[1].line == 4);
}

TEST_CASE("a file with the ending of a robot is read as one") {
  for (const char* ending : {"no.urdf", "no.sdf"}) {
    const ScratchFile file(ending);
    std::ofstream(file.path) << R"({"format": 1})";
    const auto scene = read_scene(file.path);
    REQUIRE_FALSE(scene.has_value());
    CHECK(to_string(scene.error()).find("is no XML") != std::string::npos);
  }
}

}  // namespace
}  // namespace perpend::io
