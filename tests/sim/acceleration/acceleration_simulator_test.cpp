// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/acceleration_simulator.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

#include "perpend/core/error.hpp"
#include "perpend/dynamics/energy.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

constexpr double kG = 9.81;

int count(const AccelerationSimulator& simulator, EventKind kind) {
  return static_cast<int>(std::ranges::count_if(
      simulator.events(), [kind](const MotionEvent& event) { return event.kind == kind; }));
}

const MotionEvent* first(const AccelerationSimulator& simulator, EventKind kind) {
  for (const MotionEvent& event : simulator.events())
    if (event.kind == kind) return &event;
  return nullptr;
}

ModelBuilder ground_of(SurfacePair surface) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = surface});
  builder.add_body(scenes::ground());
  return builder;
}

// Advances in samples; energy must not grow from one to the next.
void advance(AccelerationSimulator& simulator, const Model& model, State& state, double duration,
             int samples) {
  double before = energy(model, state);
  for (int i = 0; i < samples; ++i) {
    const AdvanceReport report = simulator.advance(state, duration / samples);
    CHECK(report.message == "");
    REQUIRE(report.status == InstantStatus::solved);
    CHECK(report.residual <= report.residual_bound);
    const double now = energy(model, state);
    CHECK(now <= before + 1e-8 * std::max(1.0, std::abs(before)));
    before = now;
  }
}

TEST_CASE("a bouncing ball comes to rest when theory says") {
  const double e = 0.8, height = 1.0, radius = 0.1;
  ModelBuilder builder = ground_of({.e = e});
  const auto ball = builder.add_body(
      {.pose = {{0, radius + height}, 0}, .shapes = {{.shape = planar::Disc{radius}}}});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  advance(simulator, model, state, 5.0, 10);
  const double rest = std::sqrt(2 * height / kG) * (1 + e) / (1 - e);
  const MotionEvent* end = first(simulator, EventKind::rest);
  REQUIRE(end != nullptr);
  CHECK(std::abs(end->ends - rest) < 1e-9);
  CHECK(count(simulator, EventKind::rest) == 1);
  CHECK(count(simulator, EventKind::impact) > 50);
  CHECK(std::abs(body_pose(model, state, ball).p.y() - radius) < 1e-9);
  CHECK(body_velocity(model, state, ball).norm() < 1e-9);
  const double first_impact = std::sqrt(2 * height / kG);
  CHECK(std::abs(first(simulator, EventKind::impact)->time - first_impact) < 1e-12);
}

TEST_CASE("a block sticks on a slope, slides down it, and stops where theory says") {
  const Model sticks = scenes::box_on_slope(0.3, 0.5);
  AccelerationSimulator resting(sticks);
  State state = initial_state(sticks);
  advance(resting, sticks, state, 1.0, 4);
  CHECK((state.q - sticks.start_q).norm() < 1e-12);

  const Model slides = scenes::box_on_slope(0.5, 0.2);
  AccelerationSimulator sliding(slides);
  state = initial_state(slides);
  advance(sliding, slides, state, 1.0, 4);
  const double a = kG * (std::sin(0.5) - 0.2 * std::cos(0.5));
  CHECK(std::abs((state.q - slides.start_q).segment<2>(3).norm() - 0.5 * a) < 1e-9);

  // Pushed up, it turns back; pushed up a slope that holds it, it stays.
  const Model turned = scenes::box_on_slope(0.3, 0.5, {2, 0});
  AccelerationSimulator stopping(turned);
  state = initial_state(turned);
  advance(stopping, turned, state, 1.0, 4);
  const double brake = kG * (std::sin(0.3) + 0.5 * std::cos(0.3));
  CHECK(std::abs((state.q - turned.start_q).segment<2>(3).norm() - 2 / brake) < 1e-9);
  REQUIRE(first(stopping, EventKind::stick) != nullptr);
  CHECK(std::abs(first(stopping, EventKind::stick)->time - 2 / brake) < 1e-9);
}

