// SPDX-License-Identifier: Apache-2.0
//
// Joints that break: when, what they bore, and that nothing of them is left.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/exchange.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kGravity = 9.81;

// A bar of 2 kg, 1 m long, held by `joint` to the world at its left end, in the plane or in space.
Model held_bar(JointDef joint, bool in_space) {
  ModelBuilder builder;
  if (in_space)
    builder.add_body(
        {.kind = BodyKind::spatial,
         .mass = 2.0,
         .spatial = {.pose = {.p = {0.5, 0, 0}}, .inertia = Vector3d(0.1, 0.2, 0.2).asDiagonal()}});
  else
    builder.add_body({.pose = {{0.5, 0}}, .mass = 2.0, .inertia = 0.2});
  joint.a = {0};
  builder.add_joint(joint);
  return builder.build().value();
}

// Steps until something breaks; the step in which it does, or -1.
int steps_to_break(Simulator& simulator, State& state, int most) {
  for (int i = 0; i < most; ++i) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    CHECK(report.uncertified == 0);
    CHECK(report.broken == static_cast<int>(simulator.breaks().size()));
    if (report.broken > 0) return i;
  }
  return -1;
}

}  // namespace

TEST_CASE("a joint holds up to its strength and breaks beyond, with what it bore") {
  for (const bool in_space : {false, true})
    for (const JointKind kind : {JointKind::weld, JointKind::spherical}) {
      CAPTURE(in_space);
      JointDef strong{.kind = kind, .break_force = 1.001 * 2 * kGravity, .break_torque = 10.0};
      if (kind == JointKind::spherical) strong.anchor = {0.5, 0, 0};
      const Model holds = held_bar(strong, in_space);
      Simulator simulator(holds, {.dt = 0.001});
      State state = initial_state(holds);
      CHECK(steps_to_break(simulator, state, 100) == -1);
      CHECK(state.broken.empty());

      JointDef weak = strong;
      weak.break_force = 0.999 * 2 * kGravity;
      const Model breaks = held_bar(weak, in_space);
      Simulator other(breaks, {.dt = 0.001});
      state = initial_state(breaks);
      CHECK(steps_to_break(other, state, 100) == 0);
      REQUIRE(other.breaks().size() == 1);
      CHECK(other.breaks()[0].joint == JointId{0});
      CHECK(other.breaks()[0].time == relative(0.001));
      CHECK(other.breaks()[0].force == relative(2 * kGravity, 1e-6));
      CHECK(state.is_broken({0}));
      // From then on it falls freely.
      for (int i = 0; i < 100; ++i) {
        const StepReport report = other.step(state);
        REQUIRE(report.status == StepStatus::ok);
        CHECK(report.broken == 0);
        CHECK(report.certificate.joint_gap == 0);
        CHECK(std::abs(report.certificate.energy_after - report.certificate.energy_before) < 1e-9);
      }
      CHECK(other.joint_reaction({0}).force.norm() == 0);
      CHECK(body_twist(breaks, state, {0}).velocity.norm() == relative(0.1 * kGravity));
      CHECK(body_twist(breaks, state, {0}).omega.norm() < 1e-9);
    }
}

// Weights on threads of their own: their weights are 1, 2, ... times that of the first.
TEST_CASE("of several joints those break that bear too much, each with what it bore") {
  ModelBuilder builder;
  for (int i = 0; i < 5; ++i) {
    builder.add_body({.pose = {{2.0 * i, 0}}, .mass = 1.0 + i, .inertia = 0.2});
    // The second and the fourth hold less than their weight.
    const double share = i == 1 || i == 3 ? 0.9 : 1.1;
    builder.add_joint({.kind = JointKind::weld,
                       .a = {i},
                       .anchor = {2.0 * i, 0, 0},
                       .break_force = share * (1 + i) * kGravity});
  }
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.001});
  State state = initial_state(model);
  CHECK(steps_to_break(simulator, state, 1) == 0);
  REQUIRE(simulator.breaks().size() == 2);
  for (const int k : {0, 1}) {
    const int joint = 1 + 2 * k;
    CHECK(simulator.breaks()[k].joint == JointId{joint});
    CHECK(simulator.breaks()[k].force == relative((1 + joint) * kGravity, 1e-6));
  }
  CHECK(steps_to_break(simulator, state, 100) == -1);
  for (int i = 0; i < 5; ++i) {
    CAPTURE(i);
    const bool broke = i == 1 || i == 3;
    CHECK(state.is_broken({i}) == broke);
    CHECK(simulator.joint_reaction({i}).force.norm() ==
          relative(broke ? 0.0 : (1 + i) * kGravity, 1e-9));
    CHECK(body_twist(model, state, {i}).velocity.norm() - (broke ? 0.1 * kGravity : 0) ==
          near_zero(1e-9));
  }
}

