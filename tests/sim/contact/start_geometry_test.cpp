// SPDX-License-Identifier: Apache-2.0
// Where bodies overlap after half a drift the whole step takes its geometry at its start. What
// bounces elsewhere in that step ends no higher than it fell.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "geometry/random_solids.hpp"
#include "perpend/dynamics/energy.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Uniform = std::uniform_real_distribution<double>;

struct Start {
  double dt = 0.0, speed = 0.0;
};

// A heavy disc that is about to hit the ground or a light block on it, and a light one that runs
// into a fixed one within half a step.
Model bouncer(std::mt19937& random, const Start& start, bool on_block) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0, .e = 1}});
  builder.add_body(scenes::ground());
  const double drop = Uniform(0.55, 0.95)(random) * start.dt * start.speed;
  const double height = on_block ? 0.2 : 0.0;
  builder.add_body({.pose = {{0, height + 0.1 + drop}},
                    .velocity = {0, -start.speed, 0},
                    .shapes = {{.shape = planar::Disc{0.1}}},
                    .mass = 1e5});
  const double closing = Uniform(2, 9)(random), apart = 0.3 * start.dt * closing;
  for (const double side : {-1.0, 1.0})
    builder.add_body({.kind = side > 0 ? BodyKind::fixed : BodyKind::rigid,
                      .pose = {{5 + side * (0.1 + apart / 2), 3}},
                      .velocity = {side > 0 ? 0 : closing, 0, 0},
                      .shapes = {{.shape = planar::Disc{0.1}}},
                      .mass = 1});
  if (on_block)
    builder.add_body(
        {.pose = {{0, height / 2}}, .shapes = {{planar::box(0.4, height)}}, .mass = 1});
  return builder.build().value();
}

// One step from where the disc starts.
void check_bounce(unsigned seed, bool on_block, ImpactLaw impact) {
  std::mt19937 random(seed);
  const Start start{.dt = Uniform(0.001, 0.02)(random), .speed = Uniform(2, 6)(random)};
  const Model model = bouncer(random, start, on_block);
  Simulator simulator(model, {.dt = start.dt, .impact = impact});
  State state = initial_state(model);
  const StepReport report = simulator.step(state);
  REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
  const StepCertificate& c = report.certificate;
  CHECK(std::abs(c.drift_work) > 1e-6 * c.energy_before);  // with the geometry of its start
  CHECK(c.energy_after <= c.energy_before * (1 + 1e-12));
  CHECK(c.energy_after > 0.99 * c.energy_before);
  CHECK(state.v[model.bodies[1].v_offset + 1] > 0.9 * start.speed);
}

}  // namespace

TEST_CASE("a bounce beside overlap that a half drift led into gains no energy") {
  for (unsigned seed = 1; seed <= 20; ++seed)
    for (const bool on_block : {false, true}) {
      CAPTURE(seed);
      CAPTURE(on_block);
      check_bounce(seed, on_block, ImpactLaw::newton);
      check_bounce(seed, on_block, ImpactLaw::poisson);
    }
}

