// SPDX-License-Identifier: Apache-2.0
// Steps that are not solved whole and are taken in halves.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "relative.hpp"
#include "sim/scenes.hpp"
#include "sim/velocity/rail_with_holes.hpp"

namespace perpend {
namespace {

constexpr double kStep = 0.1;
constexpr double kGravity = 9.81;

Model slider(std::vector<double> holes) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  add_slider(builder, std::move(holes));
  return builder.build().value();
}

StepReport step(const Model& model, int halvings, State& state, int steps = 1) {
  Simulator simulator(model, {.dt = kStep, .halvings = halvings});
  StepReport report;
  for (int k = 0; k < steps && report.status == StepStatus::ok; ++k) report = simulator.step(state);
  return report;
}

}  // namespace

TEST_CASE("forces and impulses from outside are whole in a step taken in parts") {
  const Model model = slider({0.05});
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep, .halvings = 1});
  int calls = 0;
  simulator.apply_impulse({0}, {.force = {0, 3, 0}});
  simulator.apply_force_at({0}, {.force = {0, 8, 0}});
  simulator.set_force({0}, {0, 4, 0}, {0, 0, 0});
  simulator.set_force_callback([&](const State&, Eigen::VectorXd& force) {
    force[1] += 2;
    ++calls;
  });
  REQUIRE(simulator.step(state).halvings == 1);
  CHECK(calls == 3);  // at the pose without an answer, and of each part
  CHECK(state.v[1] == relative((3 + kStep * 14) / 2, 1e-13));
  simulator.set_force_callback({});
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  CHECK(state.v[1] == relative((3 + kStep * 18) / 2, 1e-13));
}

// Beside the rail a wheel with a motor and a free plate, each driven in a way of its own.
TEST_CASE("motors, joint forces and blows are whole in a step taken in parts") {
  constexpr double kInertia = 0.5;
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  add_slider(builder, {0.05});
  BodyDef def{.kind = BodyKind::spatial, .mass = 1};
  def.spatial.inertia = kInertia * Eigen::Matrix3d::Identity();
  def.spatial.pose.p = {0, 5, 0};
  const BodyId wheel = builder.add_body(def);
  def.spatial.pose.p = {0, 9, 0};
  const BodyId plate = builder.add_body(def);
  const JointId hub =
      builder.add_joint({.kind = JointKind::pin,
                         .a = wheel,
                         .anchor = {0, 5, 0},
                         .axis = {0, 0, 1},
                         .coordinates = {{.motor = MotorKind::velocity, .max_force = 1}}});
  const Model model = builder.build().value();
  const auto turns = [&](const State& state, BodyId body) {
    return body_twist(model, state, body).omega.z();
  };
  Simulator simulator(model, {.dt = kStep, .halvings = 1});
  State state = initial_state(model);
  simulator.set_motor_target(hub, 0, 100);
  simulator.set_motor_limit(hub, 0, 8);
  simulator.apply_joint_force(hub, 0, 2);
  simulator.apply_impulse(plate, {.torque = {0, 0, 3}});
  REQUIRE(simulator.step(state).halvings == 1);
  CHECK(turns(state, wheel) == relative(kStep * (8 + 2) / kInertia, 1e-9));
  CHECK(turns(state, plate) == relative(3 / kInertia, 1e-9));
  CHECK(simulator.coordinate_force(hub, 0).motor == relative(8, 1e-9));
  REQUIRE(simulator.step(state).halvings == 0);
  CHECK(turns(state, wheel) == relative(kStep * (2 * 8 + 2) / kInertia, 1e-9));
  CHECK(turns(state, plate) == relative(3 / kInertia, 1e-9));
}

TEST_CASE("a step that has no answer at its midpoint is taken as two") {
  const Model model = slider({0.05});
  State state = initial_state(model);
  const StepReport report = step(model, 1, state);
  REQUIRE(report.status == StepStatus::ok);
  CHECK(report.halvings == 1);
  CHECK(report.step == 1);
  CHECK(report.time == kStep);
  CHECK(state.step == 1);
  CHECK(state.time == kStep);
  CHECK(state.q[0] == relative(0.1, 1e-14));
  CHECK(std::abs(state.q[2]) < 1e-10);
  // The state keeps impulses of a whole step, with which the next one starts.
  CHECK(state.joint_impulses[0] == relative(2 * kGravity * kStep, 1e-9));
  CHECK(report.certificate.energy_before == relative(1.0, 1e-9));
  CHECK(report.certificate.energy_after == relative(1.0, 1e-9));
}

