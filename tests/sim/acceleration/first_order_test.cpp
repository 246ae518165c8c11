// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/first_order.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "perpend/core/error.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/acceleration_simulator.hpp"
#include "perpend/sim/level.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

void take(FirstOrderStepper& stepper, State& state, double dt, int steps) {
  for (int i = 0; i < steps; ++i) {
    const FirstOrderReport report = stepper.step(state, dt);
    CHECK(report.message == "");
    REQUIRE(report.status == InstantStatus::solved);
  }
}

TEST_CASE("force is mass times velocity: a body sinks at g times a second, and lands") {
  ModelBuilder builder;
  builder.add_body(scenes::ground());
  const auto ball = builder.add_body(
      {.pose = {{0, 3}, 0}, .velocity = {5, 0, 7}, .shapes = {{.shape = planar::Disc{0.5}}}});
  const Model model = builder.build().value();
  FirstOrderStepper stepper(model);
  State state = initial_state(model);
  take(stepper, state, 0.01, 20);
  CHECK((body_pose(model, state, ball).p - Eigen::Vector2d(0, 3 - 9.81 * 0.2)).norm() < 1e-12);
  take(stepper, state, 0.01, 20);
  CHECK(std::abs(body_pose(model, state, ball).p.y() - 0.5) < 1e-12);
  CHECK(state.v.norm() < 1e-9);
}

TEST_CASE("whatever way a step falls, it ends on the ground and not in it") {
  std::mt19937_64 engine(3);
  const auto uniform = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(engine);
  };
  for (int n = 0; n < 20; ++n) {
    CAPTURE(n);
    ModelBuilder builder;
    builder.add_body(scenes::ground());
    const double side = uniform(0.2, 1), height = uniform(0.1, 2), dt = uniform(0.001, 0.05);
    const auto add = [&](double y) {
      return builder.add_body(
          {.pose = {{0, y}, 0}, .shapes = {{.shape = planar::box(side, side)}}});
    };
    const BodyId low = add(0.5 * side + height), high = add(1.7 * side + 2 * height);
    const Model model = builder.build().value();
    FirstOrderStepper stepper(model);
    State state = initial_state(model);
    while (state.time < 1) {
      take(stepper, state, dt, 1);
      CHECK(body_pose(model, state, low).p.y() > 0.5 * side - 1e-9);
      CHECK(body_pose(model, state, high).p.y() > body_pose(model, state, low).p.y() + side - 1e-9);
    }
    CHECK(body_pose(model, state, high).p.y() == relative(1.5 * side, 1e-9));
  }
}

TEST_CASE("joints that break are refused where nothing breaks them") {
  ModelBuilder builder;
  const BodyId body = builder.add_body({.mass = 1, .inertia = 1});
  builder.add_joint({.kind = JointKind::weld, .a = body, .break_torque = 5});
  const Model model = builder.build().value();
  CHECK_THROWS_AS(FirstOrderStepper{model}, InvalidArgument);
  CHECK_THROWS_AS((AccelerationSimulator(model, {})), InvalidArgument);
}

TEST_CASE("a box on a slope creeps at g (sin - mu cos) or not at all") {
  for (const double mu : {0.2, 0.6}) {
    const Model model = scenes::box_on_slope(0.4, mu);
    FirstOrderStepper stepper(model);
    State state = initial_state(model);
    take(stepper, state, 0.001, 50);
    const double speed = std::max(0.0, 9.81 * (std::sin(0.4) - mu * std::cos(0.4)));
    CHECK((state.q - model.start_q).segment<2>(3).norm() == relative(0.05 * speed));
  }
}

// Crank and coupler hang together, the rocker stands apart; a spring pulls them shut.
Model four_bar_apart(double stiffness) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const auto bar = [&](Eigen::Vector2d at, double angle, double inertia) {
    return builder.add_body({.pose = {at, angle}, .mass = 1, .inertia = inertia});
  };
  const auto crank = bar({0, 0.5}, M_PI / 2, 0.1), coupler = bar({1, 1}, 0, 0.4),
             rocker = bar({2.5, 0.75}, M_PI / 2, 0.2);
  builder.add_joint({.kind = JointKind::pin, .a = crank, .anchor = {0, 0, 0}});
  builder.add_joint({.kind = JointKind::pin, .a = coupler, .b = crank, .anchor = {0, 1, 0}});
  builder.add_joint({.kind = JointKind::pin, .a = rocker, .anchor = {2.5, 0, 0}});
  builder.add_joint({.kind = JointKind::strut,
                     .a = coupler,
                     .b = rocker,
                     .anchor = {2, 1, 0},
                     .anchor_b = Eigen::Vector3d(2.5, 1.5, 0),
                     .coordinates = {{.stiffness = stiffness, .rest = 0.001}}});
  return builder.build().value();
}

