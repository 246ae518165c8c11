// SPDX-License-Identifier: Apache-2.0
// Motors without a limit whose targets no motion reaches.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "relative.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"
#include "sim/simulator/same_state.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

CoordinateDef motor(double target, double max_force = INFINITY) {
  return {.motor = MotorKind::velocity, .target = target, .max_force = max_force};
}

JointId add_wheel(ModelBuilder& builder, double x, double inertia, const CoordinateDef& driven) {
  const BodyId wheel = builder.add_body({.pose = {{x, 0}, 0}, .mass = inertia, .inertia = inertia});
  return builder.add_joint({.name = "axle_" + std::to_string(wheel.index),
                            .kind = JointKind::pin,
                            .a = wheel,
                            .anchor = {x, 0, 0},
                            .coordinates = {driven}});
}

// Two wheels on a belt whose motors ask for other speeds.
Model belt(Draw& draw, double fast, double slow) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const JointId a = add_wheel(builder, 0, draw(0.01, 10), motor(slow));
  const JointId b = add_wheel(builder, 1, draw(0.01, 10), motor(fast));
  builder.add_coupler({.terms = {{a, 0, 1.0}, {b, 0, -1.0}}});
  return builder.build().value();
}

// Two jaws on rails that close on a box, each at its own speed.
Model gripper(Draw& draw, bool in_space, double left, double right) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const double size = draw(0.05, 0.3), gap = draw(0.001, 0.05), mass = draw(0.01, 10);
  const auto add = [&](const std::string& name, double x, double of) {
    BodyDef def{.name = name, .mass = of, .inertia = of * size * size / 6};
    if (in_space) def.kind = BodyKind::spatial;
    def.pose.p = {x, 0};
    def.spatial.pose.p = {x, 0, 0};
    def.spatial.inertia = of * size * size / 6 * Eigen::Matrix3d::Identity();
    if (in_space)
      def.spatial.shapes = {{spatial::box(size, size, size)}};
    else
      def.shapes = {{planar::box(size, size)}};
    return builder.add_body(def);
  };
  const auto jaw = [&](const std::string& name, double x, double speed) {
    builder.add_joint({.name = name + " rail",
                       .kind = JointKind::prismatic,
                       .a = add(name, x, draw(0.1, 10)),
                       .axis = {1, 0, 0},
                       .coordinates = {motor(speed)}});
  };
  add("box", 0, mass);
  jaw("left", -size - gap, left);
  jaw("right", size + gap, -right);
  return builder.build().value();
}

// An arm whose hinge drives it down onto the ground, or onto a box that stands there.
Model press(Draw& draw, bool in_space, bool on_box, MotorKind kind) {
  ModelBuilder builder;
  const double length = draw(0.3, 1), thick = 0.05, side = 0.1, height = draw(0.2, 0.25);
  const auto add = [&](const Vector3d& at, const Vector3d& size, double mass) {
    const Vector3d i = mass / 12 *
                       Vector3d(size.y() * size.y() + size.z() * size.z(),
                                size.z() * size.z() + size.x() * size.x(),
                                size.x() * size.x() + size.y() * size.y());
    BodyDef def{.mass = mass, .inertia = i.z()};
    def.pose.p = {at.x(), at.y()};
    if (in_space) def.kind = BodyKind::spatial;
    def.spatial.pose.p = at;
    def.spatial.inertia = i.asDiagonal();
    if (in_space)
      def.spatial.shapes = {{spatial::box(size.x(), size.y(), size.z())}};
    else
      def.shapes = {{planar::box(size.x(), size.y())}};
    return builder.add_body(def);
  };
  builder.set_gravity({0, -9.81, 0});
  BodyDef ground{.name = "ground", .kind = in_space ? BodyKind::spatial_fixed : BodyKind::fixed};
  ground.spatial.pose.r.setFromTwoVectors(Vector3d::UnitZ(), Vector3d::UnitY());
  if (in_space)
    ground.spatial.shapes = {{spatial::HalfSpace{}}};
  else
    ground.shapes = {{planar::HalfPlane{}}};
  builder.add_body(ground);
  const BodyId arm = add({length / 2, height, 0}, {length, thick, thick}, draw(0.1, 10));
  if (on_box) add({0.8 * length, side / 2, 0}, {side, side, side}, draw(0.01, 10));
  CoordinateDef down = motor(kind == MotorKind::velocity ? -draw(0.2, 3) : -1.5);
  down.motor = kind;
  down.time_constant = 0.3;
  builder.add_joint({.kind = JointKind::pin,
                     .a = arm,
                     .anchor = {0, height, 0},
                     .axis = {0, 0, 1},
                     .coordinates = {down}});
  return builder.build().value();
}

struct Run {
  int stalled = 0, uncertified = 0;
  double most_energy = 0;
  std::string message = {};
  State state = {};
};

Run run(const Model& model, double dt, int steps) {
  Simulator simulator(model, {.dt = dt});
  Run run{.state = initial_state(model)};
  for (int step = 0; step < steps; ++step) {
    const StepReport report = simulator.step(run.state);
    REQUIRE(report.status == StepStatus::ok);
    run.stalled += report.stalled;
    run.uncertified += report.uncertified;
    run.most_energy = std::max(run.most_energy, report.certificate.energy_after);
    if (report.stalled > 0) run.message = report.message;
  }
  return run;
}

}  // namespace

