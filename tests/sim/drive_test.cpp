// SPDX-License-Identifier: Apache-2.0
// Forces, impulses and motors from outside: what they do, how long, and what is left after a
// snapshot.
#include <doctest/doctest.h>

#include <cmath>

#include "perpend/core/error.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "relative.hpp"
#include "scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kStep = 0.01;

// A rod of 3 kg and 2 m along x, pinned to the world at the origin; 4 kg m² about the pin.
Model pinned_rod(const CoordinateDef& coordinate = {}, double gravity = 0.0) {
  ModelBuilder builder;
  builder.set_gravity({0, -gravity, 0});
  const BodyId rod = builder.add_body({.pose = {{1, 0}}, .mass = 3.0, .inertia = 1.0});
  builder.add_joint({.kind = JointKind::pin, .a = rod, .coordinates = {coordinate}});
  return builder.build().value();
}

// 2 kg that nothing holds.
Model free_body() {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body({.mass = 2.0, .inertia = 0.5});
  return builder.build().value();
}

double rate(const Model& model, const State& state) {
  return coordinate_rate(model, state, {0}, 0);
}

void steps(Simulator& simulator, State& state, int count) {
  for (int k = 0; k < count; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
}

}  // namespace

TEST_CASE("what is applied acts in one step and adds up, what is held goes on") {
  const Model model = free_body();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  simulator.apply_force_at({0}, {.force = {4, 0, 0}});
  simulator.apply_force_at({0}, {.force = {2, 0, 0}});
  steps(simulator, state, 1);
  CHECK(state.v[0] == relative(6 * kStep / 2, 1e-14));
  steps(simulator, state, 3);
  CHECK(state.v[0] == relative(6 * kStep / 2, 1e-14));
  simulator.hold_force_at({0}, {.force = {0, 2, 0}});
  simulator.set_force({0}, {0, 2, 0.25});
  steps(simulator, state, 10);
  CHECK(state.v[1] == relative(10 * kStep * 4 / 2, 1e-13));
  CHECK(state.v[2] == relative(10 * kStep * 0.25 / 0.5, 1e-13));
  simulator.clear_held();
  const Eigen::VectorXd v = state.v;
  steps(simulator, state, 5);
  CHECK((state.v - v).norm() == 0);
}

// Theory: omega = 4 t, x'' = cos(2 t²), y'' = sin(2 t²) for 2 N along the body and 2 N m.
TEST_CASE("a force in the frame of the body turns with it") {
  const Model model = free_body();
  const auto error = [&](int count) {
    State state = initial_state(model);
    Simulator simulator(model, {.dt = 1.0 / count});
    simulator.hold_force_at({0},
                            {.force = {2, 0, 0}, .torque = {0, 0, 2}, .force_in = Frame::body});
    steps(simulator, state, count);
    CHECK(state.v[2] == relative(4, 1e-12));
    double vx = 0, vy = 0;  // Simpson
    constexpr int kParts = 2000;
    for (int i = 0; i <= kParts; ++i) {
      const double t = static_cast<double>(i) / kParts;
      const double weight = (i == 0 || i == kParts ? 1 : i % 2 ? 4 : 2) / (3.0 * kParts);
      vx += weight * std::cos(2 * t * t);
      vy += weight * std::sin(2 * t * t);
    }
    return std::hypot(state.v[0] - vx, state.v[1] - vy);
  };
  const double coarse = error(100), fine = error(200);
  CHECK(coarse < 1e-4);
  CHECK(coarse / fine == relative(4, 0.05));
}

TEST_CASE("a rod struck at its centre of percussion does not kick its pin") {
  const Model model = pinned_rod();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  // The centre of percussion is 4 / (3 · 1) m from the pin, 1/3 m beyond the centre of mass.
  simulator.apply_impulse({0}, {.force = {0, 6, 0}, .point = {1.0 / 3, 0, 0}});
  steps(simulator, state, 1);
  CHECK(rate(model, state) == relative(6 * (4.0 / 3) / 4, 1e-10));
  CHECK(simulator.joint_reaction({0}).force.norm() * kStep < 1e-9);
  // Struck at its end the pin gets half the blow more.
  State other = initial_state(model);
  Simulator second(model, {.dt = kStep});
  second.apply_impulse({0}, {.force = {0, 6, 0}, .point = {1, 0, 0}});
  steps(second, other, 1);
  CHECK(rate(model, other) == relative(3, 1e-10));
  CHECK(second.joint_reaction({0}).force.y() * kStep == relative(3, 1e-8));
}