TEST_CASE("a mechanism is put together without a swing") {
  const Model model = four_bar_apart(20);
  FirstOrderStepper stepper(model);
  State state = initial_state(model);
  double gap = coordinate(model, state, {3}, 0);
  for (int i = 0; i < 400; ++i) {
    REQUIRE(stepper.step(state, 0.005).status == InstantStatus::solved);
    const double now = coordinate(model, state, {3}, 0);
    CHECK(now <= gap + 1e-12);
    gap = now;
  }
  CHECK(std::abs(gap - 0.001) < 1e-9);
  CHECK(state.v.norm() < 1e-8);
}

TEST_CASE("bodies in space turn by torque over inertia") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const auto body = builder.add_body(
      {.kind = BodyKind::spatial,
       .mass = 2,
       .spatial = {.inertia = Eigen::Matrix3d(Eigen::Vector3d(1, 2, 3).asDiagonal())}});
  const Model model = builder.build().value();
  FirstOrderStepper stepper(model);
  Eigen::VectorXd force = Eigen::VectorXd::Zero(6);
  force[5] = 0.6;  // about z, N·m
  stepper.set_force(force);
  State state = initial_state(model);
  take(stepper, state, 0.01, 100);
  const double least = model.bodies[body.index].principal_inertia.maxCoeff();
  CHECK(body_twist(model, state, body).omega.norm() == relative(0.6 / least));
}

// Force is mass times velocity, also of the motor: it gives the speed asked for where its force is
// enough, and all of its force where it is not.
TEST_CASE("a motor turns its wheel at the speed asked for as far as its force goes") {
  std::mt19937 random(22);
  const auto draw = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
  for (int trial = 0; trial < 40; ++trial) {
    const double inertia = draw(0.2, 3), most = draw(0.5, 4), load = draw(-2, 2);
    const double speed = draw(-5, 5), time = draw(0.05, 0.5);
    const bool to_place = trial % 2 == 1;
    CAPTURE(to_place);
    CoordinateDef motor{.motor = MotorKind::velocity, .target = speed, .max_force = most};
    if (to_place) {
      motor.motor = MotorKind::position;
      motor.target = speed * time;
      motor.time_constant = time;
    }
    ModelBuilder builder;
    const auto wheel = builder.add_body({.mass = 1, .inertia = inertia});
    builder.add_joint({.kind = JointKind::pin, .a = wheel, .coordinates = {motor}});
    const Model model = builder.build().value();
    FirstOrderStepper stepper(model);
    stepper.set_force(Eigen::Vector3d(0, 0, load));
    State state = initial_state(model);
    take(stepper, state, 0.01, 1);
    const double rate = std::clamp(speed, (load - most) / inertia, (load + most) / inertia);
    CHECK(coordinate(model, state, {0}, 0) == relative(0.01 * rate, 1e-9));
  }
}

// A wall pushes a disc ahead of it from where it meets it; a belt drags what lies on it with at
// most the force of dynamic friction, which moves it at mu_k g times a second.
TEST_CASE("what moves by itself pushes and drags what force moves") {
  const double speed = 0.5;
  ModelBuilder walls;
  walls.set_gravity({0, 0, 0});
  walls.add_body({.kind = BodyKind::kinematic,
                  .shapes = {{planar::box(0.2, 1)}},
                  .motion = {.velocity = {speed, 0, 0}}});
  const auto disc =
      walls.add_body({.pose = {{0.22, 0.05}, 0}, .shapes = {{planar::Disc{0.1}}}, .mass = 2});
  const Model pushed = walls.build().value();
  FirstOrderStepper pushing(pushed);
  State state = initial_state(pushed);
  take(pushing, state, 0.01, 100);
  CHECK(body_pose(pushed, state, disc).p.x() == relative(0.1 + speed * 1.0 + 0.1, 1e-9));
  REQUIRE(pushing.touches().size() == 1);
  const TouchForce& touch = pushing.touches()[0];
  const double on_disc = touch.b == disc ? touch.force.x() : -touch.force.x();
  CHECK(on_disc == relative(2 * speed, 1e-9));
  for (const auto& [mu_k, runs] :
       {std::pair(0.03, false), {0.1, false}, {0.03, true}, {0.1, true}}) {
    CAPTURE(mu_k);
    CAPTURE(runs);  // the surface of what stands still, or all of it
    ModelBuilder belts;
    belts.add_material({.name = "default", .self = {.mu_s = 2 * mu_k, .mu_k = mu_k}});
    belts.add_body(
        {.kind = BodyKind::kinematic,
         .shapes = {{.shape = planar::HalfPlane{}, .surface_velocity = runs ? -speed : 0.0}},
         .motion = {.velocity = {runs ? 0.0 : -speed, 0, 0}}});
    const auto box =
        belts.add_body({.pose = {{0, 0.1}, 0}, .shapes = {{planar::box(1, 0.2)}}, .mass = 3});
    const Model dragged = belts.build().value();
    FirstOrderStepper dragging(dragged);
    state = initial_state(dragged);
    take(dragging, state, 0.01, 100);
    const double drags = std::min(speed, mu_k * 9.81);
    CHECK(body_pose(dragged, state, box).p.x() == relative(-drags, 1e-9));
  }
}

