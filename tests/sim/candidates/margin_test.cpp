// SPDX-License-Identifier: Apache-2.0
// How far from each other contacts are sought.
#include <doctest/doctest.h>

#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

// Boxes that tumble on the ground and, where `speed` is not 0, a ball that flies by far away.
Model tumbling(unsigned seed, double away, double speed) {
  Draw draw(seed);
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  const auto one = [&] { return draw(-1, 1); };
  for (int i = 0; i < 4; ++i) {
    const Eigen::Quaterniond turned = Eigen::Quaterniond(one(), one(), one(), one()).normalized();
    builder.add_body({.kind = BodyKind::spatial,
                      .spatial = {.pose = {{0.3 * (i % 2), 0, 0.3 + 0.4 * i}, turned},
                                  .omega = {one(), one(), one()},
                                  .shapes = {{.shape = spatial::box(0.2, 0.3, 0.25)}}}});
  }
  if (speed != 0)
    builder.add_body({.kind = BodyKind::spatial,
                      .spatial = {.pose = {.p = {away, 0, away}},
                                  .velocity = {0, speed, 0},
                                  .shapes = {{.shape = spatial::Sphere{0.1}}}}});
  return builder.build().value();
}

}  // namespace

TEST_CASE("what flies by far away changes nothing, contacts are sought no farther for it") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    CAPTURE(seed);
    Draw draw(50 + seed);
    const Model without = tumbling(seed, 0, 0);
    const Model with = tumbling(seed, 60, draw(50, 500));
    Simulator alone(without, {.dt = 0.01}), beside(with, {.dt = 0.01});
    State lone = initial_state(without), both = initial_state(with);
    for (int k = 0; k < 60; ++k) {
      REQUIRE(alone.step(lone).status == StepStatus::ok);
      REQUIRE(beside.step(both).status == StepStatus::ok);
      REQUIRE(alone.contacts().size() == beside.contacts().size());
      REQUIRE(both.q.head(lone.q.size()) == lone.q);
    }
  }
}

TEST_CASE("what flies at others is seen coming") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    CAPTURE(seed);
    Draw draw(80 + seed);
    const double speed = draw(50, 500);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_body(
        {.kind = BodyKind::spatial, .spatial = {.shapes = {{.shape = spatial::box(1, 1, 1)}}}});
    builder.add_body({.kind = BodyKind::spatial,
                      .spatial = {.pose = {.p = {0, -speed * draw(0.03, 0.2), 0}},
                                  .velocity = {0, speed, 0},
                                  .shapes = {{.shape = spatial::Sphere{0.1}}}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 0.01});
    State state = initial_state(model);
    for (int k = 0; k < 40; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
    CHECK(state.v[1] > 0);
    CHECK(state.q[1] > state.q[8]);
  }
}

}  // namespace perpend