TEST_CASE("a force along a joint coordinate turns the joint") {
  const Model model = pinned_rod();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  simulator.hold_joint_force({0}, 0, 8.0);
  steps(simulator, state, 20);
  CHECK(rate(model, state) == relative(20 * kStep * 8 / 4, 1e-4));
  simulator.clear_held();
  simulator.apply_joint_force({0}, 0, -8.0);
  steps(simulator, state, 3);
  CHECK(rate(model, state) == relative(19 * kStep * 8 / 4, 1e-4));
}

TEST_CASE("a motor follows its new target at its limit, and says what it pushes") {
  const Model model = pinned_rod({.motor = MotorKind::velocity, .target = 0, .max_force = 8.0});
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  steps(simulator, state, 3);
  CHECK(rate(model, state) == 0);
  CHECK(simulator.coordinate_force({0}, 0).motor == 0);
  simulator.set_motor_target({0}, 0, 0.5);
  steps(simulator, state, 10);
  CHECK(rate(model, state) == relative(10 * kStep * 8 / 4, 1e-4));
  CHECK(simulator.coordinate_force({0}, 0).motor == relative(8, 1e-12));
  steps(simulator, state, 20);
  CHECK(rate(model, state) == relative(0.5, 1e-8));
  CHECK(std::abs(simulator.coordinate_force({0}, 0).motor) < 1e-3);
  simulator.set_motor_limit({0}, 0, 2.0);
  simulator.set_motor_target({0}, 0, -0.5);
  steps(simulator, state, 10);
  CHECK(rate(model, state) == relative(0.5 - 10 * kStep * 2 / 4, 1e-4));
  simulator.clear_held();
  steps(simulator, state, 30);
  CHECK(std::abs(rate(model, state)) < 1e-8);
}

TEST_CASE("a motor gains and loses its limit") {
  const Model limited = pinned_rod({.motor = MotorKind::velocity, .target = 1, .max_force = 2.0});
  const Model unlimited = pinned_rod({.motor = MotorKind::velocity, .target = 1});
  for (const Model* model : {&limited, &unlimited}) {
    State state = initial_state(*model);
    Simulator simulator(*model, {.dt = kStep});
    simulator.set_motor_limit({0}, 0, 4.0);
    steps(simulator, state, 2);
    CHECK(rate(*model, state) == relative(2 * kStep, 1e-8));
    const double before = rate(*model, state);
    simulator.set_motor_limit({0}, 0, INFINITY);
    steps(simulator, state, 1);
    CHECK(rate(*model, state) == relative(1, 1e-8));
    CHECK(simulator.coordinate_force({0}, 0).motor == relative(4 * (1 - before) / kStep, 1e-6));
    simulator.set_motor_limit({0}, 0, 0.0);
    simulator.hold_joint_force({0}, 0, 4.0);
    steps(simulator, state, 10);
    CHECK(rate(*model, state) == relative(1 + 10 * kStep, 1e-4));
    CHECK(simulator.coordinate_force({0}, 0).motor == 0);
  }
}

TEST_CASE("springs, dry friction and limits say what they push") {
  constexpr double kWeight = 3 * 9.81;  // times 1 m about the pin
  const auto at_rest = [&](const CoordinateDef& def) {
    const Model model = pinned_rod(def, 9.81);
    State state = initial_state(model);
    Simulator simulator(model, {.dt = kStep});
    steps(simulator, state, 5);
    CHECK(std::abs(rate(model, state)) < 1e-9);
    return simulator.coordinate_force({0}, 0);
  };
  const CoordinateForce spring = at_rest({.stiffness = 100, .rest = kWeight / 100});
  CHECK(spring.spring == relative(kWeight, 1e-9));
  CHECK(spring.total() == spring.spring);
  const CoordinateForce friction = at_rest({.friction = 40});
  CHECK(friction.friction == relative(kWeight, 1e-9));
  CHECK(friction.total() == friction.friction);
  const CoordinateForce limit = at_rest({.lo = 0});
  CHECK(limit.limit == relative(kWeight, 1e-9));
  CHECK(limit.total() == limit.limit);
  const CoordinateForce upper = [&] {
    const Model model = pinned_rod({.hi = 0}, -9.81);
    State state = initial_state(model);
    Simulator simulator(model, {.dt = kStep});
    steps(simulator, state, 2);
    return simulator.coordinate_force({0}, 0);
  }();
  CHECK(upper.limit == relative(-kWeight, 1e-9));
}