// Dampers, servos and the gyroscopic torque of a body in space would take notice of a velocity.
TEST_CASE("a step takes no notice of the velocities before it") {
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> speed(-3, 3);
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::fixed});
  const BodyId arm = builder.add_body({.pose = {{1, 0}, 0}, .mass = 2, .inertia = 0.5});
  builder.add_joint({.kind = JointKind::pin,
                     .a = arm,
                     .coordinates = {{.motor = MotorKind::velocity,
                                      .target = 1,
                                      .motor_damping = 2,
                                      .stiffness = 3,
                                      .damping = 4}}});
  BodyDef top{.kind = BodyKind::spatial, .mass = 2};
  top.spatial.inertia = Eigen::Vector3d(1, 2, 3).asDiagonal();
  builder.add_body(top);
  const Model model = builder.build().value();
  FirstOrderStepper stepper(model);
  State still = initial_state(model);
  still.v.setZero();
  take(stepper, still, 0.01, 1);
  for (int n = 0; n < 5; ++n) {
    State state = initial_state(model);
    for (double& v : state.v) v = speed(engine);
    take(stepper, state, 0.01, 1);
    CHECK(state.q == still.q);
    CHECK(state.v == still.v);
  }
}

// Force is mass times velocity: 3 N move 2 kg at 1.5 m/s.
TEST_CASE("a force from outside is held until it is taken away, and of the model's size") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body({.mass = 2, .inertia = 1});
  const Model model = builder.build().value();
  FirstOrderStepper stepper(model);
  State state = initial_state(model);
  stepper.set_force(Eigen::Vector3d(3, 0, 0));
  take(stepper, state, 0.1, 2);
  CHECK(state.q[0] == relative(1.5 * 0.2));
  CHECK_THROWS_AS(stepper.set_force(Eigen::VectorXd::Zero(2)), InvalidArgument);
  CHECK_THROWS_AS(stepper.set_force(Eigen::Vector3d(0, NAN, 0)), InvalidArgument);
  State none;
  CHECK_THROWS_AS(stepper.step(none, 0.1), InvalidArgument);
  stepper.set_force({});
  take(stepper, state, 0.1, 1);
  CHECK(state.q[0] == relative(1.5 * 0.2));
  CHECK(state.v.norm() == 0);
}

TEST_CASE("motors without a limit lead, and locked coordinates close, whatever pulls") {
  std::mt19937_64 engine(8);
  const auto uniform = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(engine);
  };
  for (int n = 0; n < 12; ++n) {
    CAPTURE(n);
    const double start = uniform(-1, 1), target = uniform(-2, 2), dt = 0.01, constant = 0.2;
    CoordinateDef def{.start = start};
    double end = 0;
    if (n % 3 == 0) {
      def.motor = MotorKind::velocity;
      def.target = target;
      end = start + dt * target;
    } else if (n % 3 == 1) {
      def.motor = MotorKind::position;
      def.target = target;
      def.time_constant = constant;
      end = start + dt * (target - start) / constant;
    } else {
      def.lo = def.hi = end = start;
    }
    ModelBuilder builder;
    const BodyId arm =
        builder.add_body({.pose = {{uniform(0.1, 1), 0}, start}, .mass = 2, .inertia = 0.5});
    builder.add_joint({.kind = JointKind::pin, .a = arm, .coordinates = {def}});
    const Model model = builder.build().value();
    FirstOrderStepper stepper(model);
    State state = initial_state(model);
    if (n % 3 == 2) state.q[2] += 0.01;
    take(stepper, state, dt, 1);
    CHECK(coordinate(model, state, {0}, 0) == relative(end, 1e-9));
  }
}

TEST_CASE("levels step with the reports of a simulator") {
  const Model model = scenes::box_on_slope(0.3, 0.5);
  for (const Level level : {Level::acceleration, Level::first_order}) {
    LevelSimulator simulator(model, {.level = level, .dt = 0.01});
    State state = initial_state(model);
    const StepReport report = simulator.step(state);
    CHECK(report.status == StepStatus::ok);
    CHECK(state.step == 1);
    CHECK(state.time == relative(0.01));
    CHECK(simulator.contacts().size() == 2);
    CHECK(report.certificate.penetration < 1e-12);
    state.v[3] = std::nan("");
    CHECK(simulator.step(state).status == StepStatus::diverged);
  }
  CHECK_THROWS_AS(LevelSimulator(model, {.level = Level::velocity}), InvalidArgument);
  CHECK_THROWS_AS(LevelSimulator(model, {.dt = 0}), InvalidArgument);
  for (const Level level : {Level::acceleration, Level::first_order})
    for (const double tolerance : {0.0, -1e-9, std::nan("")})
      CHECK_THROWS_AS(LevelSimulator(model, {.level = level, .tolerance = tolerance}),
                      InvalidArgument);
}

}  // namespace
}  // namespace perpend
