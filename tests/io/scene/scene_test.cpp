// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/scene.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "relative.hpp"

namespace perpend::io {
namespace {

using namespace study;

// A scene with these members beside the ones every scene needs, which stand on line 1.
Result<Scene> parse(const std::string& members) {
  const std::string needed =
      R"({"format": 1, "name": "t", "simulation": {"duration": 1, "law": "relaxed"}, )";
  return parse_scene(needed + members + "}", "t.json");
}

const std::string kBall = R"("bodies": [{"name": "ball", "shapes": [{"disc": {"radius": 1}}]}])";

std::string faults(const std::string& members) {
  const Result<Scene> scene = parse(members);
  return scene ? "none" : to_string(scene.error());
}

// Whether exactly one fault was found, which starts so.
bool one_fault(const std::string& members, const std::string& start) {
  const std::string text = faults(members);
  const bool found = text.starts_with(start) && text.find('\n') == std::string::npos;
  if (!found) MESSAGE(text);
  return found;
}

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

TEST_CASE("expectations of what a body or joint has not are faults") {
  const auto fault = [](const std::string& expect) {
    return faults(R"("bodies": [{"name": "disc", "shapes": [{"disc": {"radius": 1}}]},
      {"name": "ball", "kind": "spatial", "shapes": [{"sphere": {"radius": 1}}]}],
      "joints": [{"name": "j", "kind": "pin", "a": "disc", "anchor": [0, 0]}],
      "expect": [{)" +
                  expect + R"(, "value": 0, "tolerance": 1}])");
  };
  const std::string of_joint = R"("quantity": "coordinate", "joint": "j")";
  CHECK(fault(of_joint) == "none");
  CHECK(fault(of_joint + R"(, "coordinate": 0)") == "none");
  for (const std::string wrong : {"-1", "1"})
    CHECK(fault(of_joint + R"(, "coordinate": )" + wrong)
              .find("expect[0].coordinate: is " + wrong + " (the joint has 1") !=
          std::string::npos);
  CHECK(fault(R"("quantity": "z", "body": "ball")") == "none");
  CHECK(fault(R"("quantity": "angle", "body": "disc")") == "none");
  const auto lacks = [&](const std::string& body, const std::string& quantity, const char* kind) {
    CAPTURE(quantity);
    CHECK(fault(R"("quantity": ")" + quantity + R"(", "body": ")" + body + '"')
              .find(std::string("a ") + kind + " body has no " + quantity) != std::string::npos);
  };
  for (const char* quantity : {"z", "vz", "wx", "wy", "wz"}) lacks("disc", quantity, "planar");
  for (const char* quantity : {"angle", "omega"}) lacks("ball", quantity, "spatial");
}

TEST_CASE("a colour has six digits") {
  for (const std::string wrong : {"#fff", "#12345", "#1234567", "#12345g", "red"})
    CHECK(one_fault(
        R"("bodies": [{"color": ")" + wrong + R"(", "shapes": [{"disc": {"radius": 1}}]}])",
        "t.json:1: bodies[0].color: found \"" + wrong));
  CHECK(faults(R"("bodies": [{"color": "#12aBcd", "shapes": [{"disc": {"radius": 1}}]}])") ==
        "none");
}

TEST_CASE("frames without an inside and exclusions of one body are faults") {
  for (const std::string hi : {"[1, -1]", "[-1, 1]", "[0, 1]"})
    CHECK(faults(kBall + ",\n\"view\": {\"lo\": [0, 0], \"hi\": " + hi + "}")
              .find("lo is not below and left of hi") != std::string::npos);
  CHECK(faults(R"("bodies": [{"name": "d", "shapes": [{"disc": {"radius": 1}}]}],
                  "exclude_collisions": [{"a": "d", "b": "d"}])")
            .find("names one body twice") != std::string::npos);
}

TEST_CASE("unknown keys and names are reported with the nearest one") {
  CHECK(one_fault(kBall + ",\n\"gravty\": [0, 0]",
                  "t.json:2: gravty: is not a known key (did you mean \"gravity\"?"));
  CHECK(one_fault(R"("bodies": [{"name": "ball", "mass": 1, "inertia": 1,
    "shapes": [{"disk": {"radius": 1}}]}])",
                  "t.json:2: bodies[0].shapes[0].disk: is not a known key (did you mean \"disc\""));
  CHECK(one_fault(R"("bodies": [{"name": "ball", "mass": 1, "inertia": 1,
    "kind": "rigit"}])",
                  "t.json:2: bodies[0].kind: found \"rigit\" (did you mean \"rigid\"?"));
  CHECK(one_fault(
      kBall + R"(, "joints": [
    {"kind": "revolut", "a": "ball", "anchor": [0, 0]}])",
      "t.json:2: joints[0].kind: found \"revolut\" (did you mean \"revolute\"? one of pin,"));
  CHECK(one_fault(kBall + R"(, "joints": [
    {"kind": "pin", "a": "bal", "anchor": [0, 0]}])",
                  "t.json:2: joints[0].a: no body is named \"bal\" (did you mean \"ball\"?)"));
  CHECK(one_fault(R"("materials": [{"name": "wood"}],
    "bodies": [{"name": "b", "mass": 1, "inertia": 1, "material": "woood"}])",
                  "t.json:2: bodies[0].material: no material named 'woood'"));
}

