// SPDX-License-Identifier: Apache-2.0
// Impulses at the level of accelerations and what their events tell.
#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>
#include <vector>

#include "perpend/dynamics/energy.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/acceleration_simulator.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {

// A smooth-rolling particle that hits the floor at a slant slides on through the impact: dynamic
// friction takes mu_k times the normal impulse, whichever way it flies.
TEST_CASE("an impact tells its bodies, speed and impulse, and brakes by dynamic friction") {
  const double e = 0.5, mu_k = 0.2, mass = 2, down = 3;
  for (const double along : {6.0, -6.0}) {
    CAPTURE(along);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_material({.name = "default", .self = {.mu_s = 0.7, .mu_k = mu_k, .e = e}});
    const BodyId ball = builder.add_body({.kind = BodyKind::particle,
                                          .pose = {{0, 0.4}, 0},
                                          .velocity = {along, -down, 0},
                                          .shapes = {{planar::Disc{0.1}}},
                                          .mass = mass});
    const BodyId floor = builder.add_body(scenes::ground());
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    REQUIRE(simulator.advance(state, 0.2).message == "");
    REQUIRE(!simulator.events().empty());
    const MotionEvent& hit = simulator.events()[0];
    CHECK(hit.kind == EventKind::impact);
    CHECK(hit.touch == TouchKind::contact);
    CHECK(hit.time == relative(0.1, 1e-9));
    CHECK(hit.a.index + hit.b.index == ball.index + floor.index);
    CHECK(hit.a.index * hit.b.index == ball.index * floor.index);
    CHECK(hit.speed == relative(down, 1e-9));
    CHECK(hit.impulse == relative(mass * (1 + e) * down, 1e-9));
    CHECK(state.v[1] == relative(e * down, 1e-9));
    CHECK(state.v[0] == relative(along - std::copysign(mu_k * (1 + e) * down, along), 1e-9));
  }
}

// It touches both walls, of which only one could let it go with e times its speed: it stops between
// them and falls on.
TEST_CASE("what fits between two walls does not bounce off one into the other") {
  std::mt19937_64 engine(10);
  const auto uniform = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(engine);
  };
  for (int n = 0; n < 20; ++n) {
    CAPTURE(n);
    const double width = uniform(0.2, 1), tall = uniform(0.1, 2), slope = uniform(-0.3, 0.3);
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0, .e = uniform(0.1, 1)}});
    const Eigen::Rotation2Dd turned(slope);
    for (const double side : {1.0, -1.0})
      builder.add_body(
          {.kind = BodyKind::fixed,
           .pose = {turned * Eigen::Vector2d(-0.5 * side * width, 0), 0},
           .shapes = {{.shape = planar::HalfPlane{turned * Eigen::Vector2d(side, 0)}}}});
    const Eigen::Vector2d across = turned * Eigen::Vector2d(uniform(-3, 3), 0);
    const BodyId box = builder.add_body({.pose = {{0, 0}, slope},
                                         .velocity = {across.x(), across.y(), 0},
                                         .shapes = {{.shape = planar::box(width, tall)}}});
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    REQUIRE(simulator.advance(state, 0.2).message == "");
    const Eigen::Vector2d fall = turned * Eigen::Vector2d(0, -0.2 * 9.81 * std::cos(slope));
    CHECK((body_velocity(model, state, box).head<2>() - fall).norm() < 1e-9);
    CHECK(std::abs(body_velocity(model, state, box).z()) < 1e-9);
  }
}

TEST_CASE("off a body that moves by itself what hits it rebounds with all of e") {
  std::mt19937_64 engine(9);
  const auto uniform = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(engine);
  };
  for (int n = 0; n < 200; ++n) {
    CAPTURE(n);
    const double speed = uniform(0.1, 7), radius = uniform(0.1, 0.5);
    const double against = n % 2 ? 0.0 : uniform(-3, 0), e = n % 3 ? 1.0 : uniform(0.5, 1);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_material({.name = "default", .self = {.e = e}});
    builder.add_body({.kind = BodyKind::kinematic,
                      .pose = {{0, -0.5}},
                      .shapes = {{.shape = planar::box(4, 1)}},
                      .motion = {.velocity = {0, speed, 0}}});
    builder.add_body({.pose = {{uniform(-1, 1), radius + uniform(0.01, 0.1)}, uniform(-1, 1)},
                      .velocity = {0, against, 0},
                      .shapes = {{.shape = planar::Disc{radius}}}});
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model, {});
    State state = initial_state(model);
    REQUIRE(simulator.advance(state, 1.5).status == InstantStatus::solved);
    CHECK(state.v[4] == relative(speed + e * (speed - against), 1e-9));
  }
}

TEST_CASE("what rests beside an impact has no part in it, whichever of them comes first") {
  const double e = 0.5, mass = 3, fall = 0.4, speed = std::sqrt(2 * 9.81 * fall);
  for (const int falls : {0, 1, 2}) {
    CAPTURE(falls);
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = {.e = e}});
    const BodyId floor = builder.add_body(scenes::ground());
    std::vector<BodyId> discs;
    for (int i = 0; i < 3; ++i)
      discs.push_back(builder.add_body({.pose = {{2.0 * i, 0.2 + (i == falls ? fall : 0)}, 0},
                                        .shapes = {{.shape = planar::Disc{0.2}}},
                                        .mass = mass}));
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    REQUIRE(simulator.advance(state, 1.1 * speed / 9.81).message == "");
    int impacts = 0;
    for (const MotionEvent& event : simulator.events()) {
      if (event.kind != EventKind::impact) continue;
      ++impacts;
      CHECK(event.a.index + event.b.index == floor.index + discs[falls].index);
      CHECK(event.speed == relative(speed, 1e-9));
      CHECK(event.impulse == relative(mass * (1 + e) * speed, 1e-9));
    }
    CHECK(impacts == 1);
  }
}