TEST_CASE("a ball rolls at 5/7 of its speed from t = 2 v / (7 mu g) on") {
  const double v = 3, mu = 0.25, radius = 0.2;
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.set_gravity({0, 0, -kG});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  const auto ball = builder.add_body({.kind = BodyKind::spatial,
                                      .spatial = {.pose = {{0, 0, radius}},
                                                  .velocity = {0.6 * v, 0.8 * v, 0},
                                                  .shapes = {{.shape = spatial::Sphere{radius}}}}});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  advance(simulator, model, state, 1.0, 5);
  const double rolls = 2 * v / (7 * mu * kG);
  REQUIRE(first(simulator, EventKind::stick) != nullptr);
  CHECK(std::abs(first(simulator, EventKind::stick)->time - rolls) < 1e-8);
  const Twist twist = body_twist(model, state, ball);
  CHECK((twist.velocity - Eigen::Vector3d(0.6, 0.8, 0) * 5 * v / 7).norm() < 1e-8);
  const double way = v * rolls - 0.5 * mu * kG * rolls * rolls + 5.0 / 7 * v * (1 - rolls);
  CHECK(std::abs(spatial_pose(model, state, ball).p.head<2>().norm() - way) < 1e-8);
}

// On a slope with tan = mu friction takes along the path what gravity gives downhill: v + v_down
// stays what it is while the path turns downhill, here by more than a right angle.
TEST_CASE("friction follows a slip that turns, without an event") {
  const double slope = 0.4, mu = std::tan(slope), speed = 2, heading = 2.6;
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.set_gravity({kG * std::sin(slope), 0, -kG * std::cos(slope)});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  const auto puck = builder.add_body(
      {.kind = BodyKind::spatial_particle,
       .mass = 1,
       .spatial = {.pose = {{0, 0, 0.1}},
                   .velocity = {speed * std::cos(heading), speed * std::sin(heading), 0},
                   .shapes = {{.shape = spatial::Sphere{0.1}}}}});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  for (int i = 0; i < 10; ++i) {
    REQUIRE(simulator.advance(state, 0.2).status == InstantStatus::solved);
    const Eigen::Vector3d v = body_twist(model, state, puck).velocity;
    CHECK(std::abs(v.norm() + v.x() - speed * (1 + std::cos(heading))) < 1e-7);
  }
  const Eigen::Vector3d v = body_twist(model, state, puck).velocity;
  CHECK(std::atan2(v.y(), v.x()) < heading - 2);
  CHECK(simulator.events().empty());
}

TEST_CASE("a pendulum comes back after its period and keeps its energy") {
  ModelBuilder builder;
  const auto bob = builder.add_body({.kind = BodyKind::particle, .pose = {{1, 0}, 0}, .mass = 1});
  builder.add_joint({.kind = JointKind::distance,
                     .a = bob,
                     .anchor = {1, 0, 0},
                     .anchor_b = Eigen::Vector3d(0, 0, 0)});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  // 4 K(sin 45°)/sqrt(g), K by the arithmetic-geometric mean.
  double a = 1, b = std::sqrt(0.5);
  for (int i = 0; i < 6; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  advance(simulator, model, state, 2 * std::numbers::pi / a / std::sqrt(kG), 20);
  CHECK((state.q - model.start_q).norm() < 1e-8);
  CHECK(state.v.norm() < 1e-7);
}

// A block on a belt, held by a spring: it sticks until the spring pulls with mu_s, and slides back
// until it is as fast as the belt again.
TEST_CASE("stick and slip of a block on a belt alternate when theory says") {
  const double mu_s = 0.5, mu_k = 0.3, k = 100, m = 1, push = 0.2;
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = mu_s, .mu_k = mu_k}});
  builder.add_body({.kind = BodyKind::kinematic,
                    .shapes = {{.shape = planar::HalfPlane{}}},
                    .motion = {.velocity = {push, 0, 0}}});
  const auto block = builder.add_body({.pose = {{0, 0.1}, 0},
                                       .velocity = {push, 0, 0},
                                       .shapes = {{.shape = planar::box(1, 0.2)}},
                                       .mass = m});
  builder.add_joint({.kind = JointKind::strut,
                     .a = block,
                     .anchor = {0, 0, 0},
                     .anchor_b = Eigen::Vector3d(-2, 0, 0),
                     .coordinates = {{.stiffness = k}}});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  REQUIRE(simulator.advance(state, 1.2).message == "");
  const double w = std::sqrt(k / m), swing = (mu_s - mu_k) * m * kG / k;
  const double slips = mu_s * m * kG / k / push;
  const double sticks = slips + 2 * (std::numbers::pi - std::atan(swing * w / push)) / w;
  const double again = sticks + 2 * swing / push;
  std::vector<double> times;
  for (const MotionEvent& event : simulator.events())
    if (times.empty() || event.time > times.back() + 1e-6) times.push_back(event.time);
  REQUIRE(times.size() == 3);
  CHECK(std::abs(times[0] - slips) < 1e-8);
  CHECK(std::abs(times[1] - sticks) < 1e-8);
  CHECK(std::abs(times[2] - again) < 1e-8);
}