// Sums of halves round otherwise than the whole step does.
TEST_CASE("a step taken in halves ends at the time of the whole step, to the last bit") {
  for (int n = 0; n < 40; ++n) {
    const Model model = slider({0.05});
    State state = initial_state(model);
    state.time = 0.37 * n;
    Simulator simulator(model, {.dt = kStep, .halvings = 1});
    const StepReport report = simulator.step(state);
    REQUIRE(report.halvings == 1);
    CHECK(report.time == 0.37 * n + kStep);
    CHECK(state.time == report.time);
  }
}

// Beside the rail a ball of 3 kg rolls against rolling friction, and a weight is too heavy for the
// weld it hangs on.
TEST_CASE("records and breaks of a step taken as two are those of the whole step") {
  constexpr double kArm = 0.002, kRadius = 0.1, kMass = 3;
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5, .rolling = kArm}});
  add_slider(builder, {0.05});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body({.kind = BodyKind::spatial,
                    .mass = kMass,
                    .spatial = {.pose = {.p = {0, 3, kRadius}},
                                .velocity = {1, 0, 0},
                                .omega = {0, 1 / kRadius, 0},
                                .shapes = {{.shape = spatial::Sphere{kRadius}}}}});
  const BodyId weight = builder.add_body(
      {.kind = BodyKind::spatial_particle, .mass = 1, .spatial = {.pose = {.p = {0, 0, 9}}}});
  const JointId rope = builder.add_joint({.kind = JointKind::spherical,
                                          .a = weight,
                                          .anchor = {0, 0, 9},
                                          .break_force = 0.9 * kGravity});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = kStep, .halvings = 1});
  State state = initial_state(model);
  const StepReport report = simulator.step(state);
  REQUIRE(report.halvings == 1);
  REQUIRE(simulator.contacts().size() == 1);
  const double pressed = kMass * kGravity * kStep;
  CHECK(simulator.contacts()[0].impulse.z() == relative(pressed, 1e-9));
  CHECK(simulator.contacts()[0].moment.y() == relative(-kArm * pressed, 1e-6));
  CHECK(report.broken == 1);
  REQUIRE(simulator.breaks().size() == 1);
  CHECK(simulator.breaks()[0].joint == rope);
  CHECK(simulator.breaks()[0].force == relative(kGravity, 1e-9));
}

// Two ropes: one too weak for its weight, one for what pulls in the second half.
TEST_CASE("joints that break in either half of a step are told together") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  add_slider(builder, {0.05});
  std::vector<JointId> ropes;
  for (const double strength : {0.9, 1.5}) {
    const Eigen::Vector3d place(0, 3 * strength, 9);
    const BodyId weight = builder.add_body(
        {.kind = BodyKind::spatial_particle, .mass = 1, .spatial = {.pose = {.p = place}}});
    ropes.push_back(builder.add_joint({.kind = JointKind::spherical,
                                       .a = weight,
                                       .anchor = place,
                                       .break_force = strength * kGravity}));
  }
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = kStep, .halvings = 1});
  simulator.set_force_callback([](const State& pose, Eigen::VectorXd& force) {
    if (pose.time > 0.06) force[8] -= kGravity;
  });
  State state = initial_state(model);
  const StepReport report = simulator.step(state);
  REQUIRE(report.halvings == 1);
  CHECK(report.broken == 2);
  REQUIRE(simulator.breaks().size() == 2);
  CHECK(simulator.breaks()[0].joint == ropes[0]);
  CHECK(simulator.breaks()[0].time == relative(0.5 * kStep));
  CHECK(simulator.breaks()[1].joint == ropes[1]);
  CHECK(simulator.breaks()[1].time == relative(kStep));
  CHECK(simulator.breaks()[1].force == relative(2 * kGravity, 1e-9));
  CHECK(state.is_broken(ropes[0]));
  CHECK(state.is_broken(ropes[1]));
}

