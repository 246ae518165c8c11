// SPDX-License-Identifier: Apache-2.0
// Rates of joint rows: corrected ones are judged, and symmetric kicks keep the energy.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <random>

#include "dynamics/bodies/kinetics.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "relative.hpp"
#include "sim/joints/joint_positions.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

constexpr double kWeightTimesArm = 15 * 9.81;  // N·m

// The heavy top of Géradin and Cardona: 150 rad/s about its rod, held at the origin.
Model heavy_top() {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  BodyDef def{.kind = BodyKind::spatial, .mass = 15};
  def.spatial.inertia = Eigen::Vector3d(0.234375, 0.46875, 0.234375).asDiagonal();
  def.spatial.center_of_mass = Eigen::Vector3d(0, 1, 0);
  def.spatial.velocity = {4.61538, 0, 0};
  def.spatial.omega = {0, 150, -4.61538};
  builder.add_joint({.kind = JointKind::spherical, .a = builder.add_body(def)});
  return builder.build().value();
}

struct Run {
  double energy_error = 0.0, velocity_residual = 0.0, gap = 0.0;
};

Run spin(const SimulationOptions& options) {
  const Model model = heavy_top();
  Simulator simulator(model, options);
  State state = initial_state(model);
  const double before = energy(model, state);
  const scenes::Run run = scenes::simulate(simulator, state, 1.0);
  REQUIRE(run.status == StepStatus::ok);
  return {std::abs(energy(model, state) - before), run.velocity_residual, run.joint_gap};
}

}  // namespace

TEST_CASE("the certificate judges the rates that position iterations asked for") {
  const Run run = spin({.dt = 1e-3, .position_iterations = 5});
  CHECK(run.velocity_residual < 1e-9);
  CHECK(run.energy_error < 1e-3 * kWeightTimesArm);
}

TEST_CASE("a velocity off the corrected rates is found, by how much it is off") {
  const Model model = heavy_top();
  JointSystem joints(model, motor_commands(model));
  JointGuard guard(joints);
  JointPositions positions(joints, guard);
  const SimulationOptions options{.dt = 1e-3, .position_iterations = 5};
  const State start = initial_state(model);
  State pose = start;
  drift(model, 0.5 * options.dt, pose);
  joints.prepare(start, pose, options, Eigen::VectorXd::Zero(model.dof()), options.dt);
  guard.begin(start, pose, options);
  Eigen::VectorXd v = pose.v;
  joints.solve_free(pose, v);
  const Eigen::VectorXd uncorrected = v;
  positions.close_next(pose, options, v);
  CHECK(joints.outcome(pose, v).rate_error < 1e-9);
  CHECK(joints.outcome(pose, uncorrected).rate_error > 0.1);
  v[1] += 1e-6;  // of the centre of mass, so of the tip as well
  CHECK(joints.outcome(pose, v).rate_error == relative(1e-6, 1e-3));
}

// A straight chain between two points moves across itself by first order and by second not at all:
// what its factor takes for a correction closes nothing.
TEST_CASE("a correction of positions that is taken back takes its rates along") {
  ModelBuilder builder;
  BodyId last = kWorld;
  for (int i = 0; i < 3; ++i) {
    const BodyId link = builder.add_body({.pose = {{i + 0.5, 0}},
                                          .velocity = {0, i == 1 ? -1.0 : -0.5, i - 1.0},
                                          .mass = 1,
                                          .inertia = 1.0 / 12});
    builder.add_joint({.a = link, .b = last, .anchor = {1.0 * i, 0, 0}});
    last = link;
  }
  builder.add_joint({.a = last, .anchor = {3, 0, 0}});
  const Model model = builder.build().value();
  const State start = initial_state(model);
  for (int iterations = 1; iterations <= 4; ++iterations) {
    CAPTURE(iterations);
    JointSystem joints(model, motor_commands(model));
    JointGuard guard(joints);
    JointPositions positions(joints, guard);
    const SimulationOptions options{.dt = 0.01, .position_iterations = iterations};
    joints.prepare(start, start, options, Eigen::VectorXd::Zero(model.dof()), options.dt);
    guard.begin(start, start, options);
    Eigen::VectorXd v = start.v;
    joints.solve_free(start, v);
    positions.close_next(start, options, v);
    CHECK(joints.outcome(start, v).rate_error < 1e-6);
  }
}

TEST_CASE("projected positions do not brake a fast top") {
  const Run whole = spin({.dt = 1e-3, .drift = DriftControl::projection});
  const Run half = spin({.dt = 5e-4, .drift = DriftControl::projection});
  CHECK(whole.gap < 1e-12);
  CHECK(whole.energy_error < 1.5e-2 * kWeightTimesArm);
  CHECK(half.energy_error < whole.energy_error / 4);
}

TEST_CASE("positions have one owner") {
  CHECK_THROWS_AS(
      validate(SimulationOptions{.drift = DriftControl::projection, .position_iterations = 1}),
      InvalidArgument);
}

