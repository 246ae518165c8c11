// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "dynamics/bodies/kinetics.hpp"
#include "perpend/core/error.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kGravity = 9.81, kMu = 0.4;

BodyDef ground() {
  return {.name = "ground",
          .kind = BodyKind::spatial_fixed,
          .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}};
}

BodyDef solid(const spatial::Shape& shape, const Vector3d& at, const Vector3d& velocity = {0, 0, 0},
              const Vector3d& omega = {0, 0, 0}) {
  return {
      .kind = BodyKind::spatial,
      .mass = 1.0,
      .spatial = {
          .pose = {.p = at}, .velocity = velocity, .omega = omega, .shapes = {{.shape = shape}}}};
}

Model on_ground(const BodyDef& body) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.set_surface_pair("default", "default", {.mu_s = kMu, .mu_k = kMu});
  builder.add_body(ground());
  builder.add_body(body);
  return builder.build().value();
}

State run(const Model& model, const SimulationOptions& options, double duration) {
  Simulator simulator(model, options);
  State state = initial_state(model);
  while (state.time < duration - options.dt / 2) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    CHECK(report.certificate.residual <= report.certificate.residual_bound);
    CHECK(report.certificate.momentum_error < 1e-11);
    CHECK(report.certificate.cone_excess < 1e-11);
  }
  return state;
}

Vector3d position(const Model& model, const State& state) {
  return spatial_pose(model, state, {1}).p;
}

}  // namespace

TEST_CASE("a cube at rest on the ground stays, to the bit of rounding") {
  const Model model = on_ground(solid(spatial::Box{{0.5, 0.5, 0.5}}, {0, 0, 0.5}));
  const State state = run(model, {.dt = 0.01}, 1);
  CHECK(position(model, state).isApprox(Vector3d(0, 0, 0.5), 1e-12));
  CHECK(state.v.norm() < 1e-12);
}

TEST_CASE("a sliding cube stops after v²/(2 mu g), whatever its heading") {
  const double speed = 2.0, distance = speed * speed / (2 * kMu * kGravity);
  for (const double heading : {0.0, 0.3, 0.7, 1.1, 2.0, 4.4}) {
    CAPTURE(heading);
    const Vector3d along(std::cos(heading), std::sin(heading), 0);
    const Model model = on_ground(solid(spatial::Box{{0.5, 0.5, 0.1}}, {0, 0, 0.1}, speed * along));
    const State state = run(model, {.dt = 0.001}, 0.7);
    const Vector3d p = position(model, state) - Vector3d(0, 0, 0.1);
    CHECK(std::abs(p.dot(along) - distance) < 2e-3);
    CHECK((p - p.dot(along) * along).norm() < 1e-12);
    CHECK(state.v.norm() < 1e-12);
  }
}

TEST_CASE("a ball with backspin rolls at (5 v + 2 r omega)/7") {
  const double r = 0.1, speed = 3, omega = -50;  // about y; rolling forward is positive
  const Model model = on_ground(solid(spatial::Sphere{r}, {0, 0, r}, {speed, 0, 0}, {0, omega, 0}));
  const State state = run(model, {.dt = 0.001}, 1.5);
  const double rolling = (5 * speed + 2 * r * omega) / 7;
  CHECK(std::abs(state.v[6] - rolling) < 1e-3);
  CHECK(std::abs(state.v[6] - r * state.v[10]) < 1e-12);
}