TEST_CASE("the reaction of a joint has the torque of its motor, limited or not") {
  for (const double limit : {HUGE_VAL, 100.0}) {
    const CoordinateDef motor{.motor = MotorKind::velocity, .max_force = limit};
    const Model model = pinned_rod(motor, 9.81);
    State state = initial_state(model);
    Simulator simulator(model, {.dt = kStep});
    steps(simulator, state, 3);
    const JointReaction reaction = simulator.joint_reaction({0});
    CHECK(reaction.force.y() == relative(3 * 9.81, 1e-8));
    CHECK(reaction.torque.z() == relative(3 * 9.81, 1e-8));
  }
}

TEST_CASE("an unlimited motor says what it pushes after Newton steps on positions too") {
  const Model model = pinned_rod({.motor = MotorKind::velocity, .target = 2}, 9.81);
  for (const int iterations : {0, 4}) {
    State state = initial_state(model);
    Simulator simulator(model, {.dt = 0.001, .position_iterations = iterations});
    steps(simulator, state, 200);
    // At the middle of the step; in the first half step the rod still was at rest.
    const double angle = 2 * (state.time - 0.001);
    CHECK(simulator.coordinate_force({0}, 0).motor == relative(3 * 9.81 * std::cos(angle), 1e-4));
  }
}

TEST_CASE("a force callback is asked at the pose of each step, with second order") {
  const Model model = free_body();
  const auto error = [&](int count) {
    State state = initial_state(model);
    state.q[0] = 1.0;
    Simulator simulator(model, {.dt = 1.0 / count});
    int calls = 0;
    simulator.set_force_callback([&](const State& pose, Eigen::VectorXd& force) {
      force[0] -= 2.0 * 9.0 * pose.q[0];  // 3 rad/s
      CHECK(pose.step == calls);
      CHECK(pose.time == relative((calls + 0.5) / count, 1e-12));
      ++calls;
    });
    steps(simulator, state, count);
    CHECK(calls == count);
    return std::abs(state.q[0] - std::cos(3.0));
  };
  const double coarse = error(100), fine = error(200);
  CHECK(coarse < 1e-3);
  CHECK(coarse / fine == relative(4, 0.05));
}

TEST_CASE("a copy of the state and of what is held goes on with the same bits") {
  const Model model = pinned_rod({.motor = MotorKind::velocity, .max_force = 5.0}, 9.81);
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  simulator.set_motor_target({0}, 0, 1.5);
  simulator.hold_force_at({0}, {.force = {1, 2, 0}, .point = {0.5, 0, 0}, .force_in = Frame::body});
  simulator.hold_joint_force({0}, 0, 0.3);
  steps(simulator, state, 20);
  State copy = state;
  Simulator other(model, {.dt = kStep});
  other.set_held(simulator.held());
  steps(simulator, state, 30);
  steps(other, copy, 30);
  CHECK(hash(state) == hash(copy));
  // What is held is part of it: without it the bits are others.
  State third = initial_state(model);
  Simulator undriven(model, {.dt = kStep});
  steps(undriven, third, 50);
  CHECK(hash(third) != hash(state));
}

