// SPDX-License-Identifier: Apache-2.0
//
// What leans, lies or stands: prisms, faces with more corners than a manifold has points, and
// planks that fall.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "perpend/dynamics/energy.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

spatial::Hull prism(Draw& draw, int sides) {
  const double radius = draw(0.2, 0.4), half = draw(0.1, 0.3);
  std::vector<Vector3d> corners;
  for (const double z : {-half, half})
    for (int k = 0; k < sides; ++k) {
      const double angle = 2 * std::numbers::pi * k / sides;
      corners.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
  return spatial::convex_hull(corners);
}

// Two prisms that fall on a floor between walls, which are boxes, or a half space and boxes.
Model tray(Draw& draw) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0.7, .mu_k = 0.7}});
  std::vector<SpatialShapeDef> walls;
  if (draw.coin())
    walls.push_back({.shape = spatial::HalfSpace{}});
  else
    walls.push_back({.shape = spatial::Box{{1, 1, 0.1}}, .pose = {.p = {0, 0, -0.1}}});
  for (const double side : {-1.0, 1.0}) {
    walls.push_back({.shape = spatial::Box{{0.1, 1, 1}}, .pose = {.p = {0.7 * side, 0, 1}}});
    walls.push_back({.shape = spatial::Box{{1, 0.1, 1}}, .pose = {.p = {0, 0.7 * side, 1}}});
  }
  builder.add_body({.kind = BodyKind::spatial_fixed, .spatial = {.shapes = walls}});
  for (int k = 0; k < 2; ++k) {
    const Vector3d axis = Vector3d(draw(-1, 1), draw(-1, 1), draw(-1, 1));
    const Eigen::Quaterniond turned(Eigen::AngleAxisd(draw(0, 3), axis.normalized()));
    const int sides = 9 + static_cast<int>(draw(0, 8));
    builder.add_body({.kind = BodyKind::spatial,
                      .spatial = {.pose = {.p = {draw(-0.05, 0.05), 0, 0.6 + 0.9 * k}, .r = turned},
                                  .shapes = {{.shape = prism(draw, sides)}}}});
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("prisms of nine to sixteen sides that fall between walls come to rest") {
  for (int seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Draw draw(static_cast<unsigned>(seed));
    const Model model = tray(draw);
    State state = initial_state(model);
    Simulator simulator(model, {.dt = 1.0 / 240});
    // Some roll for seconds.
    for (int i = 0; i < 3600 && (i < 240 || !state.v.isZero(0)); ++i)
      REQUIRE(simulator.step(state).status == StepStatus::ok);
    CHECK(state.v.isZero(0));
  }
}

// A rim is told of its curvature (rolling.cpp), a corner has none to be told of: the row of a step
// holds its velocity where the corner is at the middle of the step.
TEST_CASE("a plank that falls over a corner that sticks is off by the first order of the step") {
  constexpr double kLean = 0.5, kDuration = 0.3;
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 5, .mu_k = 5}});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  const Eigen::Vector2d middle = Eigen::Rotation2Dd(-kLean) * Eigen::Vector2d(-0.05, 0.5);
  builder.add_body(
      {.pose = {middle, -kLean}, .shapes = {{.shape = planar::box(0.1, 1)}}, .mass = 1});
  const Model model = builder.build().value();
  std::vector<double> gained;
  for (const double dt : {4e-3, 2e-3, 1e-3, 5e-4}) {
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    const double start = energy(model, state);
    for (int step = 0; step < std::lround(kDuration / dt); ++step)
      REQUIRE(simulator.step(state).uncertified == 0);
    gained.push_back(std::abs(energy(model, state) - start) /
                     kinetic_energy(model, state.q, state.v));
    MESSAGE("dt ", dt, " s: energy off by ", gained.back(), " of the kinetic energy");
  }
  CHECK(gained[0] < 1e-3);
  for (std::size_t i = 1; i < gained.size(); ++i) CHECK(gained[i] < 0.55 * gained[i - 1]);
}

}  // namespace perpend