TEST_CASE("faults carry the name of their element") {
  CHECK(one_fault(
      kBall + R"(, "joints": [
    {"name": "hinge", "kind": "pin", "a": "bal", "anchor": [0, 0]}])",
      "t.json:2: joints[0].a: no body is named \"bal\" (did you mean \"ball\"?; in \"hinge\")"));
  CHECK(one_fault(kBall + R"(, "joints": [{"name": "loop", "kind": "pin", "a": "ball",
    "anchor": [0, 0],
    "anchor_b": [0.5, 0]}])",
                  "t.json:3: joints[0].anchor_b: is 0.5 m away from anchor (the joint cannot close "
                  "in the start pose; in \"loop\")"));
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
  CHECK(fault(R"("mu": 0.1, "mu_k": 0.2)", "mu: sets both coefficients (expected none beside it"));
}

TEST_CASE("faults of the model carry the line of the element, also through an array") {
  CHECK(one_fault(R"("bodies": [{"name": "b",
    "shapes": [{"disc": {"radius": 1}}],
    "mass": -3}])",
                  "t.json:3: bodies[0].mass: is -3"));
  CHECK(one_fault(R"("bodies": [{"name": "a", "mass": 1, "inertia": 1},
    {"name": "b", "array": {"count": [5, 5], "spacing": [9, 9]},
     "shapes": [
       {"disc": {"radius": -1}}]}])",
                  "t.json:4: bodies[1].shapes[0].radius: is -1"));
  CHECK(one_fault(R"("bodies": [
    {"name": "a", "shapes": [{"disc": {"radius": 1}}]},
    {"name": "b", "position": [1.5, 0], "shapes": [{"disc": {"radius": 1}}]}])",
                  "t.json:3: bodies[1]: 'b' overlaps 'a' by 0.5 m"));
  CHECK(one_fault(R"("bodies": [{"name": "a", "mass": 1, "inertia": 1,
    "shapes": [{"box": {"size": [0, 1]}}]}])",
                  "t.json:2: bodies[0].shapes[0].box: width must be positive and finite"));
  CHECK(one_fault(kBall + R"(, "joints": [
    {"kind": "weld", "a": "world", "b": "ball"}])",
                  "t.json:2: joints[0].a: is not a body"));
}

TEST_CASE("all faults come in one pass, in the order of the file") {
  const Result<Scene> scene = parse_scene(R"({"format": 2,
    "bodies": [{"name": 7, "shapes": [{"disc": {}}],
                "position": [1]},
               {"name": "x", "mass": -1}],
    "simulation": {"dt": -0.1, "margin": -1, "duration": 0,
                   "law": "relax", "record_every": 1.5},
    "expect": [{"body": "y", "quantity": "heat", "value": 1, "tolerance": -1}]
  })",
                                          "f.json");
  REQUIRE_FALSE(scene.has_value());
  std::vector<std::string> where;
  for (const Diagnostic& fault : scene.error())
    where.push_back(std::to_string(fault.line) + " " + fault.element);
  const std::vector<std::string> expected{"1 format",
                                          "1 name",
                                          "2 bodies[0].name",
                                          "2 bodies[0].shapes[0].disc.radius",
                                          "3 bodies[0].position",
                                          "4 bodies[1].mass",
                                          "5 simulation.dt",
                                          "5 simulation.margin",
                                          "5 simulation.duration",
                                          "6 simulation.law",
                                          "6 simulation.record_every",
                                          "7 expect[0].body",
                                          "7 expect[0].quantity",
                                          "7 expect[0].tolerance"};
  for (const std::string& element : expected)
    CHECK_MESSAGE(std::count(where.begin(), where.end(), element) == 1, element, " in\n",
                  to_string(scene.error()));
  CHECK_MESSAGE(where.size() == expected.size(), to_string(scene.error()));
  CHECK(std::is_sorted(scene.error().begin(), scene.error().end(),
                       [](const auto& a, const auto& b) { return a.line < b.line; }));
}

TEST_CASE("options that contradict each other are faults of the file") {
  CHECK(one_fault(kBall + R"(, "gravity": [0, "up"])", "t.json:1: gravity: found a list of 2"));
  const auto scene = parse_scene(R"({"format": 1, "name": "t",
    "bodies": [{"name": "b", "mass": 1, "inertia": 1}],
    "simulation": {"duration": 1, "law": "relaxed",
      "dt": 0}})",
                                 "t.json");
  REQUIRE_FALSE(scene.has_value());
  CHECK(to_string(scene.error()) == "t.json:4: simulation.dt: must be positive and finite, got 0");
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