TEST_CASE("a block that slides on a plank takes it along to their common speed") {
  const double mu = 0.4, v = 2, m = 1, M = 3;
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.add_material({.name = "ice", .self = {.mu_s = 0, .mu_k = 0}});
  BodyDef floor = scenes::ground();
  floor.material = "ice";
  builder.add_body(floor);
  const auto plank = builder.add_body(
      {.pose = {{0, 0.1}, 0}, .shapes = {{.shape = planar::box(4, 0.2)}}, .mass = M});
  const auto block = builder.add_body({.pose = {{-0.5, 0.3}, 0},
                                       .velocity = {v, 0, 0},
                                       .shapes = {{.shape = planar::box(0.4, 0.2)}},
                                       .mass = m});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  advance(simulator, model, state, 1.0, 4);
  const double sticks = v / (mu * kG * (1 + m / M)), common = v * m / (m + M);
  REQUIRE(first(simulator, EventKind::stick) != nullptr);
  CHECK(std::abs(first(simulator, EventKind::stick)->time - sticks) < 1e-8);
  CHECK(std::abs(body_velocity(model, state, block).x() - common) < 1e-8);
  CHECK(std::abs(body_velocity(model, state, plank).x() - common) < 1e-8);
  const double slid = 0.5 * v * sticks;
  const double apart = body_pose(model, state, block).p.x() - body_pose(model, state, plank).p.x();
  CHECK(std::abs(apart + 0.5 - slid) < 1e-8);
}

TEST_CASE("a rod that jams is thrown up by the impulse of the ray") {
  for (const double mu : {1.2, 1.8}) {
    ModelBuilder builder = ground_of({.mu_s = mu, .mu_k = mu});
    const double lean = std::atan(2.0), v = 3;
    const auto rod = builder.add_body({.pose = {{0, std::sin(lean)}, -lean},
                                       .velocity = {v, 0, 0},
                                       .shapes = {{.shape = planar::capsule(2, 0)}},
                                       .mass = 1,
                                       .inertia = 1.0 / 3});
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    const double start = energy(model, state);
    REQUIRE(simulator.advance(state, 1e-9).message == "");
    CAPTURE(mu);
    CHECK(count(simulator, EventKind::jam) == (mu > 4.0 / 3 ? 1 : 0));
    if (mu < 4.0 / 3) continue;
    // The tip stops: angular momentum about it gives -(3/4) v sin(lean) about a rod of 1 m to it.
    const double omega = -0.75 * v * std::sin(lean);
    const Eigen::Vector3d expected(-omega * std::sin(lean), -omega * std::cos(lean), omega);
    CHECK((body_velocity(model, state, rod) - expected).norm() < 1e-7);
    CHECK(energy(model, state) < start);
    double pressed = 0;  // of 1 kg, by the jam and the impact behind it
    for (const MotionEvent& event : simulator.events()) pressed += event.impulse;
    CHECK(pressed == relative(expected.y(), 1e-7));
    CHECK(to_string(simulator.events()[0], model).find("Painlevé") != std::string::npos);
  }
}