Model turntable(const BodyDef& rider) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.set_surface_pair("default", "default", {.mu_s = kMu, .mu_k = kMu});
  builder.add_body({.kind = BodyKind::spatial_kinematic,
                    .motion = {.omega = {0, 0, 1.5}},
                    .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body(rider);
  return builder.build().value();
}

TEST_CASE("a box rides on a turntable, off its circle by second order in the step") {
  // r omega² = 2.25 m/s² against mu g = 3.9 m/s².
  const Model model =
      turntable(solid(spatial::Box{{0.1, 0.1, 0.1}}, {1, 0, 0.1}, {0, 1.5, 0}, {0, 0, 1.5}));
  const Vector3d expected(std::cos(1.5), std::sin(1.5), 0.1);
  for (const Stepper stepper : {Stepper::midpoint, Stepper::semi_implicit}) {
    const auto error = [&](double dt) {
      const Vector3d at = position(model, run(model, {.dt = dt, .stepper = stepper}, 1));
      return (at - expected).norm();
    };
    CAPTURE(to_string(stepper));
    const double coarse = error(0.004), fine = error(0.002);
    MESSAGE("errors " << coarse << ", " << fine << " m");
    CHECK(std::log2(coarse / fine) > 1.9);
    CHECK(fine < 1e-5);
  }
}

TEST_CASE("what rides on a turntable sticks and goes no further out in a hundred turns") {
  const Model model =
      turntable(solid(spatial::Box{{0.1, 0.1, 0.1}}, {1, 0, 0.1}, {0, 1.5, 0}, {0, 0, 1.5}));
  Simulator simulator(model, {.dt = 0.01});
  State state = initial_state(model);
  double nearest = 2, farthest = 0;
  int slides = 0;
  while (state.time < 200 * std::numbers::pi / 1.5) {
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    const double r = position(model, state).head<2>().norm();
    nearest = std::min(nearest, r);
    farthest = std::max(farthest, r);
    for (const ContactRecord& contact : simulator.contacts())
      slides += contact.status == ContactStatus::slide;
  }
  MESSAGE("between " << nearest << " and " << farthest << " m, " << slides << " slides");
  // (omega h)⁴/4 per step, where a chord goes (omega h)²/2 outward.
  const double turn = 1.5 * 0.01;
  CHECK(nearest > 1 - turn * turn);
  CHECK(farthest < 1 + 0.3 * std::pow(turn, 4) * static_cast<double>(state.step));
  CHECK(slides == 0);
}

TEST_CASE("a ball that rolls on a turntable keeps to its circle to second order") {
  // v + omega × (0, 0, -r) is the velocity of the table below it; the circle has 2/7 of its rate.
  const double r = 0.1, rate = 1.5, v = 0.15;
  const Model model =
      turntable(solid(spatial::Sphere{r}, {0.5, 0, r}, {0, v, 0}, {(rate * 0.5 - v) / r, 0, 0}));
  const double turn = 2 * std::numbers::pi / (2.0 / 7 * rate);
  const auto miss = [&](double dt) {
    return (position(model, run(model, {.dt = dt}, turn)) - Vector3d(0.5, 0, r)).norm();
  };
  const double coarse = miss(turn / 1000), fine = miss(turn / 2000);
  MESSAGE("the circle closes to " << coarse << ", " << fine << " m");
  CHECK(fine < 1e-5);
  CHECK(coarse / fine > 3);
}

TEST_CASE("balls that meet in flight keep momentum, and a hard one bounces off an equal one") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.set_surface_pair("default", "default", {.mu_s = 0.0, .mu_k = 0.0, .e = 1.0});
  builder.add_body(solid(spatial::Sphere{0.5}, {0, 0, 0}, {1, 0, 0}));
  builder.add_body(solid(spatial::Sphere{0.5}, {1.5, 0, 0}));
  const Model model = builder.build().value();
  const State state = run(model, {.dt = 0.01}, 1);
  CHECK(std::abs(state.v[0]) < 1e-12);
  CHECK(std::abs(state.v[6] - 1) < 1e-12);
  const Momentum p = total_momentum(model, state);
  CHECK((p.linear - Vector3d(1, 0, 0)).norm() < 1e-14);
}

