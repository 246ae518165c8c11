// SPDX-License-Identifier: Apache-2.0
// Motion between the events at the level of accelerations: what locked coordinates, friction that
// sticks, motors and bodies that move by themselves ask for.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/acceleration_simulator.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {

// lo = hi locks a coordinate: its error decays as that of a joint does.
TEST_CASE("the error of a locked coordinate decays with the rate of stabilisation") {
  const double off = 1e-4, time = 0.3, s = 8;
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId body = builder.add_body({.pose = {{0, 0}, 0.4}, .mass = 2, .inertia = 0.5});
  builder.add_joint(
      {.kind = JointKind::pin, .a = body, .coordinates = {{.start = 0.4, .lo = 0.4, .hi = 0.4}}});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model, {.stabilisation = s});
  State state = initial_state(model);
  state.q[2] += off;
  REQUIRE(simulator.advance(state, time).message == "");
  CHECK(state.q[2] - 0.4 == relative(off * (1 + s * time) * std::exp(-s * time), 1e-5));
}

// A speed below that of the thresholds counts as none; what there is of it decays as 2 s asks.
TEST_CASE("creep of what sticks decays with twice the rate of stabilisation") {
  const double creep = 5e-4, time = 0.2, s = 6;
  const AccelerationOptions options{.stabilisation = s,
                                    .thresholds = {.rest_speed = 1e-3, .slip_speed = 1e-3}};
  const Model sliding = scenes::box_on_slope(0, 0.5, {creep, 0});
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId wheel = builder.add_body({.velocity = {0, 0, creep}, .mass = 1, .inertia = 0.5});
  builder.add_joint({.kind = JointKind::pin, .a = wheel, .coordinates = {{.friction = 3}}});
  const Model turning = builder.build().value();
  for (const Model* model : {&sliding, &turning}) {
    AccelerationSimulator simulator(*model, options);
    State state = initial_state(*model);
    REQUIRE(simulator.advance(state, time).message == "");
    const double speed = model == &sliding ? state.v[3] : state.v[2];
    CHECK(speed == relative(creep * std::exp(-2 * s * time), 1e-5));
    CHECK(simulator.events().empty());
  }
}

// A motor that spares no force has its speed at once and keeps it under any load.
TEST_CASE("motors without a limit lead from any speed and against any load") {
  std::mt19937_64 engine(31);
  const auto uniform = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(engine);
  };
  for (int n = 0; n < 10; ++n) {
    CAPTURE(n);
    const double target = uniform(-3, 3), constant = uniform(0.1, 0.5), time = 0.4;
    const bool to_place = n % 2 == 1;
    CoordinateDef motor{.motor = MotorKind::velocity, .target = target};
    if (to_place) motor.motor = MotorKind::position, motor.time_constant = constant;
    ModelBuilder builder;
    const BodyId arm = builder.add_body({.pose = {{uniform(0.2, 1), 0}, 0},
                                         .velocity = {0, 0, uniform(-2, 2)},
                                         .mass = uniform(0.5, 5),
                                         .inertia = 0.1});
    builder.add_joint({.kind = JointKind::pin, .a = arm, .coordinates = {motor}});
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    simulator.set_force(Eigen::Vector3d(0, 0, uniform(-20, 20)));
    REQUIRE(simulator.advance(state, time).message == "");
    const double left = target * std::exp(-time / constant);
    CHECK(state.q[2] == relative(to_place ? target - left : target * time, 1e-7));
    CHECK(state.v[2] == relative(to_place ? left / constant : target, 1e-6));
    CHECK(simulator.touches().empty());
  }
}

// Friction holds what stands on a table that rocks about its normal: it goes round with the table.
TEST_CASE("a table that rocks takes along what sticks to it") {
  const double angle = 0.3, frequency = 0.8, omega = 2 * std::numbers::pi * frequency, arm = 0.7;
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 2, .mu_k = 2}});
  builder.set_gravity({0, 0, -9.81});
  builder.add_body({.kind = BodyKind::spatial_kinematic,
                    .motion = {.harmonics = {{.rotation = {0, 0, angle}, .frequency = frequency}}},
                    .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  const BodyId puck = builder.add_body({.kind = BodyKind::spatial_particle,
                                        .mass = 1,
                                        .spatial = {.pose = {{arm, 0, 0.1}},
                                                    .velocity = {0, arm * angle * omega, 0},
                                                    .shapes = {{.shape = spatial::Sphere{0.1}}}}});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  for (int i = 0; i < 5; ++i) {
    REQUIRE(simulator.advance(state, 0.25).message == "");
    const double turned = angle * std::sin(omega * state.time);
    const Eigen::Vector3d there(arm * std::cos(turned), arm * std::sin(turned), 0.1);
    CHECK((spatial_pose(model, state, puck).p - there).norm() < 1e-7);
  }
  CHECK(simulator.events().empty());
}

// x = A sin w (t - start) for one and a quarter cycles: it starts with a jerk, and so it ends.
TEST_CASE("a carriage that starts and stops with a jerk takes along what is pinned to it") {
  const double amplitude = 0.03, frequency = 0.9, start = 0.137, stop = start + 1.1 / frequency;
  const double omega = 2 * std::numbers::pi * frequency;
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId carriage =
      builder.add_body({.kind = BodyKind::kinematic,
                        .motion = {.harmonics = {{.amplitude = {amplitude, 0, 0},
                                                  .frequency = frequency,
                                                  .start = start,
                                                  .stop = stop}}}});
  const BodyId load = builder.add_body({.mass = 2, .inertia = 0.5});
  builder.add_joint({.a = load, .b = carriage});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  for (const double until : {0.9 * start, 0.5 * (start + stop), 1.2 * stop}) {
    REQUIRE(simulator.advance(state, until - state.time).message == "");
    const double phase = omega * (std::min(until, stop) - start);
    const bool runs = until > start && until < stop;
    const double x = until > start ? amplitude * std::sin(phase) : 0.0;
    CHECK(std::abs(body_pose(model, state, load).p.x() - x) < 1e-8);
    CHECK(std::abs(body_velocity(model, state, load).x() -
                   (runs ? amplitude * omega * std::cos(phase) : 0.0)) < 1e-7);
  }
}

}  // namespace perpend
