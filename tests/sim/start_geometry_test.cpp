// SPDX-License-Identifier: Apache-2.0
// Where bodies overlap after half a drift the whole step takes its geometry at its start. What
// bounces elsewhere in that step ends no higher than it fell.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "scenes.hpp"

namespace perpend {
namespace {

using Uniform = std::uniform_real_distribution<double>;

// A heavy disc that bounces for ever, and pairs of light ones that run into each other meanwhile.
Model bouncer(std::mt19937& random) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0, .e = 1}});
  builder.add_body(scenes::ground());
  builder.add_body({.pose = {{0, Uniform(0.3, 1)(random)}},
                    .shapes = {{.shape = planar::Disc{0.1}}},
                    .mass = 1e5});
  for (int i = 0; i < 12; ++i) {
    const double x = 5.0 + 10 * i, apart = Uniform(0.2, 2)(random), speed = Uniform(2, 9)(random);
    for (const double side : {-1.0, 1.0})
      builder.add_body({.pose = {{x + side * (0.1 + apart), 3}},
                        .velocity = {-side * speed, 0, 0},
                        .shapes = {{.shape = planar::Disc{0.1}}},
                        .mass = 1});
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("a bounce beside overlap that a half drift led into gains no energy") {
  int at_start = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Model model = bouncer(random);
    Simulator simulator(model, {.dt = Uniform(0.001, 0.02)(random)});
    State state = initial_state(model);
    double start = 0, highest = 0;
    while (state.time < 1) {
      const StepReport report = simulator.step(state);
      REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
      if (report.step == 1) start = report.certificate.energy_before;
      highest = std::max(highest, report.certificate.energy_after);
      at_start += std::abs(report.certificate.drift_work) > 1e-6 * start;
    }
    CHECK(highest < start * (1 + 1e-9));
  }
  CHECK(at_start > 0);
}

}  // namespace perpend
