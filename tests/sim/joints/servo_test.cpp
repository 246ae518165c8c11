// SPDX-License-Identifier: Apache-2.0
// Servos, which push with the force their gains give, and rotors behind gears (armature).
#include <doctest/doctest.h>

#include <cmath>

#include "perpend/core/error.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/sim/level.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

constexpr double kG = 9.81, kMass = 2.0, kArm = 0.5, kInertia = 0.04;

// A level rod on a pin at the origin, its centre half a metre out.
Model rod(const CoordinateDef& def, double inertia = kInertia) {
  ModelBuilder builder;
  builder.set_gravity({0, -kG, 0});
  const BodyId a = builder.add_body({.pose = {{kArm, 0}}, .mass = kMass, .inertia = inertia});
  builder.add_joint({.kind = JointKind::pin, .a = a, .coordinates = {def}});
  return builder.build().value();
}

CoordinateDef servo(double max_force) {
  return {.motor = MotorKind::position,
          .max_force = max_force,
          .motor_stiffness = 50.0,
          .motor_damping = 10.0};
}

double angle_after(const Model& model, double dt, double seconds) {
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  for (int k = 0; k < std::lround(seconds / dt); ++k) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    REQUIRE(report.uncertified == 0);
  }
  return coordinate(model, state, {0}, 0);
}

}  // namespace

TEST_CASE("a servo sags under its load by what its gain says") {
  for (const double max_force : {30.0, HUGE_VAL}) {
    const Model model = rod(servo(max_force));
    Simulator simulator(model, {.dt = 1e-3});
    State state = initial_state(model);
    for (int k = 0; k < 8000; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
    const double angle = coordinate(model, state, {0}, 0);
    const double load = kMass * kG * kArm * std::cos(angle);
    CHECK(-50.0 * angle == relative(load, 1e-9));
    CHECK(simulator.coordinate_force({0}, 0).motor == relative(load, 1e-9));
  }
}

TEST_CASE("a servo pushes with no more than its largest force") {
  const Model model = rod(servo(5.0));
  Simulator simulator(model, {.dt = 1e-3});
  State state = initial_state(model);
  for (int k = 0; k < 500; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
  CHECK(coordinate(model, state, {0}, 0) < -0.5);
  CHECK(simulator.coordinate_force({0}, 0).motor == relative(5.0, 1e-12));
}

TEST_CASE("a servo moves at both levels alike, to second order in the step") {
  const Model model = rod(servo(30.0));
  LevelSimulator instants(model, {.level = Level::acceleration, .dt = 0.01});
  State state = initial_state(model);
  for (int k = 0; k < 30; ++k) REQUIRE(instants.step(state).status == StepStatus::ok);
  const double angle = coordinate(model, state, {0}, 0);
  const double coarse = std::abs(angle_after(model, 2e-3, 0.3) - angle);
  CHECK(coarse < 2e-3);
  CHECK(std::abs(angle_after(model, 1e-3, 0.3) - angle) < 0.6 * coarse);
}

TEST_CASE("a rod with a rotor swings as one with more inertia") {
  const double seconds = 1.5;
  const double expected = angle_after(rod({}, kInertia + 0.7), 2e-3, seconds);
  CHECK(std::abs(expected) > 1);
  CHECK(angle_after(rod({.armature = 0.7}), 2e-3, seconds) == relative(expected, 1e-10));
}

TEST_CASE("the rotor of a slide on a turning arm keeps the energy to second order") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const double r = 0.5, turn = 2.0, along = 0.3;
  const BodyId arm = builder.add_body({.velocity = {0, 0, turn}, .mass = 1, .inertia = 1});
  const BodyId slider = builder.add_body(
      {.pose = {{r, 0}}, .velocity = {along, turn * r, turn}, .mass = 0.5, .inertia = 0.01});
  builder.add_joint({.kind = JointKind::pin, .a = arm});
  builder.add_joint(
      {.kind = JointKind::prismatic, .a = slider, .b = arm, .coordinates = {{.armature = 1.5}}});
  const Model model = builder.build().value();
  const auto drift = [&](double dt) {
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    const double start = energy_parts(model, state).kinetic;
    CHECK(start ==
          relative(0.5 * (1.01 + 0.5 * r * r) * turn * turn + 0.5 * (0.5 + 1.5) * along * along));
    for (int k = 0; k < std::lround(1.0 / dt); ++k) {
      const double before = energy_parts(model, state).kinetic;
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.certificate.energy_before == relative(before));
      CHECK(report.certificate.energy_after == relative(energy_parts(model, state).kinetic));
    }
    return energy_parts(model, state).kinetic - start;
  };
  const double coarse = drift(4e-3), fine = drift(2e-3);
  CHECK(std::abs(fine) < 1e-4);
  CHECK(std::abs(fine) < 0.3 * std::abs(coarse));
}