TEST_CASE("a stiff spring under a contact sinks by m g / k, bristles creep by nothing") {
  const Model model = on_ground(solid(spatial::Box{{0.5, 0.5, 0.5}}, {0, 0, 0.5}));
  SimulationOptions options{.dt = 0.01};
  options.normal = {.stiffness = 1e5, .damping = 1e3};
  options.tangential = {.stiffness = 1e5, .damping = 1e3};
  const State state = run(model, options, 2);
  CHECK(position(model, state).z() - 0.5 == relative(-kGravity / 4e5, 1e-9));
  CHECK(position(model, state).head<2>().norm() < 1e-12);
}

// Balls, since contacts that share a face share their load in many ways, and friction with it.
TEST_CASE("large islands move as a dense solver moves them") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.set_surface_pair("default", "default", {.mu_s = kMu, .mu_k = kMu});
  builder.add_body(ground());
  for (int i = 0; i < 25; ++i)  // up to 65 contacts, 195 rows
    builder.add_body(solid(spatial::Sphere{0.5}, {1.0 * (i % 5), 1.0 * (i / 5), 0.5},
                           {0.7 * std::sin(i), 0.6 * std::cos(3 * i), 0}, {0, 2.0 * (i % 3), 1}));
  const Model model = builder.build().value();
  State large = initial_state(model);
  Simulator automatic(model, {.dt = 0.005});
  Simulator proximal(model, {.dt = 0.005, .solver = lcp::Method::proximal});
  int contacts = 0;
  for (int step = 0; step < 20; ++step) {
    State dense = large;
    const StepReport report = automatic.step(large);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    CHECK(report.certificate.momentum_error < 1e-10);
    REQUIRE(proximal.step(dense).status == StepStatus::ok);
    CHECK((large.v - dense.v).lpNorm<Eigen::Infinity>() < 1e-8);
    contacts = std::max(contacts, report.contacts);
  }
  CHECK(contacts >= 50);
}

TEST_CASE("a relaxed joint sags by m g / k and rings with sqrt(k/m)") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  const BodyId bob = builder.add_body(
      {.kind = BodyKind::spatial_particle, .mass = 2.0, .spatial = {.pose = {.p = {0, 0, -1}}}});
  builder.add_joint({.kind = JointKind::spherical, .a = bob, .anchor = {0, 0, -1}});
  const Model model = builder.build().value();
  const double k = 200, period = 2 * std::numbers::pi * std::sqrt(2.0 / k);
  SimulationOptions soft{.dt = 1e-4};
  soft.joints = {.stiffness = k, .damping = 0};
  Simulator simulator(model, soft);
  State state = initial_state(model);
  while (state.time < period / 2 - 5e-5) REQUIRE(simulator.step(state).status == StepStatus::ok);
  CHECK(state.q[2] + 1 == relative(-2 * 2 * kGravity / k, 2e-3));
  soft.joints.damping = 60;
  Simulator damped(model, soft);
  for (int step = 0; step < 40000; ++step) damped.step(state);
  CHECK(state.q[2] + 1 == relative(-2 * kGravity / k, 1e-6));
}

Model bouncing(const BodyDef& body, double mu, double e) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.set_surface_pair("default", "default", {.mu_s = mu, .mu_k = mu, .e = e});
  builder.add_body(ground());
  builder.add_body(body);
  return builder.build().value();
}

TEST_CASE("a ball thrown aslant bounces by e and loses mu (1 + e) of its approach sideways") {
  // It slides through both phases: mu (1 + e) v_n is less than 2/7 of its speed.
  const double e = 0.7, mu = 0.1, h = 1e-4;
  const Model model = bouncing(solid(spatial::Sphere{0.1}, {0, 0, 0.1 + 1e-4}, {3, 4, -2}), mu, e);
  for (const ContactLaw law : {ContactLaw(ContactLaw::cone), ContactLaw(ContactLaw::box)}) {
    const SimulationOptions options{.dt = h, .law = law, .impact = ImpactLaw::poisson};
    Simulator simulator(model, options);
    State state = initial_state(model);
    for (int step = 0; step < 5; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
      CHECK(report.certificate.velocity_residual < 1e-9);
    }
    CAPTURE(to_string(law));
    CHECK(state.v[8] == relative(e * 2, 4e-3));
    const double loss = mu * (1 + e) * 2;
    const Vector3d left = law == ContactLaw::cone ? Vector3d(3 - 0.6 * loss, 4 - 0.8 * loss, 0)
                                                  : Vector3d(3 - loss, 4 - loss, 0);
    CHECK((state.v.segment<2>(6) - left.head<2>()).norm() < 2e-3);
  }
}

