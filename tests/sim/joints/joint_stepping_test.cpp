// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "relative.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// A bar of 1 m pinned to the world at its end, released from horizontal.
Model pendulum() {
  ModelBuilder builder;
  const BodyId bar = builder.add_body({.name = "bar",
                                       .pose = {{0.5, 0}, 0},
                                       .shapes = {{.shape = planar::box(1, 0.05)}},
                                       .mass = 1});
  builder.add_joint({.name = "pin", .a = bar, .anchor = {0, 0, 0}});
  return builder.build().value();
}

double energy_error(double dt, Stepper stepper) {
  const Model model = pendulum();
  Simulator simulator(model, {.dt = dt, .stepper = stepper});
  State state = initial_state(model);
  const double before = energy(model, state);
  scenes::simulate(simulator, state, 1.0);
  return std::abs(energy(model, state) - before);
}

// Straight or with some slack between its two ends, under gravity across it.
Model hanging_chain(Draw& draw) {
  const int links = 2 + static_cast<int>(draw(0, 4));
  const double rise = draw(0, 1) < 0.5 ? 0.0 : std::pow(10, draw(-6, -0.5));
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  const auto place = [&](int k) {
    return Vector3d(1.0 * k, -rise * std::sin(std::numbers::pi * k / links), 0);
  };
  BodyId last = kWorld;
  for (int k = 0; k < links; ++k) {
    const Vector3d middle = 0.5 * (place(k) + place(k + 1)), along = place(k + 1) - place(k);
    const BodyId link =
        builder.add_body({.pose = {middle.head<2>(), std::atan2(along.y(), along.x())},
                          .mass = std::exp(draw(-2, 2)),
                          .inertia = std::exp(draw(-3, 0))});
    builder.add_joint({.a = link, .b = last, .anchor = place(k)});
    last = link;
  }
  builder.add_joint({.a = last, .anchor = place(links)});
  return builder.build().value();
}

}  // namespace

TEST_CASE("a pinned bar swings with joint errors that stay at second order") {
  const Model model = pendulum();
  Simulator simulator(model, {.dt = 0.001});
  State state = initial_state(model);
  const scenes::Run run = scenes::simulate(simulator, state, 5);
  CHECK(run.status == StepStatus::ok);
  CHECK(run.joint_gap < 1e-4);
  CHECK(run.velocity_residual < 1e-9);
}

TEST_CASE("the rows of soft joints hold with what their springs give way by") {
  const Model model = pendulum();
  for (const double damping : {0.0, 1e2}) {
    Simulator simulator(model, {.dt = 0.001, .joints = {.stiffness = 1e5, .damping = damping}});
    State state = initial_state(model);
    const scenes::Run run = scenes::simulate(simulator, state, 1);
    CHECK(run.status == StepStatus::ok);
    CHECK(run.joint_gap > 1e-5);
    CHECK(run.velocity_residual < 1e-9);
  }
}

TEST_CASE("the energy error falls with the order of the stepper") {
  const auto ratio = [](Stepper stepper) {
    return energy_error(4e-3, stepper) / energy_error(1e-3, stepper);
  };
  CHECK(ratio(Stepper::semi_implicit) > 3.0);
  CHECK(ratio(Stepper::semi_implicit) < 5.5);
  CHECK(ratio(Stepper::midpoint) > 12.0);
}

// What moves a body beside its weight are its joints: m (v+ - v) = h (m g + their forces).
TEST_CASE("joints tell the forces that move their bodies, Newton steps on positions or not") {
  Draw draw(17);
  for (int trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    const Model model = hanging_chain(draw);
    const SimulationOptions options{.dt = 0.01, .position_iterations = trial % 4};
    Simulator simulator(model, options);
    State state = initial_state(model);
    for (int k = 0; k < 10; ++k) {
      const Eigen::VectorXd before = state.v;
      const StepReport report = simulator.step(state);
      if (report.status != StepStatus::ok || report.halvings > 0) break;
      double worst = 0, largest = 0;
      for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
        const double mass = model.bodies[i].mass;
        const Vector3d left = simulator.joint_reaction({i}).force,
                       right = simulator.joint_reaction({i + 1}).force;
        const bool is_last = i + 1 == static_cast<int>(model.bodies.size());
        Vector3d pull = left + (is_last ? right : Vector3d(-right));
        pull.y() -= 9.81 * mass;
        const Eigen::Vector2d change = (state.v - before).segment<2>(3 * i);
        worst = std::max(worst, (mass / options.dt * change - pull.head<2>()).norm());
        largest = std::max({largest, left.norm(), right.norm()});
      }
      CHECK(worst <= 1e-7 * largest);
    }
  }
}

