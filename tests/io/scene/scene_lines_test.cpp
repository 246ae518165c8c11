// SPDX-License-Identifier: Apache-2.0
// Faults of a scene: words, elements and lines.
#include <doctest/doctest.h>

#include <algorithm>

#include "io/scene/scene_cases.hpp"
#include "perpend/io/scene.hpp"

namespace perpend::io {
namespace {

using namespace study;
using scene_cases::faults;
using scene_cases::kBall;
using scene_cases::one_fault;

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

TEST_CASE("a law that is none hides no fault of a solver, and makes none") {
  const auto with = [](const std::string& options) {
    const auto scene = parse_scene(R"({"format": 1, "name": "t", "bodies": [{"kind": "fixed"}],
      "simulation": {"duration": 1, )" +
                                       options + "}}",
                                   "t");
    return scene ? std::string() : to_string(scene.error());
  };
  CHECK(with(R"("law": "box", "solver": "murty")").find("simulation.solver: must be one of") !=
        std::string::npos);
  const std::string law = with(R"("law": "boxx", "solver": "murty")");
  CHECK(law.starts_with("t:2: simulation.law: found \"boxx\""));
  CHECK(law.find('\n') == std::string::npos);
  CHECK(with(R"("law": "boxx", "solver": "murtyy")").find("simulation.solver: found \"murtyy\"") !=
        std::string::npos);
}

}  // namespace
}  // namespace perpend::io