TEST_CASE("a box that falls on corners, edges and faces never gains energy by Poisson's law") {
  int bounces = 0, several = 0;
  for (int seed = 0; seed < 40; ++seed) {
    const double turn = 0.37 * seed;
    // Every fourth falls flat.
    const Vector3d omega(3 * std::sin(turn), 2, 4), axis(std::cos(turn), std::sin(turn), 0.3);
    const bool flat = seed % 4 == 0;
    BodyDef box = solid(spatial::Box{{0.2, 0.15, 0.1}}, {0, 0, 0.3},
                        {std::cos(turn), std::sin(turn), -2}, flat ? Vector3d(0, 0, 0) : omega);
    if (!flat) box.spatial.pose.r = Eigen::AngleAxisd(0.5 * turn, axis.normalized());
    const Model model = bouncing(box, seed % 2 ? 0.4 : 1.2, 0.9);
    Simulator simulator(model, {.dt = 0.001, .impact = ImpactLaw::poisson});
    State state = initial_state(model);
    double last = energy(model, state);
    CAPTURE(seed);
    for (int step = 0; step < 400; ++step) {
      const double rise = state.v[8];
      const StepReport report = simulator.step(state);
      REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
      const double now = energy(model, state);
      CHECK(now <= last + 2e-3);  // half a step of free flight, m g h v / 2
      last = now;
      bounces += state.v[8] > rise + 0.5;
      several += state.v[8] > rise + 0.5 && report.contacts > 1;
    }
  }
  MESSAGE(bounces << " bounces, " << several << " on several points");
  CHECK(bounces > 60);
  CHECK(several > 10);
}

TEST_CASE("polygons know no decompression in space, and are no cones there") {
  const Model model = on_ground(solid(spatial::Sphere{0.1}, {0, 0, 0.1}));
  CHECK_THROWS_AS(Simulator(model, {.law = ContactLaw::polyhedral, .impact = ImpactLaw::poisson}),
                  InvalidArgument);
  CHECK_THROWS_AS(
      Simulator(model, {.law = ContactLaw::polyhedral, .solver = lcp::Method::interior}),
      InvalidArgument);
}

TEST_CASE("a box slides over the joints of a tiled floor as if it were one") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0}});
  for (int i = 0; i < 12; ++i)
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .spatial = {.pose = {.p = {1.0 * i, 0, -0.5}},
                                  .shapes = {{.shape = spatial::Box{{0.5, 2, 0.5}}}}}});
  const BodyId box = builder.add_body(
      {.kind = BodyKind::spatial,
       .mass = 1.0,
       .spatial = {
           .pose = {.p = {0, 0, 0.2},
                    .r = Eigen::Quaterniond(Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitZ()))},
           .velocity = {3, 0, 0},
           .shapes = {{.shape = spatial::Box{{0.3, 0.3, 0.2}}}}}});
  const Model model = builder.build().value();
  for (const double dt : {0.015, 0.005, 0.001}) {
    CAPTURE(dt);
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    while (state.time < 3 - 0.5 * dt) REQUIRE(simulator.step(state).status == StepStatus::ok);
    const Body& body = model.bodies[box.index];
    CHECK(state.q[body.q_offset] == relative(9, 1e-10));
    CHECK(state.v[body.v_offset] == relative(3, 1e-12));
    CHECK(state.q[body.q_offset + 2] == relative(0.2, 1e-12));
  }
}

}  // namespace perpend