// A rod that hits the ground aslant rotates with friction against its tip: thrown back by all of e
// times the approach, some would leave with more energy than they had (Kane 1984).
TEST_CASE("no rod leaves the ground with more energy than it had, whatever e says") {
  std::mt19937_64 engine(12);
  const auto uniform = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(engine);
  };
  for (int n = 0; n < 300; ++n) {
    CAPTURE(n);
    const double lean = uniform(0.3, 1.5), mu = uniform(0.2, 1), e = uniform(0.5, 1);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = e}});
    builder.add_body(scenes::ground());
    builder.add_body({.pose = {{0, std::sin(lean)}, -lean},
                      .velocity = {uniform(-5, 5), uniform(-3, -1), uniform(-0.5, 0.5)},
                      .shapes = {{.shape = planar::capsule(2, 0)}},
                      .mass = 1,
                      .inertia = 1.0 / 3});
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    const double before = energy(model, state);
    REQUIRE(simulator.advance(state, 1e-9).message == "");
    CHECK(!simulator.events().empty());
    CHECK(energy(model, state) <= before * (1 + 1e-9));
  }
}

TEST_CASE("an impact at a limit tells its joint and coordinate") {
  const double inertia = 0.5, spin = 2, e = 0.25;
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body({.pose = {{5, 0}}, .mass = 1, .inertia = 1});
  builder.add_joint({.a = {0}, .anchor = {5, 0, 0}});
  const BodyId wheel = builder.add_body({.velocity = {0, 0, -spin}, .mass = 1, .inertia = inertia});
  const JointId hub =
      builder.add_joint({.a = wheel, .coordinates = {{.lo = -0.5, .hi = 9, .e = e}}});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  REQUIRE(simulator.advance(state, 0.4).message == "");
  REQUIRE(simulator.events().size() >= 1);
  const MotionEvent& hit = simulator.events()[0];
  CHECK(hit.kind == EventKind::impact);
  CHECK(hit.touch == TouchKind::limit);
  CHECK(hit.joint == hub);
  CHECK(hit.speed == relative(spin, 1e-9));
  CHECK(hit.impulse == relative(inertia * (1 + e) * spin, 1e-9));
  CHECK(body_velocity(model, state, wheel).z() == relative(e * spin, 1e-9));
}

TEST_CASE("a force from outside acts on the motion between events until it is taken away") {
  ModelBuilder builder;
  builder.set_gravity({0, -10, 0});
  builder.add_body({.mass = 2, .inertia = 0.5});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  simulator.set_force(Eigen::Vector3d(4, 6, -1));
  REQUIRE(simulator.advance(state, 0.5).message == "");
  CHECK((state.v - Eigen::Vector3d(4.0 / 2, 6.0 / 2 - 10, -1 / 0.5) * 0.5).norm() < 1e-9);
  const Eigen::Vector3d before = state.v;
  simulator.set_force({});
  REQUIRE(simulator.advance(state, 0.5).message == "");
  CHECK((state.v - before - Eigen::Vector3d(0, -5, 0)).norm() < 1e-9);
}

// What a joint is off by decays as a critically damped spring: x'' + 2 s x' + s² x = 0.
TEST_CASE("the error of a joint decays with the rate of stabilisation") {
  const double off = 1e-4, time = 0.3;
  for (const double s : {5.0, 12.0}) {
    CAPTURE(s);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    const BodyId body = builder.add_body({.mass = 2, .inertia = 0.5});
    builder.add_joint({.kind = JointKind::pin, .a = body});
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model, {.stabilisation = s});
    State state = initial_state(model);
    state.q[0] += off;
    REQUIRE(simulator.advance(state, time).message == "");
    CHECK(state.q[0] == relative(off * (1 + s * time) * std::exp(-s * time), 1e-5));
  }
}

// What is bounded over a step is nothing in an instant.
TEST_CASE("dry friction and motors brake up to an impact and have no part in it") {
  const double inertia = 0.5, torque = 0.3, e = 0.5, speed = 2, limit = 0.5;
  for (const bool rubs : {true, false}) {
    CAPTURE(rubs);
    CoordinateDef def{.lo = -1, .hi = limit, .e = e};
    if (rubs)
      def.friction = torque;
    else
      def.motor = MotorKind::velocity, def.max_force = torque;
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    const BodyId wheel =
        builder.add_body({.velocity = {0, 0, speed}, .mass = 1, .inertia = inertia});
    builder.add_joint({.kind = JointKind::pin, .a = wheel, .coordinates = {def}});
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    REQUIRE(simulator.advance(state, 0.3).message == "");
    REQUIRE(!simulator.events().empty());
    const MotionEvent& hit = simulator.events()[0];
    CHECK(hit.kind == EventKind::impact);
    CHECK(hit.speed == relative(std::sqrt(speed * speed - 2 * limit * torque / inertia), 1e-9));
    CHECK(hit.impulse == relative(inertia * (1 + e) * hit.speed, 1e-9));
  }
}

}  // namespace perpend