TEST_CASE("the error of a coupler is told with those of joints") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  std::vector<JointId> axles;
  for (int i = 0; i < 2; ++i)
    axles.push_back(
        builder.add_joint({.a = builder.add_body({.pose = {{2.0 * i, 0}}, .mass = 1, .inertia = 1}),
                           .anchor = {2.0 * i, 0, 0}}));
  builder.add_coupler({.terms = {{axles[0], 0, 1.0}, {axles[1], 0, -1.0}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  state.q[2] = 0.01;
  update_coordinates(model, state);
  Simulator simulator(model, {.dt = 0.01,
                              .stepper = Stepper::semi_implicit,
                              .drift = DriftControl::baumgarte,
                              .baumgarte = 0.3});
  const StepReport report = simulator.step(state);
  REQUIRE(report.status == StepStatus::ok);
  CHECK(state.q[2] - state.q[5] == relative(0.7 * 0.01, 1e-6));
  CHECK(report.certificate.joint_angle == relative(0.7 * 0.01, 1e-6));
  CHECK(report.certificate.joint_gap == near_zero(1e-12));
}

// Nothing else moves the body, so that what is left of the error is a power of what a step leaves.
TEST_CASE("each drift control takes its share of a joint's error in a step") {
  constexpr double kOff = 1e-3;
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId body = builder.add_body({.mass = 2, .inertia = 0.5});
  builder.add_joint({.a = body});
  const Model model = builder.build().value();
  const auto left = [&](SimulationOptions options) {
    options.dt = 0.01;
    options.stepper = Stepper::semi_implicit;
    Simulator simulator(model, options);
    State state = initial_state(model);
    state.q[1] -= kOff;
    for (int k = 0; k < 3; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
    return state.q[1] / -kOff;
  };
  CHECK(left({.drift = DriftControl::baumgarte, .baumgarte = 0.3}) == relative(0.343, 1e-6));
  CHECK(left({.drift = DriftControl::baumgarte, .baumgarte = 0.5}) == relative(0.125, 1e-6));
  CHECK(left({.drift = DriftControl::baumgarte, .stabilise = false}) == relative(1, 1e-6));
  CHECK(left({.drift = DriftControl::stabilised}) == near_zero(1e-6));
  CHECK(left({.drift = DriftControl::projection}) == near_zero(1e-6));
}

TEST_CASE("without stabilisation the joint drifts, with it the drift stays bounded") {
  const Model model = pendulum();
  double gap[2];
  for (const bool stabilise : {false, true}) {
    Simulator simulator(model, {.dt = 0.005, .stabilise = stabilise});
    State state = initial_state(model);
    gap[stabilise] = scenes::simulate(simulator, state, 10).joint_gap;
  }
  CHECK(gap[0] > 20 * gap[1]);
}

TEST_CASE("joints between free bodies keep linear and angular momentum") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId a =
      builder.add_body({.velocity = {1, 0.5, 2}, .shapes = {{.shape = planar::box(1, 0.2)}}});
  const BodyId b = builder.add_body(
      {.pose = {{1, 0}, 0.4}, .velocity = {-0.5, 1, -1}, .shapes = {{.shape = planar::Disc{0.3}}}});
  builder.add_joint({.kind = JointKind::pin, .a = a, .b = b, .anchor = {0.6, 0.1, 0}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.002});
  State state = initial_state(model);
  const auto momenta = [&] {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const Body& body : model.bodies) {
      const auto p = state.q.segment<2>(body.v_offset);
      const auto v = state.v.segment<3>(body.v_offset);
      sum.head<2>() += body.mass * v.head<2>();
      sum.z() += body.mass * (p.x() * v.y() - p.y() * v.x()) + body.inertia() * v.z();
    }
    return sum;
  };
  const Eigen::Vector3d before = momenta();
  CHECK(scenes::simulate(simulator, state, 2).momentum_error < 1e-9);
  CHECK((momenta() - before).head<2>().norm() < 1e-10);
  CHECK(std::abs(momenta().z() - before.z()) < 1e-5 * std::abs(before.z()));
}

TEST_CASE("prismatic, distance and weld joints hold under contact and gravity") {
  ModelBuilder builder;
  builder.add_body(scenes::ground());
  const BodyId slider = builder.add_body(
      {.name = "slider", .pose = {{0, 2}, 0}, .shapes = {{.shape = planar::box(0.4, 0.4)}}});
  const BodyId bob =
      builder.add_body({.name = "bob", .kind = BodyKind::particle, .pose = {{1, 2}, 0}, .mass = 3});
  const BodyId left = builder.add_body(
      {.name = "left", .pose = {{5, 0.5}, 0}, .shapes = {{.shape = planar::box(1, 1)}}});
  const BodyId right = builder.add_body(
      {.name = "right", .pose = {{6, 0.5}, 0}, .shapes = {{.shape = planar::box(1, 1)}}});
  builder.add_joint({.name = "rail",
                     .kind = JointKind::prismatic,
                     .a = slider,
                     .anchor = {0, 2, 0},
                     .axis = {1, 0, 0}});
  builder.add_joint({.name = "rod",
                     .kind = JointKind::distance,
                     .a = slider,
                     .b = bob,
                     .anchor = {0, 2, 0},
                     .anchor_b = Eigen::Vector3d{1, 2, 0}});
  builder.add_joint(
      {.name = "glue", .kind = JointKind::weld, .a = left, .b = right, .anchor = {5.5, 0.5, 0}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.001});
  State state = initial_state(model);
  const scenes::Run run = scenes::simulate(simulator, state, 3);
  CHECK(run.status == StepStatus::ok);
  CHECK(run.joint_gap < 1e-4);
  CHECK(std::abs(body_pose(model, state, slider).p.y() - 2) < 1e-6);
  CHECK(std::abs(body_pose(model, state, right).p.y() - 0.5) < 1e-9);
}

TEST_CASE("a joint made redundant by a second one is still solved") {
  ModelBuilder builder;
  const BodyId bar = builder.add_body(
      {.pose = {{0.5, 0}, 0}, .shapes = {{.shape = planar::box(1, 0.05)}}, .mass = 1});
  builder.add_joint({.a = bar, .anchor = {0, 0, 0}});
  builder.add_joint({.a = bar, .anchor = {0, 0, 0}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.001});
  State state = initial_state(model);
  const scenes::Run run = scenes::simulate(simulator, state, 2);
  CHECK(run.status == StepStatus::ok);
  CHECK(run.joint_gap < 1e-4);
}

// Nothing moves, so that velocities and joint rates are rounding and nothing else.
TEST_CASE("a plate that two welds hold rests") {
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::spatial}) {
    ModelBuilder builder;
    BodyDef def{.kind = kind, .mass = 10.0, .inertia = 1.0};
    def.spatial.inertia = Eigen::Vector3d(1, 1, 2).asDiagonal();
    def.spatial.center_of_mass = Eigen::Vector3d::Zero();
    const BodyId plate = builder.add_body(def);
    for (const double x : {0.5, -0.5})
      builder.add_joint({.kind = JointKind::weld, .a = plate, .anchor = {x, 0, 0}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 0.001});
    State state = initial_state(model);
    for (int k = 0; k < 1000; ++k) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.certificate.joint_residual < 1e-12);
    }
    CHECK(state.v.cwiseAbs().maxCoeff() < 1e-10);
    const Eigen::Vector3d held =
        simulator.joint_reaction({0}).force + simulator.joint_reaction({1}).force;
    CHECK((held + 10.0 * model.gravity).norm() < 1e-9 * 98.1);
  }
}

