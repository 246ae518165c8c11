// SPDX-License-Identifier: Apache-2.0
// Polygons that are not convex: their mass, what they hold, nothing stopped at their seams, faults.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <random>

#include "io/scene/scene_cases.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector2d;
using scene_cases::faults;
using scene_cases::parse;

// A U of 3 x 2 whose floor and legs are 0.5 thick, around the origin of its inner floor.
constexpr const char* kYou =
    R"({"polygon": {"vertices": [[-1.5, -0.5], [1.5, -0.5], [1.5, 1.5], [1, 1.5], [1, 0], [-1, 0],
                                 [-1, 1.5], [-1.5, 1.5]]}})";

TEST_CASE("a polygon that is not convex becomes convex ones of the same mass") {
  const Model model =
      parse(fmt::format(R"("bodies": [{{"density": 2, "shapes": [{}]}}])", kYou)).value().model;
  const Body& body = model.bodies[0];
  CHECK(body.details->shapes.size() == 3);
  // 3 x 0.5 below 0 and two legs of 0.5 x 1.5 above.
  const double area = 1.5 + 2 * 0.75, y = (1.5 * -0.25 + 1.5 * 0.75) / area;
  CHECK(body.mass == relative(2 * area));
  const double about_origin = 1.5 * (9 + 0.25) / 12 + 1.5 * 0.0625 +
                              2 * (0.75 * (0.25 + 2.25) / 12 + 0.75 * (1.5625 + 0.5625));
  CHECK(body.inertia() == relative(2 * (about_origin - area * y * y)));
}

TEST_CASE("a cup that moves holds a ball, whichever way it is tilted") {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> number(-0.3, 0.3);
  for (int trial = 0; trial < 10; ++trial) {
    const Model model =
        parse(
            fmt::format(
                R"("bodies": [{{"name": "ground", "kind": "fixed", "shapes": [{{"half_plane": {{}}}}]}},
                     {{"name": "cup", "density": 2, "position": [0, 1.2], "angle": {}, "shapes": [{}]}},
                     {{"name": "ball", "mass": 1, "position": [{}, 3.5],
                       "shapes": [{{"disc": {{"radius": 0.3}}}}]}}])",
                number(random), kYou, number(random)))
            .value()
            .model;
    State state = initial_state(model);
    Simulator simulator(model, {.dt = 1.0 / 240});
    for (int step = 0; step < 720; ++step) REQUIRE(simulator.step(state).uncertified == 0);
    const Vector2d in_cup = state.q.segment<2>(6) - state.q.segment<2>(3);
    CHECK(std::abs(state.q[5]) < 1e-6);
    CHECK(in_cup.norm() < 1.2);
  }
}

TEST_CASE("what slides over the seams of a concave ground is not stopped") {
  // Steps of a comb whose teeth end at one height, and a flat piece with a notch below.
  const Model model = parse(R"("gravity": [0, -10], "materials": [{"name": "default", "mu": 0}],
               "bodies": [{"kind": "fixed", "shapes": [{"polygon": {"vertices":
                 [[-9, -1], [-8, -1], [-8, -0.2], [-3, -0.2], [-3, -1], [0, -1], [0, -0.6], [2, -0.6],
                  [2, -1], [9, -1], [9, 0], [-9, 0]]}}]},
               {"mass": 1, "position": [-8, 0.25], "velocity": [4, 0],
                "shapes": [{"box": {"size": [0.5, 0.5]}}]}])")
                          .value()
                          .model;
  CHECK(model.bodies[0].details->shapes.size() > 2);
  State state = initial_state(model);
  Simulator simulator(model, {.dt = 1.0 / 240});
  for (int step = 0; step < 900; ++step) REQUIRE(simulator.step(state).uncertified == 0);
  CHECK(state.q[3] == relative(-8 + 4 * 900 / 240.0));
  CHECK(state.v[3] == relative(4));
  CHECK(std::abs(state.q[5]) < 1e-12);
}

TEST_CASE("polygons that enclose nothing are faults") {
  const auto said = [](const std::string& vertices) {
    return faults(R"("bodies": [{"mass": 1, "shapes": [{"polygon": {"vertices": [)" + vertices +
                  "]}}]}]");
  };
  CHECK(said("[0, 0], [3, 0], [3, 2], [1, -1]")
            .find("vertices[2]: the polygon crosses its segment from vertices[0]") !=
        std::string::npos);
  CHECK(said("[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]").find("touches itself") != std::string::npos);
  CHECK(said("[0, 0], [0, 1], [1, 0]").find("clockwise") != std::string::npos);
}

}  // namespace
}  // namespace perpend::io
