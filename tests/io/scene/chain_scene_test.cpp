// SPDX-License-Identifier: Apache-2.0
// Chains of segments in scene files: what they become, their faults, and that nothing is stopped at
// their joints.
#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>
#include <vector>

#include "perpend/io/scene.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector2d;

Result<study::Scene> parse(const std::string& members) {
  const std::string needed = R"({"format": 1, "name": "t", "simulation": {"duration": 1}, )";
  return parse_scene(needed + members + "}", "t.json");
}

}  // namespace

TEST_CASE("a chain is a segment from each point to the next, a closed one back to the first") {
  const std::string points = R"("vertices": [[0, 0], [2, 0], [2, 1]])";
  const auto chain = [&](const std::string& more) {
    return parse(R"("bodies": [{"kind": "fixed", "shapes": [{"chain": {)" + points + more +
                 R"(}, "position": [1, 1]}, {"disc": {"radius": 0.1}, "position": [9, 9]}]}])")
        .value()
        .model;
  };
  const Model open = chain("");
  REQUIRE(open.bodies[0].details->shapes.size() == 3);
  const auto& second = open.bodies[0].details->shapes[1];
  CHECK(std::get<planar::Capsule>(second.shape).half_length == 0.5);
  CHECK(std::get<planar::Capsule>(second.shape).radius == 0);
  CHECK((second.pose.p - Vector2d(3, 1.5)).norm() < 1e-15);
  const Model closed = chain(R"(, "closed": true, "radius": 0.05)");
  CHECK(closed.bodies[0].details->shapes.size() == 4);
  CHECK(std::get<planar::Capsule>(closed.bodies[0].details->shapes[2].shape).radius == 0.05);
}

TEST_CASE("between two points a chain is one segment, closed or not") {
  for (const char* closed : {"false", "true"}) {
    const std::string chain =
        std::string(R"({"chain": {"vertices": [[0, 0], [2, 0]], "closed": )") + closed;
    const Model model =
        parse(R"("bodies": [{"kind": "fixed", "shapes": [)" + chain + "}}]}]").value().model;
    CHECK(model.bodies[0].details->shapes.size() == 1);
  }
}

TEST_CASE("points that make no chain are faults with their line") {
  const auto faults = [](const std::string& chain) {
    const auto scene =
        parse("\"bodies\": [{\"kind\": \"fixed\", \"shapes\": [\n{\"chain\": " + chain + "}]}]");
    return scene ? std::string() : to_string(scene.error());
  };
  CHECK(faults(R"({"vertices": [[0, 0]]})")
            .find("t.json:2: bodies[0].shapes[0].chain.vertices: has 1 points") !=
        std::string::npos);
  CHECK(faults(R"({"vertices": [[0, 0], [1, 0], [1, 0]]})")
            .find("vertices[1]: is where the next point is") != std::string::npos);
  CHECK(faults(R"({})").find("chain.vertices") != std::string::npos);
  CHECK(faults(R"({"vertices": [[0, 0], [1, 0]], "radius": -1})").find("radius: is -1") !=
        std::string::npos);
}

TEST_CASE("a chain that goes back along itself is a fault, a closed one that crosses itself too") {
  const auto faults = [](const std::string& points, bool closed) {
    const auto scene = parse(R"("bodies": [{"kind": "fixed", "shapes": [{"chain": {"vertices": [)" +
                             points + (closed ? R"(], "closed": true)" : "]") + "}}]}]");
    return scene ? std::string() : to_string(scene.error());
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  std::mt19937_64 random(14);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int member = 0; member < 30; ++member) {
    const double angle = 3 * uniform(random), size = std::exp(5 * uniform(random));
    const auto list = [&](const std::vector<Vector2d>& points) {
      std::string text;
      for (const Vector2d& p : points) {
        const Vector2d at = size * (Eigen::Rotation2Dd(angle) * p);
        text += (text.empty() ? "[" : ",[") + std::to_string(at.x()) + "," +
                std::to_string(at.y()) + "]";
      }
      return text;
    };
    const std::string eight = list({{0, 0}, {2, 1}, {2, 0}, {0, 1}}),
                      square = list({{0, 0}, {1, 0}, {1, 1}, {0, 1}});
    CHECK(has(faults(eight, true),
              "chain.vertices[2]: the closed chain crosses its segment from vertices[0]"));
    CHECK(faults(eight, false).empty());
    CHECK(faults(square, true).empty());
  }
  CHECK(has(faults("[0, 0], [2, 0], [1, 0]", false), "vertices[1]: goes back along the chain"));
  CHECK(has(faults("[0, 0], [1, 1], [3, 3], [2, 2]", true),
            "vertices[2]: goes back along the chain"));
  CHECK(has(faults("[0, 0], [2, 0], [2, 3], [3, 3], [3, 0]", true),
            "vertices[0]: goes back along the chain"));
  CHECK(faults("[0, 0], [2, 0], [1, 0.001]", false).empty());
}

TEST_CASE("boxes, balls, wheels and rods keep their speed over the joints of a flat chain") {
  std::string points;
  for (int i = 0; i <= 60; ++i) points += (i ? ", [" : "[") + std::to_string(0.37 * i) + ", 0]";
  const Model model = parse(R"("materials": [{"name": "default", "mu": 0}], "bodies": [
    {"name": "ground", "kind": "fixed", "shapes": [{"chain": {"vertices": [)" +
                            points + R"(]}}]},
    {"name": "box", "position": [1, 0.1], "velocity": [3, 0], "shapes": [{"box": {"size": [0.4, 0.2]}}]},
    {"name": "ball", "position": [3, 0.15], "velocity": [3, 0], "omega": -20, "shapes": [{"disc": {"radius": 0.15}}]},
    {"name": "rod", "position": [5, 0.1], "velocity": [3, 0], "shapes": [{"capsule": {"length": 0.4, "radius": 0.1}}]},
    {"name": "egg", "position": [7, 0.1], "velocity": [3, 0], "shapes": [{"ellipse": {"axes": [0.4, 0.2]}}]}])")
                          .value()
                          .model;
  Simulator simulator(model, {.dt = 0.002});
  State state = initial_state(model);
  while (state.time < 3) REQUIRE(simulator.step(state).status == StepStatus::ok);
  for (int body = 1; body <= 4; ++body) {
    CAPTURE(model.bodies[body].details->name);
    CHECK(body_velocity(model, state, {body}).x() == relative(3, 1e-9));
    CHECK(std::abs(body_velocity(model, state, {body}).y()) < 1e-9);
  }
}

}  // namespace perpend::io
