// SPDX-License-Identifier: Apache-2.0
// Where bodies overlap after half a drift the whole step takes its geometry at its start. What
// bounces elsewhere in that step ends no higher than it fell.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

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
void check_bounce(unsigned seed, bool on_block) {
  std::mt19937 random(seed);
  const Start start{.dt = Uniform(0.001, 0.02)(random), .speed = Uniform(2, 6)(random)};
  const Model model = bouncer(random, start, on_block);
  Simulator simulator(model, {.dt = start.dt});
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
      check_bounce(seed, on_block);
    }
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
