// SPDX-License-Identifier: Apache-2.0
//
// Rolling and spinning friction against closed forms: of pure rolling a = g c / (r (1 + I/(m
// r^2))), of a top alpha = m g c / I; what stops stays.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kGravity = 9.81, kRadius = 0.1, kArm = 0.004, kSpeed = 0.5;

SurfacePair surface(double rolling, double spinning, double mu = 0.5) {
  return {.mu_s = mu, .mu_k = mu, .rolling = rolling, .spinning = spinning};
}

Model rolling_disc(double slope = 0) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = surface(kArm, 0)});
  const Eigen::Vector2d up(-std::sin(slope), std::cos(slope));
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{up}}}});
  const double speed = slope == 0 ? kSpeed : 0;
  builder.add_body({.pose = {kRadius * up},
                    .velocity = {speed, 0, -speed / kRadius},
                    .shapes = {{.shape = planar::Disc{kRadius}}}});
  return builder.build().value();
}

Model ball(const Vector3d& velocity, const Vector3d& omega, const SurfacePair& pair) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = pair});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body({.kind = BodyKind::spatial,
                    .spatial = {.pose = {.p = {0, 0, kRadius}},
                                .velocity = velocity,
                                .omega = omega,
                                .shapes = {{.shape = spatial::Sphere{kRadius}}}}});
  return builder.build().value();
}

// Steps that are certified, with the moment within its bound and never giving energy.
State run(const Model& model, double duration, const ContactLaw& law = ContactLaw::cone,
          double dt = 0.001) {
  Simulator simulator(model, {.dt = dt, .law = law});
  State state = initial_state(model);
  while (state.time < duration - 0.5 * dt) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    CHECK(report.uncertified == 0);
    CHECK(report.certificate.rolling_residual < 1e-8);
    CHECK(report.certificate.energy_after <= report.certificate.energy_before + 1e-10);
  }
  return state;
}

}  // namespace

TEST_CASE("a disc rolls on until rolling friction has stopped it, and stays") {
  const double a = kGravity * kArm / (kRadius * 1.5), stop = kSpeed / a;
  const Model model = rolling_disc();
  for (const ContactLaw& law : all_laws()) {
    if (law == ContactLaw::frictionless || law == ContactLaw::phantom) continue;
    CAPTURE(to_string(law));
    const bool frozen = law == ContactLaw::frozen_box || law == ContactLaw::hybrid;
    const State rolling = run(model, 1, law);
    CHECK(body_velocity(model, rolling, {1}).x() == relative(kSpeed - a, frozen ? 1e-2 : 1e-6));
    CHECK(body_velocity(model, rolling, {1}).z() ==
          relative(-(kSpeed - a) / kRadius, frozen ? 1e-2 : 1e-6));
  }
  const State stopped = run(model, stop + 0.01);
  CHECK(body_velocity(model, stopped, {1}).norm() < 1e-10);
  CHECK(body_pose(model, stopped, {1}).p.x() == relative(kSpeed * stop / 2, 1e-5));
  const State later = run(model, stop + 2);
  CHECK((body_pose(model, later, {1}).p - body_pose(model, stopped, {1}).p).norm() < 1e-12);
}

TEST_CASE("on a slope a disc stays up to tan of the slope = c/r, and rolls down beyond") {
  const double limit = std::atan(kArm / kRadius);
  const Model stays = rolling_disc(-0.95 * limit);
  CHECK(body_velocity(stays, run(stays, 1), {1}).norm() < 1e-12);
  const double slope = 1.5 * limit;
  const double a = (std::sin(slope) - kArm / kRadius * std::cos(slope)) * kGravity / 1.5;
  const Model rolls = rolling_disc(-slope);
  CHECK(body_velocity(rolls, run(rolls, 1), {1}).head<2>().norm() == relative(a, 1e-5));
}

TEST_CASE("a ball is slowed the same whatever its heading, along a straight line") {
  const double a = kGravity * kArm / (kRadius * 1.4);
  for (const double heading : {0.0, 0.4, 1.1, 2.5}) {
    const Vector3d along(std::cos(heading), std::sin(heading), 0);
    const Vector3d omega = Vector3d::UnitZ().cross(along) * (kSpeed / kRadius);
    const Model model = ball(kSpeed * along, omega, surface(kArm, 0));
    const State rolling = run(model, 1);
    const Vector3d v = body_twist(model, rolling, {1}).velocity;
    CHECK((v - (kSpeed - a) * along).norm() < 1e-6);
    const double stop = kSpeed / a;
    const State stopped = run(model, stop + 0.01);
    CHECK(body_twist(model, stopped, {1}).velocity.norm() < 1e-10);
    CHECK(body_twist(model, stopped, {1}).omega.norm() < 1e-9);
  }
}

