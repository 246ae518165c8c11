// SPDX-License-Identifier: Apache-2.0
// Joints gain no energy and stay closed, whatever swings, snaps or lands on them: in midpoint
// steps, and in semi-implicit ones, which are those seen half a drift earlier.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "perpend/dynamics/energy.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d;

// Links or planks in the plane, the next one from where the last one ends.
struct Row {
  ModelBuilder builder;
  BodyId last = kWorld;
  Vector2d end{0, 0};

  void add(double length, double angle, double mass) {
    const Vector2d next = end + length * Vector2d(std::cos(angle), std::sin(angle));
    const BodyId body = builder.add_body({.pose = {0.5 * (end + next), angle},
                                          .shapes = {{planar::box(0.96 * length, 0.1 * length)}},
                                          .mass = mass});
    hold(body);
    last = body;
    end = next;
  }
  void hold(BodyId body) {
    builder.add_joint(
        {.kind = JointKind::pin, .a = body, .b = last, .anchor = {end.x(), end.y(), 0}});
  }
};

// A load of 1 to 1000 planks falls on a bridge, straight or sagging.
Model bridge(Draw& draw) {
  Row row;
  row.builder.add_material({.name = "default", .self = {.mu_s = 0.6, .mu_k = 0.6, .e = 0}});
  row.builder.set_gravity({0, -9.81, 0});
  const int planks = static_cast<int>(draw(4, 16));
  const double sag = draw.coin() ? 0.0 : draw(0.05, 0.5), plank = draw(0.1, 0.5);
  for (int i = 0; i < planks; ++i) row.add(plank, sag * (2.0 * i / (planks - 1) - 1), draw(0.5, 2));
  const BodyId end = row.last;
  row.last = kWorld;
  row.hold(end);
  const double size = plank * draw(0.4, 1.5), height = draw(0.01, 0.5);
  row.builder.add_body({.pose = {{row.end.x() * draw(0.3, 0.7), 0.5 * size + height + 0.1 * plank}},
                        .shapes = {{planar::box(size, size)}},
                        .mass = std::pow(10, draw(0, 3))});
  return row.builder.build().value();
}

// A load of 1 to 1000 links on a chain that starts slack or not.
Model chain(Draw& draw) {
  Row row;
  row.builder.set_gravity({0, -9.81, 0});
  const int links = static_cast<int>(draw(3, 12));
  const double angle = draw(-1.5, 1.5), fold = draw.coin() ? 0.0 : draw(0, 1.5);
  for (int i = 0; i < links; ++i) row.add(0.1, angle + (i % 2 ? fold : -fold), 0.1);
  row.add(0.1, angle, 0.1 * std::pow(10, draw(0, 3)));
  return row.builder.build().value();
}

Model draw_load(unsigned seed) {
  Draw draw(seed);
  return seed % 2 ? bridge(draw) : chain(draw);
}

// Of the load of that seed.
double step_of(unsigned seed) {
  constexpr double kSteps[] = {1.0 / 60, 1.0 / 240, 1e-3};
  return kSteps[seed % 3];
}

struct Worst {
  double gained = 0, kinetic = 0, gap = 0;
  int uncertified = 0;
};

// Energy over that of the start, but for what semi-implicit drifts give and take.
Worst run(const Model& model, SimulationOptions options) {
  Simulator simulator(model, options);
  State state = initial_state(model);
  Worst worst;
  double start = 0, drifted = 0;
  while (state.time < 1.5) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    const StepCertificate& c = report.certificate;
    if (report.step == 1) start = c.energy_before;
    if (options.stepper == Stepper::semi_implicit) drifted += c.drift_work;
    worst.gained = std::max(worst.gained, c.energy_after - drifted - start);
    worst.kinetic = std::max(worst.kinetic, kinetic_energy(model, state.q, state.v));
    worst.gap = std::max(worst.gap, c.joint_gap);
    worst.uncertified += report.uncertified;
  }
  return worst;
}

}  // namespace

TEST_CASE("midpoint steps of loads on bridges and chains gain no energy") {
  for (unsigned seed = 4000; seed < 4060; ++seed) {
    CAPTURE(seed);
    const Worst worst = run(draw_load(seed), {.dt = step_of(seed)});
    CHECK(worst.gained < 0.01 * worst.kinetic);
    CHECK(worst.gap < 0.05);
  }
}

TEST_CASE("semi-implicit steps of loads on bridges and chains gain no energy") {
  for (unsigned seed = 4100; seed < 4160; ++seed) {
    CAPTURE(seed);
    const Worst worst =
        run(draw_load(seed), {.dt = step_of(seed), .stepper = Stepper::semi_implicit});
    CHECK(worst.gained < 0.02 * worst.kinetic);
    CHECK(worst.gap < 0.02);
  }
}

TEST_CASE("with projection they gain none either and stay closed, or it is told") {
  for (unsigned seed = 4200; seed < 4260; ++seed) {
    CAPTURE(seed);
    const Worst worst = run(draw_load(seed), {.dt = step_of(seed),
                                              .stepper = Stepper::semi_implicit,
                                              .drift = DriftControl::projection});
    CHECK(worst.gained < 0.05 * worst.kinetic);
    if (worst.uncertified == 0) CHECK(worst.gap < 1e-3);
  }
}

}  // namespace perpend
