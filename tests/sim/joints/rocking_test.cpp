// SPDX-License-Identifier: Apache-2.0
//
// Kinematic bodies in space that rock: they land on their rotation, and take along what they touch.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/acceleration_simulator.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend {
namespace {

using Eigen::Quaterniond, Eigen::Vector3d;

Motion rocking() {
  return {.omega = {0, 0, 0.7},
          .harmonics = {{.rotation = {0.3, 0, 0}, .frequency = 0.8, .phase = 0.2},
                        {.amplitude = {0, 0, 0.05}, .rotation = {0, -0.2, 0.1}, .frequency = 1.3}}};
}

// Angle between two rotations, rad.
double apart(const Quaterniond& a, const Quaterniond& b) {
  return 2 * (a.conjugate() * b).vec().norm();
}

}  // namespace

TEST_CASE("the turn rate is the rate of the turn") {
  const Motion motion = rocking();
  CHECK(apart(turn(motion, 0), Quaterniond::Identity()) < 1e-15);
  for (const double t : {0.05, 0.31, 1.7, 4.2}) {
    constexpr double h = 1e-5;
    const Quaterniond change = turn(motion, t + h) * turn(motion, t - h).conjugate();
    CHECK((change.vec() / h - turn_rate(motion, t)).norm() < 1e-8);
  }
  CHECK(turn_rate({.omega = {1, 2, 3}}, 5) == Vector3d(1, 2, 3));
}

TEST_CASE("a rocking body is where its motion says after each step, at either level") {
  ModelBuilder builder;
  const Quaterniond start(Eigen::AngleAxisd(0.5, Vector3d(1, 2, 2).normalized()));
  builder.add_body({.kind = BodyKind::spatial_kinematic,
                    .motion = rocking(),
                    .spatial = {.pose = {.p = {1, 2, 3}, .r = start}}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.01});
  State state = initial_state(model);
  for (int i = 0; i < 200; ++i) {
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    CHECK(apart(spatial_frame_pose(model, state, {0}).r, turn(rocking(), state.time) * start) <
          1e-12);
  }
  AccelerationSimulator instants(model);
  state = initial_state(model);
  REQUIRE(instants.advance(state, 1.3).status == InstantStatus::solved);
  CHECK(apart(spatial_frame_pose(model, state, {0}).r, turn(rocking(), 1.3) * start) < 1e-9);
}

TEST_CASE("a box rides on a table that turns to and fro as long as friction holds it") {
  const double amplitude = 0.4, frequency = 0.5, radius = 0.5;
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.9, .mu_k = 0.9}});
  builder.add_body(
      {.kind = BodyKind::spatial_kinematic,
       .motion = {.harmonics = {{.rotation = {0, 0, amplitude}, .frequency = frequency}}},
       .spatial = {.pose = {.p = {0, 0, -0.1}}, .shapes = {{.shape = spatial::cylinder(0.2, 1)}}}});
  const double rate = amplitude * 2 * std::numbers::pi * frequency;
  builder.add_body({.kind = BodyKind::spatial,
                    .spatial = {.pose = {.p = {radius, 0, 0.05}},
                                .velocity = {0, rate * radius, 0},
                                .omega = {0, 0, rate},
                                .shapes = {{.shape = spatial::box(0.1, 0.1, 0.1)}}}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.002});
  State state = initial_state(model);
  while (state.time < 2.0) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    const double angle = amplitude * std::sin(2 * std::numbers::pi * frequency * state.time);
    const Vector3d p = spatial_pose(model, state, {1}).p;
    CHECK((p - Vector3d(radius * std::cos(angle), radius * std::sin(angle), 0.05)).norm() < 1e-3);
  }
}

TEST_CASE("a rotation that is no number is a fault of its harmonic") {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::spatial_kinematic,
                    .motion = {.harmonics = {{.rotation = {0, std::nan(""), 0}}}}});
  const Result<Model> model = builder.build();
  REQUIRE(!model);
  CHECK(model.error()[0].element == "bodies[0].motion.harmonics[0].rotation");
}

}  // namespace perpend