TEST_CASE("spinning friction stops a spin about the normal, and no other") {
  const double spin = 20, alpha = kGravity * kArm / (0.4 * kRadius * kRadius);
  const Model model = ball({0, 0, 0}, {0, 0, spin}, surface(0, kArm));
  const State turning = run(model, 0.1);
  CHECK(body_twist(model, turning, {1}).omega.z() == relative(spin - 0.1 * alpha, 1e-9));
  const State stopped = run(model, spin / alpha + 0.01);
  CHECK(body_twist(model, stopped, {1}).omega.norm() < 1e-10);
  const Model rolls = ball({kSpeed, 0, 0}, {0, kSpeed / kRadius, 0}, surface(0, kArm));
  CHECK(body_twist(rolls, run(rolls, 1), {1}).velocity.x() == relative(kSpeed, 1e-9));
}

// A ball on a ball on smooth ground: what one loses of its spin the other gains, until both have
// the same, which friction then leaves alone.
TEST_CASE("spinning friction between two balls evens out their spins") {
  const double alpha = kGravity * kArm / (0.4 * kRadius * kRadius);
  for (const Eigen::Vector2d& spins : {Eigen::Vector2d(10, 4), Eigen::Vector2d(6, 6)}) {
    ModelBuilder builder;
    builder.add_material({.name = "ground"});
    builder.add_material({.name = "ball", .self = surface(0, kArm)});
    builder.set_surface_pair("ground", "ball", surface(0, 0, 0));
    builder.set_gravity({0, 0, -kGravity});
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .material = "ground",
                      .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
    for (int i = 0; i < 2; ++i)
      builder.add_body({.kind = BodyKind::spatial,
                        .material = "ball",
                        .spatial = {.pose = {.p = {0, 0, (1 + 2 * i) * kRadius}},
                                    .omega = {0, 0, spins[i]},
                                    .shapes = {{.shape = spatial::Sphere{kRadius}}}}});
    const Model model = builder.build().value();
    const State state = run(model, 0.2);
    const double change = spins[0] == spins[1] ? 0.0 : 0.2 * alpha;
    CHECK(body_twist(model, state, {1}).omega.z() == relative(spins[0] - change, 1e-9));
    CHECK(body_twist(model, state, {2}).omega.z() == relative(spins[1] + change, 1e-9));
  }
}

TEST_CASE("a record has the moments of rolling and of spinning friction, each against its turn") {
  const Model model = ball({kSpeed, 0, 0}, {0, kSpeed / kRadius, 3}, surface(kArm, 2 * kArm));
  Simulator simulator(model, {.dt = 0.001});
  State state = initial_state(model);
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  REQUIRE(simulator.contacts().size() == 1);
  const double rolling = 0.001 * model.bodies[1].mass * kGravity * kArm;
  CHECK((simulator.contacts()[0].moment - Vector3d(0, -rolling, -2 * rolling)).norm() <
        1e-6 * rolling);
}

TEST_CASE("other laws bound the moment about each tangent by itself") {
  const double a = kGravity * kArm / (kRadius * 1.4);
  for (const ContactLaw law : {ContactLaw(ContactLaw::polyhedral), ContactLaw(ContactLaw::box)}) {
    CAPTURE(to_string(law));
    for (const double heading : {0.4, 0.7}) {
      const Vector3d start(kSpeed * std::cos(heading), kSpeed * std::sin(heading), 0);
      const Vector3d omega = Vector3d::UnitZ().cross(start) / kRadius;
      const Model model = ball(start, omega, surface(kArm, kArm));
      const Vector3d end = body_twist(model, run(model, 0.5, law), {1}).velocity;
      for (int k = 0; k < 2; ++k) CHECK(end[k] == relative(start[k] - 0.5 * a, 1e-6));
    }
  }
}