// What rests is taken once and repeated until something acts on it; each change is one.
TEST_CASE("what rests is woken by whatever is told from outside") {
  ModelBuilder builder;
  const BodyId wheel = builder.add_body({.mass = 3.0, .inertia = 4.0});
  builder.set_gravity({0, 0, 0});
  builder.add_joint({.a = wheel, .coordinates = {{.motor = MotorKind::velocity, .max_force = 8}}});
  const Model model = builder.build().value();
  const auto rate_after = [&](auto change) {
    State state = initial_state(model);
    Simulator simulator(model, {.dt = kStep});
    simulator.set_force({0}, {0, 0, 2});
    steps(simulator, state, 5);
    CHECK(rate(model, state) == 0);
    change(simulator);
    steps(simulator, state, 1);
    return rate(model, state);
  };
  HeldInputs held{.force = Vector3d(0, 0, 12)};
  CHECK(rate_after([&](Simulator& s) { s.set_held(held); }) == relative((12 - 8) * kStep / 4));
  CHECK(rate_after([](Simulator& s) { s.clear_held(); }) == 0);
  CHECK(rate_after([](Simulator& s) {
          s.set_force({0}, {0, 0, 13});
        }) == relative((13 - 8) * kStep / 4));
  CHECK(rate_after([](Simulator& s) { s.set_motor_limit({0}, 0, 1); }) ==
        relative((2 - 1) * kStep / 4));
  CHECK(rate_after([](Simulator& s) {
          s.set_motor_target({0}, 0, -1);
          s.set_motor_limit({0}, 0, 8);
        }) == relative((2 - 8) * kStep / 4));
  CHECK(rate_after([](Simulator& s) {
          s.set_motor_limit({0}, 0, 1);
          s.set_motor_target({0}, 0, 0);
        }) == relative((2 - 1) * kStep / 4));
  CHECK(rate_after([](Simulator& s) { s.apply_joint_force({0}, 0, 9); }) ==
        relative((2 + 9 - 8) * kStep / 4));
  const auto pull = [](const State&, Eigen::VectorXd& force) { force[2] += 9; };
  CHECK(rate_after([&](Simulator& s) { s.set_force_callback(pull); }) ==
        relative((2 + 9 - 8) * kStep / 4));
}

TEST_CASE("a callback that led out of the numbers is gone once it is taken away") {
  const Model model = free_body();
  for (const double applied : {0.0, 4.0}) {
    Simulator simulator(model, {.dt = kStep});
    State state = initial_state(model);
    // For a step that is not taken: it acts in the next one.
    if (applied > 0) simulator.apply_force_at({0}, {.force = {0, applied, 0}});
    simulator.set_force_callback([](const State&, Eigen::VectorXd& force) { force[0] = 1e308; });
    REQUIRE(simulator.step(state).status == StepStatus::diverged);
    simulator.set_force_callback({});
    steps(simulator, state, 1);
    CHECK(state.v[0] == 0);
    CHECK(state.v[1] == relative(applied * kStep / 2, 1e-14));
  }
}