TEST_CASE("positions are projected onto gears too") {
  ModelBuilder builder;
  Coupler gear{.name = "gear"};
  for (const double x : {0.0, 1.0}) {
    const BodyId wheel = builder.add_body(
        {.pose = {{x, 0}, 0}, .velocity = {0, 0, x > 0 ? -2.0 : 4.0}, .mass = 1, .inertia = 0.1});
    const JointId axle =
        builder.add_joint({.kind = JointKind::pin, .a = wheel, .anchor = {x, 0, 0}});
    gear.terms.push_back({.joint = axle, .coordinate = 0, .factor = x > 0 ? 2.0 : 1.0});
  }
  builder.add_coupler(gear);
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 5e-3, .drift = DriftControl::projection});
  State state = initial_state(model);
  const double start = energy(model, state);
  const scenes::Run run = scenes::simulate(simulator, state, 2);
  REQUIRE(run.status == StepStatus::ok);
  CHECK(std::abs(energy(model, state) - start) < 1e-9 * start);
  CHECK(std::abs(coordinate(model, state, {0}, 0) + 2 * coordinate(model, state, {1}, 0)) < 1e-12);
}

// No projection reaches the straight pose from which a chain sags: where a move does not bring the
// joints closer it is not made.
TEST_CASE("projection leaves a straight chain between two points in one piece") {
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  BodyId before = kWorld;
  for (int i = 0; i <= 10; ++i) {
    const BodyId next =
        i < 10 ? builder.add_body({.pose = {{i + 0.5, 0}, 0}, .mass = 1, .inertia = 0.1}) : kWorld;
    const BodyId a = i < 10 ? next : before;
    builder.add_joint({.kind = JointKind::pin,
                       .a = a,
                       .b = i < 10 ? before : kWorld,
                       .anchor = {static_cast<double>(i), 0, 0}});
    before = next;
  }
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 1.0 / 240, .drift = DriftControl::projection});
  State state = initial_state(model);
  const double start = energy(model, state);
  const scenes::Run run = scenes::simulate(simulator, state, 3);
  REQUIRE(run.status == StepStatus::ok);
  CHECK(run.joint_gap < 1e-3);
  CHECK(energy(model, state) < start + 1e-6);
}

// A chain that whirls: its rates are solved to rounding, and by how much is told.
TEST_CASE("the rates of joints are certified also where nothing touches") {
  ModelBuilder builder;
  BodyId before = kWorld;
  for (int i = 0; i < 6; ++i) {
    const BodyId link = builder.add_body({.pose = {{0.3 * i + 0.15, 0.01 * i * i}, 0.1 * i},
                                          .velocity = {0, 3.0 * i, 7.0 - i},
                                          .mass = 1.3,
                                          .inertia = 0.017});
    builder.add_joint(
        {.kind = JointKind::pin, .a = link, .b = before, .anchor = {0.3 * i, 0.01 * i, 0}});
    before = link;
  }
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 2e-3});
  State state = initial_state(model);
  for (int k = 0; k < 20; ++k) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    CHECK(report.certificate.velocity_residual > 0);
    CHECK(report.certificate.velocity_ratio > 0);
    CHECK(report.certificate.velocity_ratio <= 1);
  }
}

// Masses of twenty decades leave joints off by more than rounding explains: by how much is said.
TEST_CASE("rates of joints that are not certified are named with how far off they are") {
  std::mt19937 engine(3);
  const auto uniform = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(engine);
  };
  int named = 0;
  for (int n = 0; n < 60; ++n) {
    ModelBuilder builder;
    BodyId before = kWorld;
    for (int i = 0; i < 5; ++i) {
      const double mass = std::pow(10, uniform(-12, 8));
      const BodyId link = builder.add_body({.pose = {{0.3 * i + 0.15, 0.01 * i * i}, 0.1 * i},
                                            .velocity = {0, uniform(-30, 30) * i, uniform(-9, 9)},
                                            .mass = mass,
                                            .inertia = 0.01 * mass});
      builder.add_joint(
          {.kind = JointKind::pin, .a = link, .b = before, .anchor = {0.3 * i, 0.01 * i, 0}});
      before = link;
    }
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 0.001, .halvings = 0});
    State state = initial_state(model);
    for (int k = 0; k < 5; ++k) {
      const StepReport report = simulator.step(state);
      if (report.status != StepStatus::ok) break;
      const double ratio = report.certificate.velocity_ratio;
      if (ratio > 1) CHECK(report.uncertified == 1);
      if (!(ratio > 1) || report.unsolved > 0) continue;
      if (report.message.find("turns by") != std::string::npos) continue;
      char text[96];
      std::snprintf(
          text, sizeof text,
          "rates of joints are off by %.1f times what rounding explains; try a smaller dt", ratio);
      CHECK(report.message == text);
      ++named;
    }
  }
  CHECK(named > 3);
}

}  // namespace perpend