// The ray ends the slip and presses the tip into the ground, which stops it whatever e is: what
// is left of the motion is that of a rod pinned at the tip.
TEST_CASE("what a jam presses into the ground does not bounce") {
  std::mt19937 random(21);
  const auto draw = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
  for (int trial = 0; trial < 10; ++trial) {
    const double lean = draw(0.9, 1.2), v = draw(2, 5), e = draw(0.2, 1);
    const double c = std::cos(lean), s = std::sin(lean);
    const double mu = draw(1.1, 1.5) * (1 + 3 * c * c) / (3 * c * s);
    CAPTURE(lean);
    CAPTURE(e);
    ModelBuilder builder = ground_of({.mu_s = mu, .mu_k = mu, .e = e});
    const auto rod = builder.add_body({.pose = {{0, s}, -lean},
                                       .velocity = {v, 0, 0},
                                       .shapes = {{.shape = planar::capsule(2, 0)}},
                                       .mass = 1,
                                       .inertia = 1.0 / 3});
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    REQUIRE(simulator.advance(state, 1e-9).message == "");
    CHECK(count(simulator, EventKind::jam) == 1);
    const double omega = -0.75 * v * s;
    const Eigen::Vector3d pinned(-omega * s, -omega * c, omega);
    CHECK((body_velocity(model, state, rod) - pinned).norm() < 1e-7);
  }
}

TEST_CASE("a limit throws its joint back, a motor with a limit reaches its speed in time") {
  const auto wheel = [](CoordinateDef def, double omega) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    const auto body = builder.add_body({.velocity = {0, 0, omega}, .mass = 1, .inertia = 0.5});
    builder.add_joint({.kind = JointKind::pin, .a = body, .coordinates = {def}});
    return builder.build().value();
  };
  const Model stopped = wheel({.lo = -1, .hi = 0.5, .e = 0.5}, 2);
  AccelerationSimulator bouncing(stopped);
  State state = initial_state(stopped);
  advance(bouncing, stopped, state, 1.0, 2);
  CHECK(std::abs(first(bouncing, EventKind::impact)->time - 0.25) < 1e-12);
  CHECK(std::abs(state.v[2] + 1) < 1e-9);
  CHECK(std::abs(state.q[2] + 0.25) < 1e-9);

  const Model driven = wheel({.motor = MotorKind::velocity, .target = 4, .max_force = 3}, 0);
  AccelerationSimulator driving(driven);
  state = initial_state(driven);
  REQUIRE(driving.advance(state, 1.0).message == "");
  REQUIRE(first(driving, EventKind::stick) != nullptr);
  CHECK(std::abs(first(driving, EventKind::stick)->time - 4.0 / 6) < 1e-9);
  CHECK(std::abs(state.v[2] - 4) < 1e-9);
  CHECK(std::abs(state.q[2] - (4 * 4.0 / 6 / 2 + 4 * (1 - 4.0 / 6))) < 1e-9);
}

TEST_CASE("a position motor nears its target by its time constant") {
  const double target = 1.25, time_constant = 0.2;
  for (const double start : {0.0, 2.0}) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    const double speed = (target - start) / time_constant;
    const auto body = builder.add_body(
        {.pose = {{0, 0}, start}, .velocity = {0, 0, speed}, .mass = 1, .inertia = 0.5});
    builder.add_joint({.kind = JointKind::pin,
                       .a = body,
                       .coordinates = {{.start = start,
                                        .motor = MotorKind::position,
                                        .target = target,
                                        .max_force = 40,
                                        .time_constant = time_constant}}});
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    REQUIRE(simulator.advance(state, 0.5).message == "");
    const double left = (target - start) * std::exp(-0.5 / time_constant);
    CHECK(std::abs(state.q[2] - (target - left)) < 1e-8);
    CHECK(std::abs(state.v[2] - left / time_constant) < 1e-7);
  }
}

// Nothing turns it: its angular momentum stays in the world while its axis wanders.
TEST_CASE("a body without symmetry keeps its angular momentum as it tumbles") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const Eigen::Quaterniond turned(Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, -1).normalized()));
  BodyDef def{.kind = BodyKind::spatial, .mass = 2};
  def.spatial.pose.r = turned;
  def.spatial.inertia = Eigen::Vector3d(1, 2, 3).asDiagonal();
  def.spatial.omega = {0.5, 3, 0.8};
  builder.add_body(def);
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  const Eigen::Vector3d before = total_momentum(model, state).angular;
  const Eigen::Vector3d omega = body_twist(model, state, {0}).omega;
  REQUIRE(simulator.advance(state, 2.0).message == "");
  CHECK((total_momentum(model, state).angular - before).norm() < 1e-7 * before.norm());
  CHECK((body_twist(model, state, {0}).omega - omega).norm() > 1);
}

