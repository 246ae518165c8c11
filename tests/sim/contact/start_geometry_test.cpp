// SPDX-License-Identifier: Apache-2.0
// Where bodies overlap after half a drift the whole step takes its geometry at its start. What
// bounces elsewhere in that step ends no higher than it fell.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

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

}  // namespace perpend
