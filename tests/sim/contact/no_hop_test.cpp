// SPDX-License-Identifier: Apache-2.0
// Bodies and stacks that start in the ground and in each other by up to a centimetre: they are out
// at once, and do not hop.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "contact/collider.hpp"
#include "perpend/dynamics/energy.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

spatial::Shape solid(Draw& draw, double size) {
  switch (static_cast<int>(draw(0, 5))) {
    case 0:
      return spatial::Sphere{size};
    case 1:
      return spatial::capsule(size, 0.5 * size);
    case 2:
      return spatial::Cylinder{size, 0.6 * size};
    case 3:
      return spatial::Ellipsoid{{size, 0.8 * size, 0.6 * size}};
    default:
      return spatial::box(2 * size, 1.5 * size, size);
  }
}

planar::Shape figure(Draw& draw, double size) {
  switch (static_cast<int>(draw(0, 4))) {
    case 0:
      return planar::Disc{size};
    case 1:
      return planar::capsule(size, 0.5 * size);
    case 2:
      return planar::Ellipse{size, 0.6 * size};
    default:
      return planar::box(2 * size, size);
  }
}

ModelBuilder floor(Draw& draw, bool in_space) {
  ModelBuilder builder;
  builder.set_gravity(in_space ? Vector3d(0, 0, -9.81) : Vector3d(0, -9.81, 0));
  builder.allow_start_overlap();
  const double mu = std::max(0.0, draw(-0.3, 1));
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = draw(0, 1)}});
  if (in_space)
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  else
    builder.add_body(scenes::ground());
  return builder;
}

// Any solid or figure, turned as it happens to be.
BodyDef any_body(Draw& draw, bool in_space) {
  const double size = draw(0.05, 0.3);
  BodyDef body{.mass = draw(0.1, 10)};
  if (in_space) {
    body.kind = BodyKind::spatial;
    body.spatial.pose = {{0, 0, 1},
                         Eigen::Quaterniond(draw(-1, 1), draw(-1, 1), draw(-1, 1), draw(-1, 1))};
    body.spatial.pose.r.normalize();
    body.spatial.shapes = {{.shape = solid(draw, size)}};
  } else {
    body.pose = {{0, 1}, draw(-3, 3)};
    body.shapes = {{.shape = figure(draw, size)}};
  }
  return body;
}

BodyDef brick(bool in_space, double side, double height, double mass) {
  BodyDef body{.mass = mass};
  if (in_space) {
    body.kind = BodyKind::spatial;
    body.spatial.pose.p = {0, 0, height};
    body.spatial.shapes = {{.shape = spatial::box(side, side, side)}};
  } else {
    body.pose = {{0, height}, 0};
    body.shapes = {{.shape = planar::box(side, side)}};
  }
  return body;
}

// The most that the energy rises above its start, J, and what is left of the overlap, m.
struct Rise {
  double energy = 0.0, unexplained = 0.0, penetration = 0.0;
};

Rise rise(const Model& model, State state, double dt, double duration) {
  Simulator simulator(model, {.dt = dt});
  const double start = energy(model, state);
  double told = 0;
  Rise most;
  const double end = state.time + duration;
  while (state.time < end) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    const StepCertificate& c = report.certificate;
    told += c.push_out_work + c.work + c.drift_work;
    most.energy = std::max(most.energy, c.energy_after - start);
    most.unexplained = std::max(most.unexplained, std::abs(c.energy_after - start - told));
    most.penetration = c.penetration;
  }
  return most;
}

double logarithmic(Draw& draw, double least, double most) {
  return std::exp(draw(std::log(least), std::log(most)));
}

}  // namespace

// What the ground lifts by its overlap gains its weight times that; a fifth more lets it hop by a
// fifth of the overlap.
TEST_CASE("a body of any shape that starts in the ground does not hop out of it") {
  for (unsigned seed = 0; seed < 80; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const bool in_space = draw.coin();
    ModelBuilder builder = floor(draw, in_space);
    builder.add_body(any_body(draw, in_space));
    const Model model = builder.build().value();
    State state = initial_state(model);
    double gap = 1;
    Collider collider(model);
    for (const ContactPair& pair : collider.collide(state, 2.0)) gap = std::min(gap, pair.gap);
    const double depth = logarithmic(draw, 1e-4, 1e-2), dt = logarithmic(draw, 2e-4, 1.0 / 60);
    state.q[model.bodies[1].q_offset + (in_space ? 2 : 1)] -= gap + depth;
    const double lift = model.bodies[1].mass * model.gravity.norm() * depth;
    const Rise most = rise(model, state, dt, 0.2);
    CHECK(most.energy < 1.2 * lift);
    CHECK(most.unexplained < 1e-9 * std::abs(energy(model, state)));
    CHECK(most.penetration < 2e-4);  // of what rolls
  }
}

TEST_CASE("stacks that start in each other and in the ground do not hop out of it") {
  for (unsigned seed = 0; seed < 48; ++seed) {
    CAPTURE(seed);
    Draw draw(100 + seed);
    const bool in_space = seed % 2 == 1;
    const int count = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 3 : 8;
    const double depth = logarithmic(draw, 1e-4, 1e-2), dt = logarithmic(draw, 2e-4, 1.0 / 60);
    ModelBuilder builder = floor(draw, in_space);
    double lift = 0;
    for (int i = 0; i < count; ++i) {
      const double mass = logarithmic(draw, 0.1, 10);
      builder.add_body(brick(in_space, 0.2, 0.2 * (i + 0.5) - (i + 1) * depth, mass));
      lift += mass * 9.81 * (i + 1) * depth;
    }
    const Model model = builder.build().value();
    const State state = initial_state(model);
    const Rise most = rise(model, state, dt, 0.2);
    CHECK(most.energy < 1.2 * lift);
    CHECK(most.unexplained < 1e-9 * std::abs(energy(model, state)));
    CHECK(most.penetration < 1e-6);
  }
}

// Layers that overlap by as much as they happen to, some not at all, one of them a can or a disc.
TEST_CASE("stacks whose layers overlap by different depths do not hop out of them") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Draw draw(300 + seed);
    const bool in_space = seed % 2 == 1;
    const double dt = logarithmic(draw, 2e-4, 1.0 / 60);
    ModelBuilder builder = floor(draw, in_space);
    double lift = 0, top = 0, below = 0;
    const int count = 2 + static_cast<int>(draw(0, 4));
    for (int i = 0; i < count; ++i) {
      const double depth = draw.coin() ? logarithmic(draw, 1e-4, 1e-2) : 0.0;
      const double mass = logarithmic(draw, 0.1, 40), side = draw(0.1, 0.4);
      below += depth;
      BodyDef body = brick(in_space, side, top + 0.5 * side - depth, mass);
      if (in_space && i + 1 == count)
        body.spatial.shapes = {{.shape = spatial::Cylinder{0.5 * side, 0.5 * side}}};
      builder.add_body(body);
      lift += mass * 9.81 * below;
      top += side - depth;
    }
    const Model model = builder.build().value();
    const State state = initial_state(model);
    const Rise most = rise(model, state, dt, 0.2);
    CHECK(most.energy < 1.2 * lift + 1e-9);
    CHECK(most.unexplained < 1e-9 * std::abs(energy(model, state)));
    CHECK(most.penetration < 1e-6);
  }
}

}  // namespace perpend
