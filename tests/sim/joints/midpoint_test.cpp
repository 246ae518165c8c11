// SPDX-License-Identifier: Apache-2.0
// The midpoint step on bodies in space: invariants, stiff chains, limits and motors.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

BodyDef spatial_body(double mass, const Vector3d& inertia, const Vector3d& position) {
  BodyDef def{.kind = BodyKind::spatial, .mass = mass};
  def.spatial.pose.p = position;
  def.spatial.inertia = inertia.asDiagonal();
  def.spatial.center_of_mass = Vector3d::Zero();
  return def;
}

// Rods of 0.1 m and 1 kg along `direction` with ball joints, and a ball of `end` kg below.
Model chain(int links, double end, const Vector3d& direction, bool anchored = true,
            JointKind kind = JointKind::spherical) {
  ModelBuilder builder;
  if (anchored)
    builder.set_gravity({0, 0, -9.81});
  else
    builder.set_gravity({0, 0, 0});
  Vector3d at(0, 0, 0);
  BodyId before = kWorld;
  const auto hang = [&](BodyId body) {
    if (before != kWorld || anchored)
      builder.add_joint({.kind = kind,
                         .a = body,
                         .b = before,
                         .anchor = at,
                         .axis = {0, 1, 0},
                         .axis_b = Vector3d(0, 1, 0).cross(direction),
                         .pitch = 1e-3});
    before = body;
  };
  for (int i = 0; i < links; ++i) {
    BodyDef link = spatial_body(1.0, {1e-2 / 12, 1e-2 / 12, 5e-5}, at + 0.05 * direction);
    link.spatial.pose.r = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), -direction);
    hang(builder.add_body(link));
    at += 0.1 * direction;
  }
  if (end > 0) hang(builder.add_body(spatial_body(end, 4e-3 * end * Vector3d::Ones(), at)));
  return builder.build().value();
}

struct Extremes {
  double gap = 0.0, energy = 0.0;
  bool ok = true;
};

Extremes run(const Model& model, const SimulationOptions& options, double duration, State& state) {
  Simulator simulator(model, options);
  const double start = energy(model, state);
  Extremes worst;
  while (state.time < duration - 0.5 * options.dt && worst.ok) {
    const StepReport report = simulator.step(state);
    worst.ok = report.status == StepStatus::ok;
    worst.gap = std::max(worst.gap, report.certificate.joint_gap);
    worst.energy = std::max(worst.energy, std::abs(energy(model, state) - start));
  }
  return worst;
}

}  // namespace

TEST_CASE("a light chain bears 1000 times its link's mass at 1/240 s") {
  const double s = std::numbers::sqrt2 / 2;
  const Model model = chain(10, 1000, {s, 0, -s});
  State state = initial_state(model);
  const Extremes worst = run(model, {.dt = 1.0 / 240}, 10, state);
  const double swing = (1000 * 1.0 + 10 * 0.5) * 9.81 * (1 - s);
  CHECK(worst.ok);
  CHECK(worst.gap < 1e-5);
  CHECK(worst.energy < 1e-3 * swing);
}

TEST_CASE("whatever its joints: hinges, sliding hinges and screws bear 1000 kg at 1/240 s") {
  const double s = std::numbers::sqrt2 / 2;
  const double swing = (1000 * 1.0 + 10 * 0.5) * 9.81 * (1 - s);
  for (const JointKind kind :
       {JointKind::pin, JointKind::universal, JointKind::cylindrical, JointKind::screw}) {
    CAPTURE(to_string(kind));
    const Model model = chain(10, 1000, {s, 0, -s}, true, kind);
    State state = initial_state(model);
    const Extremes worst = run(model, {.dt = 1.0 / 240}, 10, state);
    CHECK(worst.ok);
    CHECK(worst.gap < 1e-5);
    CHECK(worst.energy < 2e-3 * swing);
  }
}

TEST_CASE("a loop of two light chains bears 1000 kg at 1/240 s") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  const auto hang = [&](const Vector3d& from, const Vector3d& direction) {
    BodyId before = kWorld;
    for (int i = 0; i < 5; ++i) {
      const Vector3d at = from + 0.1 * i * direction;
      BodyDef link = spatial_body(1.0, {1e-2 / 12, 1e-2 / 12, 5e-5}, at + 0.05 * direction);
      link.spatial.pose.r = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), -direction);
      const BodyId body = builder.add_body(link);
      builder.add_joint({.kind = JointKind::spherical, .a = body, .b = before, .anchor = at});
      before = body;
    }
    return before;
  };
  const Vector3d left(0.6, 0, -0.8), right(-0.6, 0, -0.8), low(0.3, 0, -0.4);
  const BodyId a = hang({0, 0, 0}, left), b = hang({0.6, 0, 0}, right);
  BodyDef load = spatial_body(1000, Vector3d::Constant(4), low);
  load.spatial.velocity = {0, 1, 0};  // the loop swings about the line of its ends
  const BodyId end = builder.add_body(load);
  for (const BodyId last : {a, b})
    builder.add_joint({.kind = JointKind::spherical, .a = end, .b = last, .anchor = low});
  const Model model = builder.build().value();
  State state = initial_state(model);
  const Extremes worst = run(model, {.dt = 1.0 / 240}, 10, state);
  CHECK(worst.ok);
  CHECK(worst.gap < 2e-3);  // of the first step, whose velocities do not fit the joints
  CHECK(worst.energy < 0.03 * 500);
}