TEST_CASE("a bending moment breaks a weld that its force would not") {
  for (const bool in_space : {false, true}) {
    const double moment = 2 * kGravity * 0.5;
    JointDef weld{.kind = JointKind::weld, .anchor = {0, 0, 0}, .break_torque = 1.01 * moment};
    const Model holds = held_bar(weld, in_space);
    Simulator simulator(holds, {.dt = 0.001});
    State state = initial_state(holds);
    CHECK(steps_to_break(simulator, state, 50) == -1);
    weld.break_torque = 0.99 * moment;
    const Model breaks = held_bar(weld, in_space);
    Simulator other(breaks, {.dt = 0.001});
    state = initial_state(breaks);
    CHECK(steps_to_break(other, state, 50) == 0);
    CHECK(other.breaks()[0].torque == relative(moment, 1e-6));
  }
}

TEST_CASE("a force that grows breaks a joint in the step that its mean exceeds the strength") {
  const Model model = held_bar({.kind = JointKind::weld, .break_force = 40}, false);
  Simulator simulator(model, {.dt = 0.001});
  State state = initial_state(model);
  for (int i = 0; i < 1000; ++i) {
    simulator.set_force({0}, {0, -0.1 * i, 0});
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    CHECK(state.is_broken({0}) == (0.1 * i + 2 * kGravity > 40));
    if (report.broken > 0) CHECK(simulator.breaks()[0].force == relative(0.1 * i + 2 * kGravity));
    if (report.broken > 0) return;
  }
  FAIL("did not break");
}

// The pull of a spring and damper over a first step h from the stretch s and rate u is the mean
//   F = (k (s + h u/2) + d u) / (1 + (h² k/4 + h d/2)/m),
// by the trapezoidal rule for both, as h d/m stays below 1/2.
TEST_CASE("a strut breaks by what its spring and damper pull") {
  std::mt19937 random(27);
  const auto draw = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
  for (int trial = 0; trial < 20; ++trial) {
    const bool in_space = trial % 2 == 1;
    const double m = draw(0.5, 3), k = draw(100, 2000), d = draw(0, 25), h = draw(0.001, 0.01);
    const double length = draw(0.5, 2), s = draw(0.01, 0.1), u = draw(0, 1);
    const double pull =
        (k * (s + 0.5 * h * u) + d * u) / (1 + (0.25 * h * h * k + 0.5 * h * d) / m);
    CAPTURE(trial);
    for (const double strength : {0.999 * pull, 1.001 * pull}) {
      ModelBuilder builder;
      builder.set_gravity({0, 0, 0});
      BodyDef bob{.kind = in_space ? BodyKind::spatial_particle : BodyKind::particle, .mass = m};
      bob.pose.p.x() = bob.spatial.pose.p.x() = length + s;
      bob.velocity.x() = bob.spatial.velocity.x() = u;
      builder.add_body(bob);
      builder.add_joint({.kind = JointKind::strut,
                         .a = {0},
                         .anchor = {length + s, 0, 0},
                         .anchor_b = Vector3d(0, 0, 0),
                         .break_force = strength,
                         .coordinates = {{.stiffness = k, .rest = length, .damping = d}}});
      const Model model = builder.build().value();
      Simulator simulator(model, {.dt = h});
      State state = initial_state(model);
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      REQUIRE(simulator.breaks().empty() == (strength > pull));
      if (strength < pull) CHECK(simulator.breaks()[0].force == relative(pull, 1e-9));
    }
  }
}

TEST_CASE("limits, springs, motors and couplers go with their joint") {
  ModelBuilder builder;
  for (int i = 0; i < 2; ++i)
    builder.add_body({.pose = {{2.0 * i, 0}}, .mass = 1.0, .inertia = 0.5});
  const CoordinateDef acts{.coordinate = 0,
                           .lo = -0.01,
                           .hi = 0.01,
                           .motor = MotorKind::velocity,
                           .target = 3,
                           .max_force = 5,
                           .stiffness = 100,
                           .damping = 3,
                           .friction = 0.2};
  const JointId first =
      builder.add_joint({.a = {0}, .anchor = {0, 0, 0}, .break_force = 1.0, .coordinates = {acts}});
  const JointId second = builder.add_joint({.a = {1}, .anchor = {2, 0, 0}});
  builder.add_coupler({.terms = {{first, 0, 1.0}, {second, 0, -1.0}}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.001});
  State state = initial_state(model);
  CHECK(steps_to_break(simulator, state, 3) == 0);
  CHECK(state.joint_impulses[model.couplers[0].row] == 0);
  const double spin = body_velocity(model, state, {0}).z(),
               other = body_velocity(model, state, {1}).z();
  for (int i = 0; i < 200; ++i) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    CHECK(report.uncertified == 0);
  }
  CHECK(body_velocity(model, state, {0}).z() == relative(spin));
  CHECK(body_velocity(model, state, {1}).z() == relative(other));
  CHECK(simulator.coordinate_force(first, 0).spring == 0);
}