TEST_CASE("halves are halved again, as far as is allowed") {
  const Model model = slider({0.05, 0.025, 0.0875});
  State state = initial_state(model);
  CHECK(step(model, 2, state).halvings == 2);
  CHECK(state.q[0] == relative(0.1, 1e-14));
}

TEST_CASE("a step of which one half has no answer either leaves the state as it was") {
  const Model model = slider({0.05, 0.075});
  State state = initial_state(model);
  const State before = state;
  const StepReport report = step(model, 1, state);
  CHECK(report.status == StepStatus::diverged);
  CHECK(report.halvings == 0);
  CHECK(state.q == before.q);
  CHECK(state.v == before.v);
  CHECK(state.joint_impulses == before.joint_impulses);
  CHECK(state.step == 0);
  CHECK(step(model, 2, state).halvings == 2);
}

TEST_CASE("without halvings such a step is not taken") {
  const Model model = slider({0.05});
  State state = initial_state(model);
  CHECK(step(model, 0, state).status == StepStatus::diverged);
  CHECK(state.time == 0);
}

TEST_CASE("a simulator asked after a halved step answers for its last half") {
  const Model model = slider({0.05});
  Simulator simulator(model, {.dt = kStep, .halvings = 1});
  State state = initial_state(model);
  REQUIRE(simulator.step(state).halvings == 1);
  CHECK(simulator.joint_reaction({0}).force.z() == relative(2 * kGravity, 1e-9));
  REQUIRE(simulator.step(state).halvings == 0);
  CHECK(simulator.joint_reaction({0}).force.z() == relative(2 * kGravity, 1e-9));
}

// Beside the rail a wheel with a spring and a motor, and a ball on the floor.
TEST_CASE("islands are those of the last half of a step, forces along coordinates of both") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  add_slider(builder, {0.05});
  BodyDef wheel{.kind = BodyKind::spatial, .mass = 3};
  wheel.spatial.pose.p = {0, 9, 0};
  wheel.spatial.inertia = Eigen::Matrix3d::Identity();
  const JointId axle = builder.add_joint({.kind = JointKind::pin,
                                          .a = builder.add_body(wheel),
                                          .anchor = {0, 9, 0},
                                          .coordinates = {{.motor = MotorKind::velocity,
                                                           .target = 1,
                                                           .max_force = 2,
                                                           .stiffness = 7,
                                                           .rest = 0.5,
                                                           .damping = 0.2}}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body({.kind = BodyKind::spatial,
                    .mass = 3,
                    .spatial = {.pose = {.p = {0, 3, 0.1}},
                                .velocity = {1, 0, 0},
                                .shapes = {{.shape = spatial::Sphere{0.1}}}}});
  const Model model = builder.build().value();
  Simulator whole(model, {.dt = kStep, .halvings = 1});
  Simulator halves(model, {.dt = 0.5 * kStep, .halvings = 0});
  State state = initial_state(model), by_halves = state;
  REQUIRE(whole.step(state).halvings == 1);
  CoordinateForce mean;
  for (int k = 0; k < 2; ++k) {
    REQUIRE(halves.step(by_halves).status == StepStatus::ok);
    mean.spring += 0.5 * halves.coordinate_force(axle, 0).spring;
    mean.motor += 0.5 * halves.coordinate_force(axle, 0).motor;
  }
  CHECK(state.q == by_halves.q);
  CHECK(whole.coordinate_force(axle, 0).spring == relative(mean.spring, 1e-14));
  CHECK(whole.coordinate_force(axle, 0).motor == relative(mean.motor, 1e-14));
  CHECK(mean.spring != 0);
  REQUIRE(whole.islands().size() == halves.islands().size());
  for (std::size_t i = 0; i < whole.islands().size(); ++i)
    CHECK(whole.islands()[i].solution().f == halves.islands()[i].solution().f);
}

TEST_CASE("forces from outside act in halves too") {
  const Model model = slider({0.05});
  Simulator simulator(model, {.dt = kStep, .halvings = 1});
  simulator.set_force({0}, {4, 0, 0}, {0, 0, 0});
  State state = initial_state(model);
  REQUIRE(simulator.step(state).halvings == 1);
  CHECK(state.v[0] == relative(1 + 4.0 / 2 * kStep, 1e-9));
}

}  // namespace perpend