TEST_CASE("a free chain keeps linear and angular momentum while it turns") {
  const Model model = chain(8, 0, {1, 0, 0}, false);
  State state = initial_state(model);
  for (int i = 0; i < 8; ++i) {  // 20 rad/s about z, with a bend that grows along the chain
    state.v.segment<3>(6 * i) << 0, 20 * (0.1 * i + 0.05), 0.3 * i;
    state.v.segment<3>(6 * i + 3) << 0, -3.0, 20;
  }
  const Momentum before = total_momentum(model, state);
  const Extremes worst = run(model, {.dt = 1e-3}, 1, state);
  const Momentum after = total_momentum(model, state);
  CHECK(worst.ok);
  CHECK((after.linear - before.linear).norm() < 1e-11 * before.linear.norm());
  CHECK((after.angular - before.angular).norm() < 1e-4 * before.angular.norm());
}

TEST_CASE("a free body keeps energy and angular momentum and flips as it should") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  BodyDef def = spatial_body(1.0, {1, 2, 2.5}, {0, 0, 0});
  def.spatial.omega = {0.01, 5, 0.01};
  builder.add_body(def);
  const Model model = builder.build().value();
  State state = initial_state(model);
  const Momentum before = total_momentum(model, state);
  const double start = energy(model, state);
  run(model, {.dt = 1e-3}, 20, state);
  CHECK(std::abs(energy(model, state) - start) < 1e-11 * start);
  CHECK((total_momentum(model, state).angular - before.angular).norm() < 1e-11 * 10);
}

TEST_CASE("a hinge runs into its limit and rests there, with the load in the limit") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  const BodyId arm = builder.add_body(spatial_body(2.0, {0.01, 0.2, 0.2}, {0.5, 0, 0}));
  builder.add_joint({.kind = JointKind::pin,
                     .a = arm,
                     .axis = {0, 1, 0},
                     .coordinates = {{.lo = -1.0, .hi = 0.4}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  const Extremes worst = run(model, {.dt = 1e-3}, 3, state);
  CHECK(worst.ok);
  CHECK(coordinate(model, state, {0}, 0) == relative(0.4, 1e-6));
  CHECK(state.v.norm() < 1e-9);
}

TEST_CASE("a motor holds what it can and slips beyond, in space and beside contacts") {
  for (const double torque : {5.0, 12.0}) {
    ModelBuilder builder;
    builder.set_gravity({0, -9.81, 0});
    builder.add_body(scenes::ground());
    builder.add_body({.pose = {{5, 0.5}, 0}, .shapes = {{.shape = planar::box(1, 1)}}});
    // Gravity turns the arm with 1 kg · 9.81 m/s² · 1 m at the start.
    const BodyId arm =
        builder.add_body({.pose = {{1, 3}, 0}, .mass = 1.0, .inertia = 0.1, .level = 1});
    builder.add_joint({.a = arm,
                       .anchor = {0, 3, 0},
                       .coordinates = {{.motor = MotorKind::velocity, .max_force = torque}}});
    const Model model = builder.build().value();
    State state = initial_state(model);
    CHECK(run(model, {.dt = 1e-3}, 0.1, state).ok);
    const double omega = state.v[8];
    if (torque > 9.81) CHECK(std::abs(omega) < 1e-9);
    if (torque < 9.81) CHECK(omega == relative(-(9.81 - torque) / 1.1 * 0.1, 2e-3));
  }
}

TEST_CASE("a spring swings with its closed-form period at any stiffness") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId mass = builder.add_body({.pose = {{0.1, 0}, 0}, .mass = 2.0, .inertia = 1.0});
  builder.add_joint({.kind = JointKind::prismatic,
                     .a = mass,
                     .axis = {1, 0, 0},
                     .coordinates = {{.start = 0.1, .stiffness = 50.0}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  const double period = 2 * std::numbers::pi * std::sqrt(2.0 / 50);
  run(model, {.dt = period / 2000}, period, state);
  CHECK(state.q[0] == relative(0.1, 1e-5));
  CHECK(std::abs(state.v[0]) < 1e-4);
}

TEST_CASE("positions are closed by iteration or projection where asked") {
  const double s = std::numbers::sqrt2 / 2;
  const Model model = chain(5, 0, {s, 0, -s});
  double gap[3];
  int k = 0;
  for (const SimulationOptions& options :
       {SimulationOptions{.dt = 5e-3}, SimulationOptions{.dt = 5e-3, .position_iterations = 6},
        SimulationOptions{.dt = 5e-3, .drift = DriftControl::projection}}) {
    State state = initial_state(model);
    const Extremes worst = run(model, options, 1, state);
    CHECK(worst.ok);
    gap[k++] = worst.gap;
  }
  CHECK(gap[0] > 1e-5);
  CHECK(gap[1] < 0.7 * gap[0]);
  CHECK(gap[2] < 1e-9);
}

TEST_CASE("reactions carry the weight, and a limit its moment") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  const BodyId arm = builder.add_body(spatial_body(2.0, {0.01, 0.2, 0.2}, {0.5, 0, 0}));
  builder.add_joint(
      {.kind = JointKind::pin, .a = arm, .axis = {0, 1, 0}, .coordinates = {{.lo = -1, .hi = 0}}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 1e-3});
  State state = initial_state(model);
  for (int k = 0; k < 20; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
  const JointReaction reaction = simulator.joint_reaction({0});
  CHECK((reaction.force - Vector3d(0, 0, 2 * 9.81)).norm() < 1e-8);
  CHECK((reaction.torque - Vector3d(0, -9.81, 0)).norm() < 1e-8);
  // A push from outside that lifts the arm takes the load off the limit.
  simulator.set_force(arm, {0, 0, 2 * 9.81}, {0, 0, 0});
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  CHECK(simulator.joint_reaction({0}).force.norm() < 1e-8);
  CHECK(simulator.joint_reaction({0}).torque.norm() < 1e-8);
}

}  // namespace perpend
