// SPDX-License-Identifier: Apache-2.0
// What tumbles and rolls over a kinematic ground that stands still, turns or tilts: the step keeps
// it out of that ground as of a fixed one.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kGravity = 9.81;

struct Tumble {
  double size, rate, dt;  // m; of a fall through the size, rad/s; s
  int shape, motion;
};

Vector3d vector(Draw& draw, double most) {
  return {draw(-most, most), draw(-most, most), draw(-most, most)};
}

Tumble draw_tumble(Draw& draw, unsigned seed) {
  const double size = std::pow(10, draw(-2, 0.5)), rate = std::sqrt(kGravity / size);
  const double dt = draw(0.02, 0.15) / rate / (draw.coin() ? 1 : 4);
  return {size, rate, dt, static_cast<int>(seed % 4), static_cast<int>(seed / 4 % 3)};
}

spatial::Shape draw_shape(Draw& draw, const Tumble& of) {
  switch (of.shape) {
    case 0:
      return spatial::Cone{.half_length = of.size * draw(0.1, 0.5),
                           .radius = of.size * draw(0.2, 0.5)};
    case 1:
      return spatial::Cylinder{.half_length = of.size * draw(0.05, 0.5),
                               .radius = of.size * draw(0.2, 0.5)};
    case 2:
      return spatial::Ellipsoid{of.size * (Vector3d::Constant(0.32) + vector(draw, 0.17))};
    default:
      return spatial::Box{of.size * (Vector3d::Constant(0.32) + vector(draw, 0.17))};
  }
}

Motion draw_motion(Draw& draw, const Tumble& of) {
  if (of.motion == 0) return {};
  if (of.motion == 1) return {.omega = {0, 0, of.rate * draw(-1, 1)}};
  return {.harmonics = {{.rotation = {draw(-0.1, 0.1), draw(-0.1, 0.1), 0},
                         .frequency = of.rate * draw(0.1, 0.4)}}};
}

Model tumbling(Draw& draw, const Tumble& of) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  const double mu = draw.coin() ? draw(0, 0.3) : draw(0.3, 1);
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.add_body({.kind = BodyKind::spatial_kinematic,
                    .motion = draw_motion(draw, of),
                    .spatial = {.shapes = {{.shape = spatial::Cylinder{of.size, 8 * of.size},
                                            .pose = {{0, 0, -of.size}}}}}});
  const Eigen::Quaterniond turned(Eigen::AngleAxisd(draw(0, 3), vector(draw, 1).normalized()));
  builder.add_body(
      {.kind = BodyKind::spatial,
       .spatial = {.pose = {.p = {0.4 * of.size, 0.2 * of.size, 1.2 * of.size}, .r = turned},
                   .omega = vector(draw, of.rate * draw(0, 5)),
                   .shapes = {{.shape = draw_shape(draw, of)}}}});
  return builder.build().value();
}

// A floor under a row of round bodies, that moves up and down.
Model shaken_box(Draw& draw, bool spatial, double radius) {
  ModelBuilder builder;
  builder.set_gravity(spatial ? Eigen::Vector3d(0, 0, -9.81) : Eigen::Vector3d(0, -9.81, 0));
  Eigen::Vector3d amplitude = Eigen::Vector3d::Zero();
  amplitude[spatial ? 2 : 1] = draw(0.5, 1.6);
  BodyDef floor{.kind = BodyKind::kinematic,
                .motion = {.harmonics = {{.amplitude = amplitude, .frequency = 1}}}};
  if (spatial) {
    floor.kind = BodyKind::spatial_kinematic;
    floor.spatial.shapes = {{spatial::HalfSpace{}}};
  } else {
    floor.shapes = {{.shape = planar::HalfPlane{}}};
  }
  builder.add_body(floor);
  for (int i = 0; i < 6; ++i) {
    const double x = 2.2 * radius * i, height = radius * draw(1, 1.3);
    BodyDef body;
    if (spatial)
      body = {.kind = BodyKind::spatial,
              .spatial = {.pose = {.p = {x, 0, height}}, .shapes = {{spatial::Sphere{radius}}}}};
    else
      body = {.pose = {{x, height}}, .shapes = {{.shape = planar::Disc{radius}}}};
    builder.add_body(body);
  }
  return builder.build().value();
}

}  // namespace

// By rows of what may turn far alone 11 of 120 sank in by 0.2 to 2 %, in steps that were not named.
TEST_CASE("what rolls over a kinematic ground stays on its surface") {
  int halved = 0, steps = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const Tumble of = draw_tumble(draw, seed);
    const Model model = tumbling(draw, of);
    Simulator simulator(model, {.dt = of.dt});
    State state = initial_state(model);
    double deepest = 0;
    for (; state.time * of.rate < 15; ++steps) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      deepest = std::max(deepest, report.certificate.penetration);
      halved += report.halvings > 0;
    }
    CHECK(deepest < 2e-3 * of.size);
  }
  CHECK(halved < 0.02 * steps);
}

// Of one that may not halve its steps, too, the run says what went in.
TEST_CASE("what turns into a kinematic ground is named where the step is not halved") {
  int named = 0, deep = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const Tumble of = draw_tumble(draw, seed);
    const Model model = tumbling(draw, of);
    Simulator simulator(model, {.dt = of.dt, .halvings = 0});
    State state = initial_state(model);
    bool was_deep = false, was_named = false;
    while (state.time * of.rate < 15) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      was_named |= report.message.find(" rad in a step and ") != std::string::npos;
      was_deep |= report.certificate.penetration > 5e-3 * of.size;
    }
    CHECK((was_named || !was_deep));
    named += was_named, deep += was_deep;
  }
  CHECK(deep > 0);
  MESSAGE(deep << " runs deep, " << named << " named");
}

// Discs and balls in a box that is shaken by several g: its place halfway lies up to 8 % of their
// radius beside the middle of its way. That is its acceleration and no overlap that shorter steps
// were needed for.
TEST_CASE("what rides on a shaken box is not halved for the box's acceleration") {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const bool spatial = seed % 2 == 0;
    const double dt = draw(0.05, 0.1), radius = draw(0.8, 1.2);
    const Model model = shaken_box(draw, spatial, radius);
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    int halved = 0;
    for (int step = 0; step < 60; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.uncertified == 0);
      halved += report.halvings > 0;
    }
    CHECK(halved == 0);
  }
}

}  // namespace perpend