TEST_CASE("a heavy board on rollers: their moments at both ends add up") {
  for (const double board : {10.0, 100.0, 1000.0}) {
    CAPTURE(board);
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = surface(kArm, 0, 0.8)});
    builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
    for (const double x : {-0.5, 0.0, 0.5})
      builder.add_body({.pose = {{x, kRadius}},
                        .velocity = {kSpeed / 2, 0, -kSpeed / 2 / kRadius},
                        .shapes = {{.shape = planar::Disc{kRadius}}},
                        .mass = 1.0});
    builder.add_body({.pose = {{0, 2 * kRadius + 0.05}},
                      .velocity = {kSpeed, 0, 0},
                      .shapes = {{.shape = planar::box(3, 0.1)}},
                      .mass = board});
    const Model model = builder.build().value();
    // Rollers of 1 kg turn with v/(2 r).
    const double lost = kGravity * kArm * (2 * board + 3 * 1) / (2 * kRadius);
    const double a = lost / (board + 3 * (0.25 + 0.125));
    CHECK(body_velocity(model, run(model, 0.5), {4}).x() == relative(kSpeed - 0.5 * a, 1e-4));
  }
}

// Wheels on both ends of two to four axles: the plane presses them in many ways.
struct Cart {
  Model model;
  double radius, speed, brake;  // m, m/s, m/s²
};

Cart draw_cart(unsigned seed) {
  Draw draw(seed);
  const double r = std::pow(10, draw(-1.5, 0)), arm = r * std::pow(10, draw(-2, -0.7));
  const double mass = draw(1, 50), wheel = mass * std::pow(10, draw(-1.5, -0.5));
  const double inertia = draw(0.4, 1) * wheel * r * r, speed = draw(1, 3) * std::sqrt(r * kGravity);
  const int axles = 2 + static_cast<int>(draw(0, 3));
  const Vector3d heading(std::cos(seed), std::sin(seed), 0), side(-heading.y(), heading.x(), 0);
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = surface(arm, 0, 1)});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  BodyDef frame{.kind = BodyKind::spatial, .mass = mass};
  frame.spatial.pose.p = {0, 0, r};
  frame.spatial.center_of_mass = Vector3d::Zero();
  frame.spatial.inertia = Vector3d::Constant(mass * r * r).asDiagonal();
  frame.spatial.velocity = speed * heading;
  const BodyId body = builder.add_body(frame);
  for (int i = 0; i < 2 * axles; ++i) {
    BodyDef def = frame;
    def.mass = wheel;
    def.spatial.pose.p +=
        3 * r * (i / 2 - 0.5 * (axles - 1)) * heading + (i % 2 ? 2 : -2) * r * side;
    def.spatial.inertia = Vector3d::Constant(inertia).asDiagonal();
    def.spatial.omega = speed / r * side;
    def.spatial.shapes = {{.shape = spatial::Sphere{r}}};
    const BodyId rolls = builder.add_body(def);
    builder.add_joint({.a = rolls, .b = body, .anchor = def.spatial.pose.p, .axis = side});
  }
  const double all = mass + 2 * axles * wheel;
  return {builder.build().value(), r, speed,
          arm / r * kGravity * all / (all + 2 * axles * inertia / (r * r))};
}

TEST_CASE("carts on many wheels roll out at the known rate, certified, in few passes") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const Cart cart = draw_cart(seed);
    const double dt = 0.004 * std::sqrt(cart.radius);
    Simulator simulator(cart.model, {.dt = dt});
    State state = initial_state(cart.model);
    int factorisations = 0;
    constexpr int kSteps = 300;
    for (int step = 0; step < kSteps; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.uncertified == 0);
      factorisations += report.factorisations;
    }
    CHECK(factorisations < 8 * kSteps);
    const double speed = state.v.segment<3>(cart.model.bodies[1].v_offset).norm();
    CHECK(speed ==
          doctest::Approx(std::max(0.0, cart.speed - cart.brake * kSteps * dt)).epsilon(1e-6));
  }
}

// The normal impulse of decompression comes on top of the one that bounds the moment.
TEST_CASE("a bounce by Poisson's law brakes a spin by what its compression bears") {
  SurfacePair pair = surface(kArm, kArm, 0);
  pair.e = 0.5;
  const double fall = 1, spin = 20, inertia = 0.4 * kRadius * kRadius;
  Model model = ball({0, 0, -fall}, {spin, 0, spin}, pair);
  model.gravity.setZero();
  Simulator simulator(model, {.dt = 0.001, .impact = ImpactLaw::poisson, .impact_speed = 0.1});
  State state = initial_state(model);
  state.q[model.bodies[1].q_offset + 2] += 1e-3;
  for (int k = 0; k < 5; ++k) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    CHECK(report.uncertified == 0);
    CHECK(report.certificate.rolling_residual < 1e-8);
  }
  const Twist twist = body_twist(model, state, {1});
  CHECK(twist.velocity.z() == relative(0.5 * fall, 1e-9));
  CHECK((twist.omega - Vector3d(1, 0, 1) * (spin - kArm * fall / inertia)).norm() < 1e-6);
}

