// SPDX-License-Identifier: Apache-2.0
// Kinematic bodies that move already as the run starts.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "relative.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

struct Lift {
  Model model;
  int up;  // the velocity and the coordinate of the body along the motion
  double height(const State& state) const { return state.q[model.bodies[1].q_offset + up]; }
  double speed(const State& state) const { return state.v[model.bodies[1].v_offset + up]; }
};

// A ball or a box `gap` above a plate that moves up as `motion` says of its second coordinate, or
// in space its third.
Lift lift(bool in_space, const Motion& motion, double e, double gap, double velocity) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.e = e}});
  if (in_space) {
    builder.set_gravity({0, 0, -9.81});
    builder.add_body(
        {.kind = BodyKind::spatial_kinematic,
         .motion = motion,
         .spatial = {.pose = {.p = {0, 0, -0.5}}, .shapes = {{.shape = spatial::box(4, 4, 1)}}}});
    builder.add_body({.kind = BodyKind::spatial,
                      .spatial = {.pose = {.p = {0, 0, 0.2 + gap}},
                                  .velocity = {0, 0, velocity},
                                  .shapes = {{.shape = spatial::Sphere{0.2}}}}});
  } else {
    builder.add_body({.kind = BodyKind::kinematic,
                      .pose = {{0, -0.5}},
                      .shapes = {{.shape = planar::box(4, 1)}},
                      .motion = motion});
    builder.add_body({.pose = {{0, 0.2 + gap}},
                      .velocity = {0, velocity, 0},
                      .shapes = {{.shape = planar::box(0.4, 0.4)}}});
  }
  return {builder.build().value(), in_space ? 2 : 1};
}

Motion steady(bool in_space, double speed) {
  return {.velocity = in_space ? Vector3d(0, 0, speed) : Vector3d(0, speed, 0)};
}

Motion shaking(bool in_space, double amplitude, double frequency, double phase) {
  const Vector3d along = in_space ? Vector3d(0, 0, amplitude) : Vector3d(0, amplitude, 0);
  return {.harmonics = {{.amplitude = along, .frequency = frequency, .phase = phase}}};
}

template <typename Check>
void for_lifts(const Check& check) {
  for (unsigned seed = 0; seed < 80; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const SimulationOptions options{
        .dt = draw(0.001, 1.0 / 60),
        .stepper = seed % 4 < 2 ? Stepper::midpoint : Stepper::semi_implicit};
    check(seed % 2 == 1, options, draw);
  }
}

}  // namespace

TEST_CASE("kinematic bodies start with the velocity of their motion") {
  for (const bool in_space : {false, true}) {
    const Lift moves = lift(in_space, steady(in_space, 0.7), 0, 0, 0);
    const State state = initial_state(moves.model);
    CHECK(state.v[moves.up] == 0.7);
    const Lift shakes = lift(in_space, shaking(in_space, 0.02, 5, 0.4), 0, 0, 0);
    CHECK(initial_state(shakes.model).v[shakes.up] ==
          relative(0.02 * 10 * std::numbers::pi * std::cos(0.4)));
  }
}

TEST_CASE("what rests on a plate that starts to move goes with it, not faster") {
  for_lifts([](bool in_space, const SimulationOptions& options, Draw& draw) {
    const double speed = draw(0.01, 3);
    const Lift l = lift(in_space, steady(in_space, speed), 0, 0, 0);
    State state = initial_state(l.model);
    Simulator simulator(l.model, options);
    for (int k = 0; k < 10; ++k) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      CHECK(l.speed(state) == relative(speed, 1e-9));
      CHECK(l.height(state) == relative(0.2 + speed * state.time, 1e-9));
    }
  });
}

TEST_CASE(
    "what a plate that moves meets in the first step bounces off by their relative velocity") {
  for_lifts([](bool in_space, SimulationOptions options, Draw& draw) {
    options.dt *= 0.1;
    const double speed = draw(1, 3), against = draw(-3, 0), e = draw(0.1, 1);
    const double gap = draw(0, 0.5) * options.dt * (speed - against);
    const Lift l = lift(in_space, steady(in_space, speed), e, gap, against);
    State state = initial_state(l.model);
    Simulator simulator(l.model, options);
    for (int k = 0; k < 3; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
    CHECK(l.speed(state) == relative(speed + e * (speed - against), 6 * 9.81 * options.dt / speed));
  });
}

TEST_CASE("on a plate that shakes with less than gravity from the start nothing hops") {
  for_lifts([](bool in_space, SimulationOptions options, Draw& draw) {
    options.dt *= 0.2;
    const double frequency = draw(1, 6), omega = 2 * std::numbers::pi * frequency;
    const double amplitude = draw(0.1, 0.9) * 9.81 / (omega * omega);
    const double phase = draw(-1.5, 1.5);
    const Lift l = lift(in_space, shaking(in_space, amplitude, frequency, phase), 0, 0, 0);
    State state = initial_state(l.model);
    Simulator simulator(l.model, options);
    double highest = 0;
    while (state.time < 2 / frequency) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      highest = std::max(highest, l.height(state) - 0.2 - state.q[l.up] - 0.5);
    }
    // Between the midpoints of two steps.
    CHECK(highest < 0.5 * 9.81 * options.dt * options.dt);
  });
}

TEST_CASE("what a joint holds to a body that moves from the start goes with it at once") {
  for_lifts([](bool in_space, SimulationOptions options, Draw& draw) {
    const double speed = draw(0.1, 3);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    const auto add = [&](bool moves, double height) {
      BodyDef def{.kind = in_space ? BodyKind::spatial : BodyKind::rigid, .mass = draw(0.1, 10)};
      if (in_space)
        def.spatial.pose.p = {0, 0, height}, def.spatial.inertia = Eigen::Matrix3d::Identity();
      else
        def.pose.p = {0, height}, def.inertia = 1;
      if (moves) {
        def.kind = in_space ? BodyKind::spatial_kinematic : BodyKind::kinematic;
        def.mass = std::nullopt, def.inertia = std::nullopt, def.spatial.inertia = std::nullopt;
        def.motion = steady(in_space, speed);
      }
      return builder.add_body(def);
    };
    const BodyId base = add(true, 0), body = add(false, 1);
    const JointKind kind = draw(0, 1) < 0.5 ? JointKind::weld : JointKind::pin;
    builder.add_joint({.kind = kind, .a = body, .b = base, .anchor = {0, 0, 0}});
    const Lift l{builder.build().value(), in_space ? 2 : 1};
    State state = initial_state(l.model);
    Simulator simulator(l.model, options);
    for (int k = 0; k < 3; ++k) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.certificate.joint_gap < 1e-12);
      CHECK(l.speed(state) == relative(speed, 1e-9));
    }
  });
}

}  // namespace perpend