// What acts along a coordinate acts between its two bodies: beside a base that turns and slides by
// itself, all of it is relative to the base.
TEST_CASE("motors, springs and dampers on a base that moves act on the motion relative to it") {
  const double base_turn = 2, base_speed = -0.7, target = 3, dt = 0.002, inertia = 0.5, mass = 2;
  for (const bool slides : {false, true}) {
    CAPTURE(slides);
    const double own = slides ? base_speed : base_turn;
    const auto speed_after = [&](const CoordinateDef& def, int steps) {
      ModelBuilder builder;
      builder.set_gravity({0, 0, 0});
      const BodyId base = builder.add_body(
          {.kind = BodyKind::kinematic,
           .motion = {.velocity = {slides ? base_speed : 0, 0, slides ? 0 : base_turn}}});
      const BodyId load = builder.add_body({.mass = mass, .inertia = inertia});
      builder.add_joint({.kind = slides ? JointKind::prismatic : JointKind::pin,
                         .a = load,
                         .b = base,
                         .axis = {1, 0, 0},
                         .coordinates = {def}});
      const Model model = builder.build().value();
      Simulator simulator(model, {.dt = dt});
      State state = initial_state(model);
      for (int k = 0; k < steps; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
      return body_velocity(model, state, load)[slides ? 0 : 2];
    };
    const CoordinateDef motor{.motor = MotorKind::velocity, .target = target};
    CHECK(speed_after(motor, 1) == relative(own + target, 1e-9));
    // u' = -(d / m) u of the speed relative to the base, which at first is the opposite of its own.
    const double size = slides ? mass : inertia, damping = 4 * size;
    const double left = std::exp(-damping / size * 500 * dt);
    CHECK(speed_after({.damping = damping}, 500) == relative(own * (1 - left), 1e-2));
  }
}

TEST_CASE("a joint bears motors, limits and dry friction, and neither springs nor dampers") {
  const double mass = 2, gravity = 9.81, speed = 0.3;
  const auto along = [&](const CoordinateDef& def, double start_speed = 0) {
    ModelBuilder builder;
    builder.set_gravity({0, -gravity, 0});
    const BodyId load =
        builder.add_body({.velocity = {start_speed, 0, 0}, .mass = mass, .inertia = 0.1});
    builder.add_joint(
        {.kind = JointKind::prismatic, .a = load, .axis = {1, 0, 0}, .coordinates = {def}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 0.001});
    State state = initial_state(model);
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    const JointReaction reaction = simulator.joint_reaction({0});
    CHECK(reaction.force.y() == relative(mass * gravity, 1e-9));
    const double gained = mass * (body_velocity(model, state, load).x() - start_speed);
    return std::pair(reaction.force.x(), gained / 0.001);
  };
  const auto borne = [&](const CoordinateDef& def, double start_speed = 0) {
    return along(def, start_speed).first;
  };
  CHECK(borne({.stiffness = 1e3, .rest = 0.5}) == near_zero(1e-9));
  CHECK(borne({.damping = 20}, speed) == near_zero(1e-9));
  CHECK(borne({.friction = 5}, speed) == relative(-5, 1e-9));
  CHECK(borne({.motor = MotorKind::velocity, .target = 9, .max_force = 4}) == relative(4, 1e-9));
  const auto [stop, rate_of_momentum] = along({.lo = -1, .hi = 0}, speed);
  CHECK(stop <= -mass * speed / 0.001 * (1 - 1e-9));
  CHECK(stop == relative(rate_of_momentum, 1e-9));
  const CoordinateDef both{.stiffness = 1e3, .rest = 0.5, .friction = 5};
  CHECK(borne(both, -speed) == relative(5, 1e-9));
}

TEST_CASE("projection brings joints together beside what moves by itself") {
  for (const bool moves : {false, true}) {
    ModelBuilder builder;
    builder.set_gravity({0, -9.81, 0});
    const Vector3d velocity(moves ? 1.5 : 0, 0.5 * moves, 0);
    const BodyId cart =
        builder.add_body({.kind = BodyKind::kinematic, .motion = {.velocity = velocity}});
    const BodyId bar = builder.add_body({.pose = {{0.5, 0}},
                                         .velocity = {velocity.x(), velocity.y(), 0},
                                         .mass = 1.0,
                                         .inertia = 1.0 / 12});
    builder.add_joint({.a = bar, .b = cart, .anchor = {0, 0, 0}});
    const Model model = builder.build().value();
    const auto gap = [&](const SimulationOptions& options) {
      Simulator simulator(model, options);
      State state = initial_state(model);
      return scenes::simulate(simulator, state, 1).joint_gap;
    };
    CHECK(gap({.dt = 0.01, .stabilise = false}) > 1e-5);
    CHECK(gap({.dt = 0.01, .drift = DriftControl::projection}) < 1e-10);
  }
}

}  // namespace perpend