TEST_CASE("numbers that would take all memory are faults with their key") {
  CHECK(one_fault(R"("bodies": [{"name": "d",
    "shapes": [{"regular_polygon": {"sides": 1000000000, "radius": 1}}]}])",
                  "t.json:2: bodies[0].shapes[0].regular_polygon: sides must be 3 to 10000"));
  const auto scene = parse_scene(R"json({"format": 1, "name": "t",
    "bodies": [{"name": "b", "mass": 1, "inertia": 1}],
    "simulation": {"duration": 1,
      "law": "polyhedral(1000000000)"}})json",
                                 "t.json");
  REQUIRE_FALSE(scene.has_value());
  CHECK(to_string(scene.error()).find("t.json:4: simulation.law: sides must be") == 0);
}

TEST_CASE("a row is recorded of one step at least") {
  const auto every = [](const std::string& steps) {
    const auto scene =
        parse_scene(R"({"format": 1, "name": "t", "simulation": {"duration": 1, "record_every": )" +
                        steps + "}, " + kBall + "}",
                    "t.json");
    return scene ? "none" : to_string(scene.error());
  };
  CHECK(every("1") == "none");
  CHECK(every("0").starts_with(
      "t.json:1: simulation.record_every: found 0 (expected a whole number >= 1"));
}

TEST_CASE("every option out of its range is a fault at its own line") {
  const auto scene = parse_scene(R"({"format": 1, "name": "t",
    "bodies": [{"name": "b", "mass": 1, "inertia": 1}],
    "simulation": {"duration": 1,
      "halvings": 21,
      "baumgarte": 2,
      "recovery_speed": -1,
      "position_iterations": -1,
      "accepted_residual": -1,
      "joints": {"stiffness": 1, "damping": -2},
      "relaxation_passes": 2,
      "law": "box", "solver": "murty"}})",
                                 "t.json");
  REQUIRE_FALSE(scene.has_value());
  CHECK(to_string(scene.error()) ==
        "t.json:4: simulation.halvings: must be 0 to 20, got 21\n"
        "t.json:5: simulation.baumgarte: must be 0 to 1, got 2\n"
        "t.json:6: simulation.recovery_speed: must be >= 0, got -1\n"
        "t.json:7: simulation.position_iterations: must be >= 0, got -1\n"
        "t.json:8: simulation.accepted_residual: must be finite and >= 0, got -1\n"
        "t.json:9: simulation.joints.damping: must be finite and >= 0, got -2\n"
        "t.json:10: simulation.relaxation_passes: must be 0 unless the law is relaxed, got 2\n"
        "t.json:11: simulation.solver: must be one of auto, dantzig, keller, lemke, proximal, pgs, "
        "alart_curnier, fischer_burmeister, interior for law box, got murty");
}

TEST_CASE("syntax: position of the error, keys given twice, no object") {
  const auto at = [](const std::string& text) { return to_string(parse_scene(text, "t").error()); };
  CHECK(at("{\n\"a\": 1,\n}").starts_with("t:3: "));
  CHECK(at("{\n\"a\": 1,\n\"b\": 2, \"a\": 3}") == "t:3: a: appears twice in one object");
  CHECK(at("").starts_with("t:1: "));
  CHECK(at("[1, 2]").find("expected an object") != std::string::npos);
  CHECK_FALSE(read_scene("/nowhere/at/all.json").has_value());
}

TEST_CASE("what is no finite number is named by its place and its line") {
  for (const std::string number : {"NaN", "Infinity", "-Infinity", "-NaN", "1e999", "-1e999"}) {
    CAPTURE(number);
    const auto fault = [&](const std::string& before, const std::string& after) {
      return parse_scene(before + number + after, "t").error().at(0);
    };
    const Diagnostic deep =
        fault("{\"bodies\": [{}, {\"shapes\": [{\"box\": {\"size\": [1,\n", ", 2]}}]}]}");
    CHECK(deep.element == "bodies[1].shapes[0].box.size[1]");
    CHECK(deep.line == 2);
    CHECK(deep.hint == "expected a finite number");
    CHECK(fault("{\"a\": 1, \"simulation\": {\"dt\": ", "}}").element == "simulation.dt");
    CHECK(fault("{\"gravity\": [", "]}").element == "gravity[0]");
  }
}

TEST_CASE("lines are right after numbers at the end of a line and after comments") {
  const std::string gravity = ", // a comment\n\"gravity\": [\n0,\n-1\n]\n,\n";
  CHECK(one_fault(kBall + gravity + "/* two\nlines */ \"x\": 3\n",
                  "t.json:8: x: is not a known key"));
}

}  // namespace
}  // namespace perpend::io