namespace {

// A body of any shape, turned and spinning, that is about to hit the ground, and a small one that
// runs into a fixed one within half a step.
Model spinner(spatial::Random& random, bool in_space, const Start& start, const SurfacePair& pair) {
  ModelBuilder builder;
  const Eigen::Vector3d up = in_space ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY();
  builder.set_gravity(-9.81 * up);
  builder.add_material({.name = "default", .self = pair});
  const double drop = random.number(0.55, 0.95) * start.dt * start.speed;
  const double mass = std::pow(10, random.number(1, 3)), closing = random.number(2, 9);
  const Eigen::Vector3d spin = random.vector(in_space ? 4 : 0);
  const double turn = random.number(-4, 4), apart = 0.2 + 0.3 * start.dt * closing;
  if (in_space) {
    constexpr std::array kKinds{0, 1, 2, 3, 5, 6};
    const spatial::Shape shape = random.shape(kKinds[random.integer(0, 5)]);
    spatial::Pose pose{{0, 0, 0}, random.rotation()};
    pose.p.z() = drop + spatial::support(shape, pose, -up);
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
    const Eigen::Vector3d velocity(random.number(-3, 3), 0, -start.speed);
    builder.add_body(
        {.kind = BodyKind::spatial,
         .mass = mass,
         .spatial = {
             .pose = pose, .velocity = velocity, .omega = spin, .shapes = {{.shape = shape}}}});
  } else {
    const int kind = random.integer(0, 3);
    planar::Shape shape = planar::Capsule{random.number(0.1, 1), random.number(0.05, 0.5)};
    if (kind < 3) shape = random.planar::Random::shape(kind);
    planar::Pose pose{{0, 0}, random.number(-3, 3)};
    pose.p.y() = drop + planar::support(shape, pose, {0, -1});
    builder.add_body(scenes::ground());
    builder.add_body({.pose = pose,
                      .velocity = {random.number(-3, 3), -start.speed, turn},
                      .shapes = {{.shape = shape}},
                      .mass = mass});
  }
  for (const double side : {0.0, 1.0}) {
    const Eigen::Vector3d at = Eigen::Vector3d(20 + side * apart, 0, 0) + 3 * up;
    BodyDef body{.kind = side > 0 ? BodyKind::fixed : BodyKind::rigid,
                 .pose = {at.head<2>(), 0},
                 .velocity = {side > 0 ? 0 : closing, 0, 0},
                 .shapes = {{planar::Disc{0.1}}},
                 .mass = 1e-3};
    if (in_space) {
      body.kind = side > 0 ? BodyKind::spatial_fixed : BodyKind::spatial;
      body.shapes.clear();
      body.spatial.pose.p = at;
      body.spatial.velocity[0] = body.velocity[0];
      body.spatial.shapes = {{.shape = spatial::Sphere{0.1}}};
    }
    builder.add_body(body);
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("no shape gains energy by a bounce in a step with the geometry of its start") {
  int bounced = 0, elastic = 0;
  for (unsigned seed = 1; seed <= 1200; ++seed) {
    CAPTURE(seed);
    spatial::Random random(seed);
    const double mu = seed % 3 ? random.number(0, 1.5) : 0.0,
                 e = seed % 2 ? 1.0 : random.number(0, 1);
    const Start start{.dt = random.number(0.001, 0.03), .speed = random.number(1, 6)};
    const Model model = spinner(random, seed % 4 < 2, start, {.mu_s = mu, .mu_k = mu, .e = e});
    Simulator simulator(
        model, {.dt = start.dt, .impact = seed % 8 < 4 ? ImpactLaw::newton : ImpactLaw::poisson});
    State state = initial_state(model);
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    const StepCertificate& c = report.certificate;
    if (std::abs(c.drift_work) < 1e-6 * c.energy_before) continue;
    const double allowed = c.push_out_work + 1e-9 * c.energy_before;
    CHECK(c.energy_after <= c.energy_before + allowed);
    bounced += report.contacts > 1;
    if (mu > 0 || e < 1 || report.contacts != 2) continue;
    // What is left out is h g / u of the energy at most.
    CHECK(c.energy_after > (1 - 2 * 9.81 * start.dt / start.speed) * c.energy_before);
    ++elastic;
  }
  CHECK(bounced > 600);
  CHECK(elastic > 60);
}

namespace {

struct Hopper {
  double size = 0, up = 0;  // m, m/s
  Eigen::Vector2d place;
  bool round = false;
};

BodyDef in_plane(const Hopper& hopper) {
  const double side = 2 * hopper.size;
  const planar::Shape shape =
      hopper.round ? planar::Shape(planar::Disc{hopper.size}) : planar::box(side, side);
  return {.pose = {hopper.place}, .velocity = {0, hopper.up, 0}, .shapes = {{.shape = shape}}};
}

BodyDef in_space(const Hopper& hopper) {
  const double side = 2 * hopper.size;
  const spatial::Shape shape =
      hopper.round ? spatial::Shape(spatial::Sphere{hopper.size}) : spatial::box(side, side, side);
  return {.kind = BodyKind::spatial,
          .spatial = {.pose = {.p = {hopper.place.x(), 0, hopper.place.y()}},
                      .velocity = {0, 0, hopper.up},
                      .shapes = {{shape}}}};
}

// Three of them, alone or in a stack, that leave the ground slower than gravity brings them back
// within the step of `dt`.
Model hoppers(std::mt19937& random, double dt, bool spatial) {
  const double size = Uniform(0.05, 0.5)(random);
  const bool round = random() % 2 == 0, stacked = !round && random() % 2 == 0;
  ModelBuilder builder;
  builder.set_gravity(spatial ? Eigen::Vector3d(0, 0, -9.81) : Eigen::Vector3d(0, -9.81, 0));
  builder.add_body(spatial ? BodyDef{.kind = BodyKind::spatial_fixed,
                                     .spatial = {.shapes = {{spatial::HalfSpace{}}}}}
                           : scenes::ground());
  for (int i = 0; i < 3; ++i) {
    const Hopper hopper{
        size, Uniform(0.12, 0.6)(random) * 9.81 * dt,
        stacked ? Eigen::Vector2d(0, (1 + 2 * i) * size) : Eigen::Vector2d(4 * i * size, size),
        round};
    BodyDef body = spatial ? in_space(hopper) : in_plane(hopper);
    body.mass = std::pow(10, Uniform(-1, 1)(random));
    builder.add_body(body);
  }
  return builder.build().value();
}

}  // namespace

// Held where half a drift takes them, they had up to five times the energy after it.
TEST_CASE("what takes off and lands within one step gains no energy") {
  for (unsigned seed = 1; seed <= 120; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const double dt = Uniform(0.001, 0.03)(random);
    const Model model = hoppers(random, dt, seed % 2 == 0);
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    const double kinetic = kinetic_energy(model, state.q, state.v);
    for (int step = 0; step < 10; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.uncertified == 0);
      CHECK(report.certificate.energy_after < report.certificate.energy_before + 0.02 * kinetic);
    }
  }
}

}  // namespace perpend
