// SPDX-License-Identifier: Apache-2.0
// Bodies of all shapes that turn by up to 2.5 rad in a step and land on a floor: they end no step
// deep in it, and gain no energy.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "contact/collider.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "geometry/planar/extent.hpp"
#include "geometry/spatial/shapes/extent.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Evenly in its logarithm.
double scale(Draw& draw, double least, double most) {
  return std::exp(draw(std::log(least), std::log(most)));
}

std::size_t kind(Draw& draw, int kinds) {
  return std::min<std::size_t>(kinds - 1, static_cast<std::size_t>(draw(0, kinds)));
}

Vector3d direction(Draw& draw) {
  const double z = draw(-1, 1), angle = draw(0, 2 * std::numbers::pi);
  const double r = std::sqrt(1 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}

spatial::Shape hull(Draw& draw, double radius, double long_radius) {
  std::vector<Vector3d> points;
  for (int i = 0; i < 12; ++i)
    points.push_back(direction(draw).cwiseProduct(Vector3d(radius, long_radius, radius)));
  return spatial::convex_hull(points);
}

spatial::Shape solid(Draw& draw) {
  const double r = scale(draw, 0.02, 0.3), long_r = r * scale(draw, 0.5, 4);
  const double other = r * scale(draw, 0.6, 1.7);
  const std::array<std::function<spatial::Shape()>, 6> shapes{
      [&] { return spatial::capsule(2 * long_r, r); },
      [&] { return spatial::cylinder(2 * long_r, r); },
      [&] { return spatial::cone(2 * long_r, r); },
      [&] { return spatial::ellipsoid(2 * r, 2 * long_r, 2 * other); },
      [&] { return spatial::box(2 * r, 2 * long_r, 2 * other); },
      [&] { return hull(draw, r, long_r); }};
  return shapes[kind(draw, 6)]();
}

planar::Shape flat(Draw& draw) {
  const double r = scale(draw, 0.02, 0.3), long_r = r * scale(draw, 0.5, 4);
  const std::array<std::function<planar::Shape()>, 4> shapes{
      [&] { return planar::capsule(2 * long_r, r); },
      [&] { return planar::ellipse(2 * r, 2 * long_r); },
      [&] { return planar::box(2 * r, 2 * long_r); },
      [&] { return planar::regular_polygon(3 + static_cast<int>(kind(draw, 5)), r); }};
  return shapes[kind(draw, 4)]();
}

struct Lander {
  Model model;
  double dt = 0.0;
  double inner_radius = 0.0;  // m
};

// A body that turns by `turn` in a step, above a floor.
Lander lander(unsigned seed, bool in_space, double least_turn, double most_turn) {
  Draw draw(seed);
  const std::array<double, 4> steps{1.0 / 60, 1.0 / 120, 0.004, 0.002};
  const double dt = steps[kind(draw, 4)];
  const double rate = scale(draw, least_turn, most_turn) / dt, down = draw(0, 3);
  const double mu = draw.coin() ? 0.0 : draw(0, 1), e = draw.coin() ? 0.0 : draw(0, 1);
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = e}});
  double inner_radius = 0;
  if (in_space) {
    builder.set_gravity({0, 0, -9.81});
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
    BodyDef def{.kind = BodyKind::spatial};
    const spatial::Shape shape = solid(draw);
    inner_radius = spatial::inner_radius(shape);
    const Vector3d up(0, 0,
                      (spatial::core_reach(shape) + spatial::rounding(shape)) * draw(1.02, 1.5));
    def.spatial.pose = spatial::facing(direction(draw), up);
    def.spatial.omega = rate * (draw.coin() ? Vector3d::UnitZ().eval() : direction(draw));
    def.spatial.velocity = {draw(-1, 1), 0, -down};
    def.spatial.shapes = {{.shape = shape}};
    builder.add_body(def);
  } else {
    builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}});
    const planar::Shape shape = flat(draw);
    inner_radius = planar::inner_radius(shape);
    const double up = (planar::core_reach(shape) + planar::rounding(shape)) * draw(1.02, 1.5);
    builder.add_body({.pose = {{0, up}, draw(-3, 3)},
                      .velocity = {draw(-1, 1), -down, rate},
                      .shapes = {{.shape = shape}}});
  }
  return {builder.build().value(), dt, inner_radius};
}

struct Landing {
  double overlap = 0.0;  // deepest in the middle of steps and between them, m
  double gain = 0.0;     // most energy over that of the start, of that, J/J
  int uncertified = 0, halved = 0;
};

Landing land(const Lander& lander, int steps) {
  Simulator simulator(lander.model, {.dt = lander.dt});
  Collider collider(lander.model);
  State state = initial_state(lander.model);
  const double start = energy(lander.model, state);
  Landing worst;
  for (int k = 0; k < steps; ++k) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    worst.overlap = std::max(worst.overlap, report.certificate.penetration);
    for (const ContactPair& pair : collider.collide(state, 0.0))
      worst.overlap = std::max(worst.overlap, -pair.gap);
    worst.gain = std::max(worst.gain, report.certificate.energy_after / start - 1);
    worst.uncertified += report.uncertified;
    worst.halved += report.halvings > 0;
  }
  return worst;
}

}  // namespace

// 0.3 % is left to what rolls, 0.4 % to what turns. Rows that told what a step turns from the gap,
// but did not part as well what overlapped before, let each step leave a little more: capsules,
// cones and hulls sank in by up to 5.6 %, and steps were halved in vain.
TEST_CASE("what spins far in a step gets no deeper into the floor than 0.75 % of its size") {
  int halved = 0;
  for (const unsigned first : {1u, 1801u})
    for (unsigned seed = first; seed < first + 600; ++seed) {
      CAPTURE(seed);
      const Lander body = lander(seed, seed % 4 > 0, 0.05, 2.5);
      const Landing worst = land(body, 80);
      CHECK(worst.overlap < 0.0075 * body.inner_radius);
      CHECK(worst.gain < 1e-9);
      CHECK(worst.uncertified == 0);
      halved += worst.halved;
    }
  CHECK(halved < 1400);  // 1283 of 96 000 steps
}

}  // namespace perpend