TEST_CASE("what cannot be driven is the caller's mistake") {
  const Model model = pinned_rod();
  Simulator simulator(model, {.dt = kStep});
  CHECK_THROWS_AS(simulator.set_motor_target({0}, 0, 1.0), InvalidArgument);  // no motor
  CHECK_THROWS_AS(simulator.set_motor_limit({0}, 3, 1.0), InvalidArgument);
  CHECK_THROWS_AS(simulator.apply_joint_force({1}, 0, 1.0), InvalidArgument);
  CHECK_THROWS_AS(simulator.apply_joint_force({0}, 0, NAN), InvalidArgument);
  CHECK_THROWS_AS(simulator.apply_force_at(kWorld, {}), InvalidArgument);
  CHECK_THROWS_AS(simulator.hold_force_at({0}, {.force = {NAN, 0, 0}}), InvalidArgument);
  CHECK_THROWS_AS(simulator.set_force({0}, {NAN, 0, 0}), InvalidArgument);
  CHECK_THROWS_AS(simulator.set_force({0}, {0, 0, INFINITY}), InvalidArgument);
  CHECK(simulator.held().force.size() == 0);
  ModelBuilder builder;
  builder.add_body(scenes::ground());
  const Model still = builder.build().value();
  Simulator fixed(still, {.dt = kStep});
  ModelBuilder moved;
  moved.add_body({.kind = BodyKind::kinematic});
  const Model kinematic = moved.build().value();
  CHECK_THROWS_AS(fixed.set_force({0}, {1, 0, 0}), InvalidArgument);  // nothing moves it
  CHECK_THROWS_AS(Simulator(kinematic, {.dt = kStep}).set_held({.force = Vector3d(1, 0, 0)}),
                  InvalidArgument);
  CHECK_THROWS_AS(simulator.coordinate_force({0}, 1), InvalidArgument);
  CHECK_THROWS_AS(simulator.set_held({.force = Eigen::VectorXd::Zero(2)}), InvalidArgument);
  CHECK_THROWS_AS(simulator.set_held({.joint_forces = {{{5}, 0, 1.0}}}), InvalidArgument);
  CHECK(simulator.held().joint_forces.empty());
  CHECK(simulator.coordinate_force({0}, 0).total() == 0);
  CHECK(simulator.joint_reaction({0}).force.norm() == 0);
  const Model driven = pinned_rod({.motor = MotorKind::velocity, .max_force = 5.0});
  Simulator other(driven, {.dt = kStep});
  CHECK_THROWS_AS(other.set_motor_limit({0}, 0, -1.0), InvalidArgument);
  CHECK_THROWS_AS(other.set_motor_target({0}, 0, INFINITY), InvalidArgument);
  State state = initial_state(driven);
  other.set_force_callback([](const State&, Eigen::VectorXd& force) { force[0] = NAN; });
  CHECK_THROWS_AS(other.step(state), InvalidArgument);
}

TEST_CASE("of several commands to one motor that are held at once the last counts, and no other") {
  const Model model = pinned_rod({.motor = MotorKind::velocity, .max_force = 1e3});
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  simulator.set_held({.motors = {{{0}, 0, 1.0}, {{0}, 0, 2.0}}});
  CHECK(simulator.held().motors.size() == 1);
  steps(simulator, state, 1);
  CHECK(rate(model, state) == relative(2, 1e-9));
  simulator.set_motor_target({0}, 0, 3.0);
  steps(simulator, state, 1);
  CHECK(rate(model, state) == relative(3, 1e-9));
}

TEST_CASE("forces along joints are set, again and for all") {
  const Model model = pinned_rod();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  simulator.set_joint_force({0}, 0, 8.0);
  simulator.set_joint_force({0}, 0, 2.0);
  steps(simulator, state, 10);
  CHECK(rate(model, state) == relative(10 * kStep * 2.0 / 4, 1e-4));
  State copy = state;
  Simulator other(model, {.dt = kStep});
  other.set_held(simulator.held());
  steps(simulator, state, 5);
  steps(other, copy, 5);
  CHECK(hash(copy) == hash(state));
  simulator.set_joint_force(Eigen::VectorXd::Zero(1));
  CHECK(simulator.held().joint_force.size() == 0);
  const double before = rate(model, state);
  steps(simulator, state, 5);
  CHECK(rate(model, state) == relative(before, 1e-4));
  CHECK_THROWS_AS(simulator.set_joint_force(Eigen::VectorXd::Zero(2)), InvalidArgument);
  CHECK_THROWS_AS(simulator.set_joint_force({0}, 1, 1.0), InvalidArgument);
  CHECK_THROWS_AS(simulator.set_joint_force({0}, 0, NAN), InvalidArgument);
}

TEST_CASE("forces of all bodies are set at once, and only where they move something") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body({.name = "wall", .kind = BodyKind::fixed});
  builder.add_body({.mass = 2.0, .inertia = 0.5});
  const Model model = builder.build().value();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  Eigen::VectorXd force = Eigen::VectorXd::Zero(6);
  force << 0, 0, 0, 4, 2, 0.25;
  simulator.set_force(force);
  steps(simulator, state, 10);
  CHECK(state.v[3] == relative(10 * kStep * 2, 1e-13));
  CHECK(state.v[5] == relative(10 * kStep * 0.5, 1e-13));
  force[0] = 1;
  CHECK_THROWS_AS(simulator.set_force(force), InvalidArgument);
  force.resize(5);
  CHECK_THROWS_AS(simulator.set_force(force), InvalidArgument);
}

}  // namespace perpend