// The pull of whirling masses on their joints counts as added mass, beside the rotor.
TEST_CASE("a rotor on an arm that whirls keeps the energy to second order") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const double turn = 12;
  const BodyId arm = builder.add_body(
      {.pose = {{0.4, 0}}, .velocity = {0, 0.4 * turn, turn}, .mass = 3, .inertia = 0.02});
  const BodyId slider = builder.add_body(
      {.pose = {{0.9, 0}}, .velocity = {0.3, 0.9 * turn, turn}, .mass = 1.5, .inertia = 0.004});
  const BodyId flail = builder.add_body(
      {.pose = {{1.3, 0.2}}, .velocity = {0, 1.3 * turn, turn}, .mass = 1, .inertia = 0.003});
  builder.add_joint({.kind = JointKind::pin, .a = arm});
  builder.add_joint(
      {.kind = JointKind::prismatic, .a = slider, .b = arm, .coordinates = {{.armature = 4}}});
  builder.add_joint({.kind = JointKind::distance,
                     .a = flail,
                     .b = slider,
                     .anchor = {1.25, 0.15, 0},
                     .anchor_b = Eigen::Vector3d(0.95, 0, 0)});
  const Model model = builder.build().value();
  const auto drift = [&](double dt) {
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    const double start = energy_parts(model, state).kinetic;
    double worst = 0;
    for (int k = 0; k < std::lround(0.5 / dt); ++k) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      worst = std::max(worst, std::abs(energy_parts(model, state).kinetic / start - 1));
    }
    return worst;
  };
  const double coarse = drift(2e-3), fine = drift(1e-3);
  CHECK(fine < 0.3 * coarse);
}

TEST_CASE("levels without a rotor say so") {
  const Model model = rod({.armature = 0.1});
  for (const Level level : {Level::acceleration, Level::first_order})
    CHECK_THROWS_AS(LevelSimulator(model, {.level = level}), InvalidArgument);
}

TEST_CASE("gains stand where they mean something") {
  const auto faults = [](const CoordinateDef& def) {
    ModelBuilder builder;
    const BodyId a = builder.add_body({.mass = 1, .inertia = 1});
    builder.add_joint({.kind = JointKind::pin, .a = a, .coordinates = {def}});
    const auto model = builder.build();
    return model ? 0 : static_cast<int>(model.error().size());
  };
  CHECK(faults({.motor = MotorKind::position, .motor_stiffness = 3, .motor_damping = 1}) == 0);
  CHECK(faults({.motor = MotorKind::velocity, .motor_stiffness = 3}) == 1);
  CHECK(faults({.motor = MotorKind::position, .motor_damping = 3}) == 1);
  CHECK(faults({.motor_damping = 3}) == 1);
  CHECK(faults({.motor = MotorKind::position, .time_constant = 1, .motor_stiffness = 3}) == 1);
  CHECK(faults({.armature = -1}) == 1);
}

}  // namespace perpend