TEST_CASE("motors that contradict each other stall, and are named") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double slow = draw(0.1, 5), fast = slow + draw(0.1, 5), dt = draw(1e-3, 2e-2);
    const Model model = belt(draw, fast, slow);
    const Run at = run(model, dt, 50);
    CHECK(at.uncertified == 0);
    CHECK(at.stalled >= 50);
    CHECK(at.message.find(" stall") != std::string::npos);
    CHECK(at.message.find("axle_") != std::string::npos);
    // One of the two drives, or both hold each other.
    CHECK(at.state.v[2] == relative(at.state.v[5], 1e-8));
    CHECK(std::abs(at.state.v[2]) <= fast * (1 + 1e-8));
  }
}

TEST_CASE("motors that agree do not stall") {
  Draw draw(41);
  for (int n = 0; n < 20; ++n) {
    const double speed = draw(0.1, 5);
    const Run at = run(belt(draw, speed, speed), 0.01, 20);
    CHECK(at.stalled == 0);
    CHECK(at.state.v[2] == relative(speed, 1e-8));
  }
}

TEST_CASE("beside motors that stall others reach their targets at once") {
  ModelBuilder builder;
  const JointId slow = add_wheel(builder, 0, 1, motor(1));
  const JointId fast = add_wheel(builder, 1, 1, motor(2));
  builder.add_coupler({.terms = {{slow, 0, 1.0}, {fast, 0, -1.0}}});
  const JointId driver = add_wheel(builder, 2, 0.01, motor(3));
  const JointId load = add_wheel(builder, 3, 5, CoordinateDef{});
  builder.add_coupler({.terms = {{driver, 0, 1.0}, {load, 0, -1.0}}});
  const Run at = run(builder.build().value(), 0.01, 1);
  CHECK(at.stalled > 0);
  CHECK(at.message.find("axle_2") == std::string::npos);
  CHECK(at.state.v[11] == relative(3, 1e-6));
}

TEST_CASE("jaws that close on a box stall, and squeeze it no thinner") {
  for (unsigned seed = 0; seed < 24; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const bool in_space = seed % 2;
    const double left = draw(0.05, 0.5), right = seed % 4 < 2 ? left : draw(0.0, 0.5);
    const double dt = draw(2e-3, 2e-2);
    const Model model = gripper(draw, in_space, left, right);
    const int steps = static_cast<int>(std::ceil(0.3 / (left * dt)));
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    int stalled = 0;
    for (int step = 0; step < steps; ++step) {
      const StepReport report = simulator.step(state);
      CHECK(report.uncertified == 0);
      CHECK(report.certificate.penetration < 1e-4);
      stalled += report.stalled;
    }
    CHECK(stalled > 0);
  }
}

// The motion that stalled motors leave is that of the last step: a search for one that reaches
// their targets would take thousands of pivots in each step.
TEST_CASE("arms that press on the ground or on what stands there stall, and do not sink into it") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const MotorKind kind = seed % 8 < 4 ? MotorKind::velocity : MotorKind::position;
    const Model model = press(draw, seed % 2, seed % 4 < 2, kind);
    const double dt = draw(1e-3, 1e-2);
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    int stalled = 0, pivots = 0;
    for (int step = 0; step * dt < 3; ++step) {
      const StepReport report = simulator.step(state);
      CHECK(report.uncertified == 0);
      CHECK(report.certificate.penetration < 1e-4);
      if (stalled > 0) pivots += report.pivots + report.factorisations;
      stalled += report.stalled;
    }
    CHECK(stalled > 0);
    CHECK(pivots < 20 * stalled);
    CHECK(state.v.norm() < 1e-3);
    const double pressed = state.coordinates[0];
    simulator.set_motor_target({0}, 0, 0.5);
    for (int step = 0; step * dt < 1; ++step) {
      const StepReport report = simulator.step(state);
      CHECK(report.uncertified == 0);
      CHECK((step == 0 || report.stalled == 0));
    }
    CHECK(state.coordinates[0] > pressed + 0.4);
  }
}

TEST_CASE("a motor of heavy loads behind light links reaches its target") {
  for (const double ratio : {1e2, 1e4, 1e6}) {
    CAPTURE(ratio);
    ModelBuilder builder;
    const JointId driver = add_wheel(builder, 0, 1.0 / ratio, motor(2));
    const JointId load = add_wheel(builder, 1, 1.0, CoordinateDef{});
    builder.add_coupler({.terms = {{driver, 0, 1.0}, {load, 0, -1.0}}});
    const Model model = builder.build().value();
    const Run at = run(model, 0.01, 10);
    CHECK(at.stalled == 0);
    CHECK(at.state.v[5] == relative(2, 1e-6));
  }
}

TEST_CASE("a motor against the limit of its hinge stalls there") {
  for (const double dt : {1e-3, 1e-2}) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    CoordinateDef driven = motor(3);
    driven.hi = 0.5;
    add_wheel(builder, 0, 0.2, driven);
    const Model model = builder.build().value();
    const Run at = run(model, dt, static_cast<int>(1 / dt));
    CHECK(at.uncertified == 0);
    CHECK(at.stalled > 0);
    CHECK(at.state.coordinates[0] == relative(0.5, 1e-6));
    CHECK(at.most_energy < 1.01 * 0.5 * 0.2 * 9);
  }
}

TEST_CASE("stalled motors leave the same bits after restore") {
  Draw draw(42);
  const Model model = gripper(draw, true, 0.2, 0.3);
  Simulator simulator(model, {.dt = 0.01});
  State state = initial_state(model);
  State kept = state;
  for (int step = 0; step < 60; ++step) {
    if (step == 40) kept = state;
    simulator.step(state);
  }
  Simulator other(model, {.dt = 0.01});
  for (int step = 40; step < 60; ++step) other.step(kept);
  CHECK(kept.time == state.time);
  CHECK(is_same_but_for_time(kept, state));
}

}  // namespace perpend