TEST_CASE("what a broken joint held apart collides") {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  builder.add_body({.pose = {{0, 0.5}}, .shapes = {{.shape = planar::box(1, 1)}}});
  builder.add_body({.pose = {{0.2, 1.5}}, .shapes = {{.shape = planar::box(1, 1)}}});
  builder.add_joint({.kind = JointKind::weld, .a = {2}, .b = {1}, .break_force = 1.0});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.001});
  State state = initial_state(model);
  CHECK(steps_to_break(simulator, state, 5) == 0);
  for (int i = 0; i < 500; ++i) REQUIRE(simulator.step(state).status == StepStatus::ok);
  CHECK(body_pose(model, state, {2}).p.y() == relative(1.5, 1e-6));
  CHECK(simulator.contacts().size() == 4);
}

TEST_CASE("a copy of the state goes on with the same bits, broken or not yet") {
  ModelBuilder builder;
  for (int i = 0; i < 5; ++i)
    builder.add_body({.kind = BodyKind::spatial,
                      .mass = 1.0,
                      .spatial = {.pose = {.p = {0.5 + i, 0, 0}},
                                  .inertia = Vector3d(0.02, 0.1, 0.1).asDiagonal()}});
  for (int i = 0; i < 5; ++i)
    builder.add_joint({.kind = JointKind::spherical,
                       .a = {i},
                       .b = {i - 1},
                       .anchor = {1.0 * i, 0, 0},
                       .break_force = i == 2 ? 45.0 : 1e9});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.002});
  State state = initial_state(model);
  std::vector<State> saved;
  for (int i = 0; i < 600; ++i) {
    saved.push_back(state);
    REQUIRE(simulator.step(state).status == StepStatus::ok);
  }
  REQUIRE(state.is_broken({2}));
  CHECK(!state.is_broken({1}));
  // From the whole chain again, in the simulator that knows the broken one.
  for (const std::size_t from : {std::size_t{0}, std::size_t{300}, std::size_t{599}}) {
    State again = saved[from];
    for (std::size_t i = from; i < 600; ++i)
      REQUIRE(simulator.step(again).status == StepStatus::ok);
    CHECK(hash(again) == hash(state));
  }
  State carried = carried_over(model, state, model);
  CHECK(carried.broken == state.broken);
}

namespace {

// Rows of bricks that welds hold together, or nothing does, some way above the floor.
Model bricks(int seed, bool welded) {
  Draw draw(seed);
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{spatial::HalfSpace{}}}}});
  const double side = draw(0.1, 0.3), e = seed % 3 == 0 ? 0.4 : 0.0;
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5, .e = e}});
  const int count = 2 + seed % 15;
  const Eigen::Quaterniond tilt(Eigen::AngleAxisd(draw(-0.3, 0), Vector3d(0, 1, 0)));
  for (int i = 0; i < count; ++i) {
    const Vector3d at = tilt * Vector3d(side * i, 0, 0) + Vector3d(0, 0, 1.5 * side);
    builder.add_body({.kind = BodyKind::spatial,
                      .mass = draw(0.5, 2),
                      .spatial = {.pose = {.p = at, .r = tilt},
                                  .velocity = {0, 0, -1},
                                  .shapes = {{spatial::box(side, side, side)}}}});
  }
  for (int i = 1; welded && i < count; ++i)
    builder.add_joint({.kind = JointKind::weld,
                       .a = {i + 1},
                       .b = {i},
                       .anchor = {0.5 * side, 0, 0},
                       .break_force = 1e-6});
  return builder.build().value();
}

}  // namespace

// Piles of more than some bricks are solved by blocks, of which broken joints are none.
TEST_CASE("bricks whose welds all broke move as those that had none") {
  int broke = 0;
  for (int seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    const Model welded = bricks(seed, true), loose = bricks(seed, false);
    const SimulationOptions options{.dt = 0.002};
    Simulator simulator(welded, options), other(loose, options);
    State state = initial_state(welded);
    const auto whole = [&] {
      return std::ranges::count(state.broken, 1) < std::ssize(welded.joints);
    };
    for (int k = 0; k < 300 && whole(); ++k) REQUIRE(simulator.step(state).uncertified == 0);
    broke += !whole();
    State free = initial_state(loose);
    free.q = state.q, free.v = state.v, free.time = state.time, free.step = state.step;
    for (int k = 0; k < 5 && !whole(); ++k) {
      REQUIRE(simulator.step(state).uncertified == 0);
      REQUIRE(other.step(free).uncertified == 0);
      CHECK((state.q - free.q).lpNorm<Eigen::Infinity>() < 1e-9);
    }
  }
  CHECK(broke >= 20);
}

TEST_CASE("a strength that is none is a fault") {
  ModelBuilder builder;
  builder.add_body({.mass = 1.0, .inertia = 1.0});
  builder.add_joint({.a = {0}, .break_force = 0, .break_torque = std::nan("")});
  const Result<Model> model = builder.build();
  REQUIRE(!model);
  REQUIRE(model.error().size() == 2);
  CHECK(model.error()[0].element == "joints[0].break_force");
  CHECK(model.error()[1].element == "joints[0].break_torque");
}

}  // namespace perpend
