// SPDX-License-Identifier: Apache-2.0
// Limits of spherical joints: a cone for the axis, an interval for the twist about it; springs and
// servos on the swing.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// A rod of 1 m that hangs from a ball along -z, its axis, with limits of swing and twist.
Model hanging(const std::vector<CoordinateDef>& limits, const Vector3d& omega) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  BodyDef rod{.kind = BodyKind::spatial, .mass = 2};
  rod.spatial.pose.p = {0, 0, -0.5};
  rod.spatial.center_of_mass = Vector3d::Zero();
  rod.spatial.inertia = Vector3d(2.0 / 12, 2.0 / 12, 0.01).asDiagonal();
  rod.spatial.omega = omega;
  rod.spatial.velocity = omega.cross(Vector3d(0, 0, -0.5));
  const BodyId body = builder.add_body(rod);
  builder.add_joint(
      {.kind = JointKind::spherical, .a = body, .axis = {0, 0, -1}, .coordinates = limits});
  return builder.build().value();
}

}  // namespace

TEST_CASE("the twist of a spherical joint stops at its limits and comes back with e") {
  for (const double e : {0.0, 0.6, 1.0}) {
    CAPTURE(e);
    const Model model = hanging({{.coordinate = 1, .lo = -0.3, .hi = 0.4, .e = e}}, {0, 0, -2});
    Simulator simulator(model, {.dt = 1e-3});
    State state = initial_state(model);
    REQUIRE(scenes::simulate(simulator, state, 0.3).status == StepStatus::ok);
    // -z is the axis, so that a turn of -2 rad/s about z is a twist of 2 rad/s.
    CHECK(std::abs(coordinate_rate(model, state, {0}, 1) + 2 * e) < 1e-9);
    CHECK(coordinate(model, state, {0}, 1) <= 0.4 + 1e-9);
    REQUIRE(scenes::simulate(simulator, state, 2).status == StepStatus::ok);
    CHECK(coordinate(model, state, {0}, 1) >= -0.3 - 2e-3);
    CHECK(coordinate(model, state, {0}, 1) <= 0.4 + 2e-3);
  }
}

TEST_CASE("a rod that is thrown sideways stays in the cone of its swing limit") {
  for (const double e : {0.0, 1.0}) {
    CAPTURE(e);
    const Model model = hanging({{.coordinate = 0, .hi = 0.5, .e = e}}, {3.5, 2, 0});
    Simulator simulator(model, {.dt = 1e-3});
    State state = initial_state(model);
    const double start = energy(model, state);
    double widest = 0;
    while (state.time < 5) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      widest = std::max(widest, coordinate(model, state, {0}, 0));
      CHECK(energy(model, state) < start + 1e-3);
    }
    CHECK(widest > 0.49);
    CHECK(widest < 0.5 + 1e-3);
  }
}

// Its spring or servo holds a body, or two against each other, at h w; a constant force on a light
// point of its axis and a start across make it swing round in ellipses.
TEST_CASE("springs and servos on a swing keep the energy of swings that go round") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const bool servo = draw.coin(), on_world = draw.coin();
    const double h = 0.004, hw = std::pow(10, draw(-1.3, 0.7)), inertia = draw(0.1, 3);
    const double k = inertia * hw * hw / (h * h), amplitude = std::pow(10, draw(-3, -2));
    const Vector3d axis = Vector3d(draw(-1, 1), draw(-1, 1), draw(-1, 1)).normalized();
    const Vector3d across = axis.unitOrthogonal(),
                   omega = draw(0.1, 1) * amplitude * hw / h * across;
    ModelBuilder builder;
    builder.set_gravity(k * amplitude / 1e-3 * across);
    BodyDef def{.kind = BodyKind::spatial, .mass = 1e-3};
    def.spatial.pose.p = axis;
    def.spatial.center_of_mass = Vector3d::Zero();
    def.spatial.inertia = Vector3d::Constant(inertia).asDiagonal();
    def.spatial.omega = omega;
    def.spatial.velocity = omega.cross(axis);
    BodyDef base{.kind = BodyKind::spatial, .mass = 1e3};
    base.spatial.center_of_mass = Vector3d::Zero();
    base.spatial.inertia = Vector3d::Constant(1e4 * inertia).asDiagonal();
    CoordinateDef spring;
    if (servo) spring.motor = MotorKind::position;
    (servo ? spring.motor_stiffness : spring.stiffness) = k;
    const BodyId a = builder.add_body(def), b = on_world ? kWorld : builder.add_body(base);
    builder.add_joint(
        {.kind = JointKind::spherical, .a = a, .b = b, .axis = axis, .coordinates = {spring}});
    if (!on_world) builder.add_joint({.kind = JointKind::pin, .a = b, .axis = axis});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = h});
    State state = initial_state(model);
    double widest = 0;
    for (int step = 0; step < 1000; ++step) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      widest = std::max(widest, coordinate(model, state, {0}, 0));
    }
    // (1 - cos, b sin) of the amplitude, b < 1; half a radian of slow large swings.
    CHECK(widest < 2.02 * amplitude);
  }
}

}  // namespace perpend
