// SPDX-License-Identifier: Apache-2.0
// What stands on a table that turns as prescribed, and sticks, keeps its place on it.
#include <doctest/doctest.h>

#include <cmath>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

spatial::Shape rider(Draw& draw, double size) {
  if (draw.coin()) return spatial::cylinder(size, 0.5 * size);
  if (draw.coin()) return spatial::cone(size, 0.7 * size);
  return spatial::box(size, size, size);
}

}  // namespace

TEST_CASE("cylinders and cones on a turntable stay where they stick, at any step") {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double omega = draw(1, 5) * (draw.coin() ? 1 : -1), radius = draw(0.05, 0.15);
    const double size = draw(0.02, 0.08), dt = draw(0.001, 0.008);
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = {.mu_s = 1, .mu_k = 1}});
    BodyDef table{.kind = BodyKind::spatial_kinematic, .motion = {.omega = {0, 0, omega}}};
    table.spatial.pose.p = {0, 0, -0.05};
    table.spatial.shapes = {{.shape = spatial::cylinder(0.1, 1)}};
    builder.add_body(table);
    BodyDef def{.kind = BodyKind::spatial};
    def.spatial.shapes = {{.shape = rider(draw, size)}};
    def.spatial.pose.p = {radius, 0, 0.5 * size};
    def.spatial.velocity = {0, omega * radius, 0};
    def.spatial.omega = {0, 0, omega};
    const BodyId id = builder.add_body(def);
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    while (state.time < 1) REQUIRE(simulator.step(state).status == StepStatus::ok);
    const Vector3d place = spatial_pose(model, state, id).p;
    CHECK(std::abs(place.head<2>().norm() - radius) < 1e-4 * radius);
    const double angle = omega * state.time;
    CHECK((place.head<2>() - radius * Eigen::Vector2d(std::cos(angle), std::sin(angle))).norm() <
          5e-3 * radius);
  }
}

}  // namespace perpend