// Compression bears nothing at contacts that are pressed as others restitute.
TEST_CASE("rows of rough balls that are hit are certified by Poisson's law") {
  Draw draw(33);
  for (int n = 0; n < 60; ++n) {
    CAPTURE(n);
    SurfacePair pair = surface(draw(0, 0.01), 0, draw(0, 2));
    pair.e = draw(0.5, 1);
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = pair});
    builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{{0, 1}}}}});
    const double apart = draw(2.01, 2.1) * kRadius;
    for (int k = 0; k < 6; ++k)
      builder.add_body({.pose = {{k * apart, kRadius}},
                        .velocity = {k == 0 ? draw(1, 15) : 0.0, 0, k == 0 ? draw(-50, 50) : 0.0},
                        .shapes = {{planar::Disc{kRadius}}},
                        .mass = std::pow(10, draw(-1, 1))});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = std::pow(10, draw(-3, -1.8)), .impact = ImpactLaw::poisson});
    State state = initial_state(model);
    for (int step = 0; step < 40; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
      CHECK(report.uncertified == 0);
    }
  }
}

TEST_CASE("a pile of rough balls comes to rest where smooth ones would roll away") {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = surface(0.03, 0.02, 0.6)});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  for (int i = 0; i < 12; ++i)
    builder.add_body({.kind = BodyKind::spatial,
                      .spatial = {.pose = {.p = {0.03 * (i % 3), 0.02 * (i % 2), 0.1 + 0.21 * i}},
                                  .shapes = {{.shape = spatial::Sphere{kRadius}}}}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.002});
  State state = initial_state(model);
  int uncertified = 0;
  while (state.time < 4) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    uncertified += report.uncertified;
  }
  CHECK(uncertified == 0);
  CHECK(state.v.lpNorm<Eigen::Infinity>() < 1e-9);
}

namespace {

// Boxes of any proportions across each other, dropped on the floor in any orientation.
Model dropped_corner(Draw& draw) {
  ModelBuilder builder;
  builder.add_material(
      {.name = "default", .self = surface(draw(0.005, 0.02), draw.coin() ? 0.005 : 0)});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  const double length = draw(0.4, 0.8), width = draw(0.1, 0.2);
  const Vector3d along(0.5 * length, 0.5 * width, 0.5 * width),
      across(along.y(), along.x(), along.z());
  const Eigen::Vector4d turn(draw(-1, 1), draw(-1, 1), draw(-1, 1), draw(-1, 1));
  builder.add_body({.kind = BodyKind::spatial,
                    .spatial = {.pose = {{0, 0, 0.8}, Eigen::Quaterniond(turn).normalized()},
                                .shapes = {{.shape = spatial::Box{along}},
                                           {.shape = spatial::Box{across},
                                            .pose = {{0.5 * (length - width), 0, 0}}}}}});
  return builder.build().value();
}

}  // namespace

// Two faces of one body on the floor: normal impulses that are not unique bound the moments.
TEST_CASE(
    "bodies of two boxes roll, tip and come to rest certified, but for one step in a thousand") {
  Draw draw(41);
  int factorisations = 0, uncertified = 0;
  constexpr int kBodies = 12, kSteps = 600;
  for (int body = 0; body < kBodies; ++body) {
    const Model model = dropped_corner(draw);
    Simulator simulator(model, {.dt = 0.002});
    State state = initial_state(model);
    for (int step = 0; step < kSteps; ++step) {
      const StepReport report = simulator.step(state);
      uncertified += report.uncertified + report.inexact;
      factorisations += report.factorisations;
    }
  }
  CHECK(uncertified < 1e-3 * kBodies * kSteps);
  CHECK(factorisations < 18 * kBodies * kSteps);
}

TEST_CASE("lengths of rolling and spinning friction are checked, and the larger one counts") {
  ModelBuilder builder;
  builder.add_material({.name = "a", .self = surface(-1, std::nan(""))});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  const Result<Model> faulty = builder.build();
  REQUIRE(!faulty);
  REQUIRE(faulty.error().size() == 2);
  CHECK(faulty.error()[0].element == "materials[0].rolling");
  CHECK(faulty.error()[1].element == "materials[0].spinning");
  ModelBuilder two;
  two.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  two.add_material({.name = "a", .self = surface(0.1, 0.2)});
  two.add_material({.name = "b", .self = surface(0.3, 0.1)});
  const Model model = two.build().value();
  CHECK(model.surface(1, 2).rolling == 0.3);
  CHECK(model.surface(1, 2).spinning == 0.2);
}

}  // namespace perpend