// Half a period between two turning points, where the table stands still.
TEST_CASE("a table carries what sticks to it from the start of its harmonic to the stop") {
  const double amplitude = 0.03, frequency = 2, start = 0.1;
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.8, .mu_k = 0.8}});
  const auto table =
      builder.add_body({.kind = BodyKind::kinematic,
                        .shapes = {{.shape = planar::HalfPlane{}}},
                        .motion = {.harmonics = {{.amplitude = {amplitude, 0, 0},
                                                  .frequency = frequency,
                                                  .phase = std::numbers::pi / 2,
                                                  .start = start,
                                                  .stop = start + 0.5 / frequency}}}});
  const auto box = builder.add_body({.pose = {{0, 0.1}}, .shapes = {{planar::box(1, 0.2)}}});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  REQUIRE(simulator.advance(state, 0.5 * start).message == "");
  CHECK(std::abs(body_pose(model, state, box).p.x()) < 1e-12);
  const double from = body_pose(model, state, table).p.x();
  REQUIRE(simulator.advance(state, 0.6).message == "");
  CHECK(std::abs(body_pose(model, state, table).p.x() - from + 2 * amplitude) < 1e-12);
  CHECK(std::abs(body_pose(model, state, box).p.x() + 2 * amplitude) < 1e-8);
  CHECK(body_velocity(model, state, box).norm() < 1e-8);
}

TEST_CASE("samples between do not change the motion") {
  const Model model = scenes::box_on_slope(0.3, 0.5, {2, 0});
  State once = initial_state(model), often = once;
  AccelerationSimulator a(model), b(model);
  REQUIRE(a.advance(once, 1.0).message == "");
  for (int i = 0; i < 50; ++i) REQUIRE(b.advance(often, 0.02).message == "");
  CHECK((once.q - often.q).norm() < 1e-9);
}

TEST_CASE("options out of range and custom sizes are a caller's mistake") {
  const Model model = scenes::box_on_slope(0.3, 0.5);
  CHECK_THROWS_AS(AccelerationSimulator(model, {.tolerance = 0}), InvalidArgument);
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  CHECK_THROWS_AS(simulator.advance(state, -1), InvalidArgument);
  State none;
  CHECK_THROWS_AS(simulator.advance(none, 0.1), InvalidArgument);
  CHECK_THROWS_AS(simulator.set_force(Eigen::VectorXd::Zero(1)), InvalidArgument);
  const AccelerationSimulator other(std::move(simulator));
  CHECK_THROWS_AS((void)simulator.events(), InvalidArgument);
  CHECK_THROWS_AS(simulator.advance(state, 0.1), InvalidArgument);
}

// Friction of hardly less than holds it, at four corners: how it starts to slip is decided by all
// of them together.
TEST_CASE(
    "a box about to slip slides on, or is said to be beyond the steps, but is not sought for "
    "ever") {
  for (int n = 0; n < 3; ++n) {
    const double slope = 0.3 + 0.1 * n, g = 0.1;
    ModelBuilder builder;
    const double mu = (1 - 1e-4) * std::tan(slope);
    builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
    builder.set_gravity(g * Eigen::Vector3d(0.4 * std::sin(slope),
                                            std::sqrt(0.84) * std::sin(slope), -std::cos(slope)));
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
    BodyDef box{.kind = BodyKind::spatial};
    box.spatial.pose = {{0, 0, 0.1},
                        Eigen::Quaterniond(Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitZ()))};
    box.spatial.shapes = {{.shape = spatial::box(0.7, 1.4, 0.2)}};
    builder.add_body(box);
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model, {});
    State state = initial_state(model);
    const AdvanceReport report = simulator.advance(state, 0.01);
    CHECK(report.evaluations < 2e5);
    CHECK((report.status == InstantStatus::solved) == report.message.empty());
  }
}

}  // namespace
}  // namespace perpend
