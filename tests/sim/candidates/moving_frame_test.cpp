// SPDX-License-Identifier: Apache-2.0
// Galilean invariance: crowds that meet do so alike for whoever sees them pass by.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "geometry/random_solids.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Solids of all shapes, or polygons and discs, that fly at each other without gravity.
Model crowd(spatial::Random& random, bool in_space) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.allow_start_overlap();
  const double mu = random.number(0, 1), e = random.integer(0, 1) ? random.number(0, 0.9) : 0.0;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = e}});
  constexpr int kinds[] = {0, 1, 2, 3, 5, 6};
  for (int i = 0; i < 12; ++i) {
    Vector3d place(i % 3 - 1, i / 3 % 2 - 0.5, i / 6 - 0.5);
    if (!in_space) place = {i % 4 - 1.5, i / 4 - 1.0, 0};
    place *= in_space ? 1.6 : 0.8;
    Vector3d velocity = -random.number(3, 12) * place + random.vector(0.5);
    const double spin = random.integer(0, 1) ? 8.0 : 0.0;
    BodyDef body{.mass = std::pow(10, random.number(-1, 1))};
    if (in_space) {
      body.kind = BodyKind::spatial;
      body.spatial.pose = {.p = place, .r = random.rotation()};
      body.spatial.velocity = velocity;
      body.spatial.omega = random.vector(spin);
      body.spatial.shapes = {{.shape = random.shape(kinds[random.integer(0, 5)])}};
    } else {
      body.pose = {place.head<2>(), random.number(0, 3)};
      body.velocity = {velocity.x(), velocity.y(), random.number(-spin, spin)};
      const double size = random.number(0.2, 0.5);
      if (random.integer(0, 1))
        body.shapes = {{.shape = planar::Disc{0.5 * size}}};
      else
        body.shapes = {{.shape = planar::box(size, random.number(0.2, 0.5))}};
    }
    builder.add_body(body);
  }
  return builder.build().value();
}

State passing_by(const Model& model, State state, const Vector3d& velocity) {
  for (const Body& body : model.bodies) {
    const int lines = body.is_planar() ? 2 : 3;
    state.v.segment(body.v_offset, lines) += velocity.head(lines);
  }
  return state;
}

// By how much poses differ beside the way of the frame.
double difference(const Model& model, const State& here, const State& there, const Vector3d& way) {
  double most = 0;
  for (const Body& body : model.bodies) {
    Eigen::VectorXd apart =
        there.q.segment(body.q_offset, body.q_size) - here.q.segment(body.q_offset, body.q_size);
    const int lines = body.is_planar() ? 2 : 3;
    apart.head(lines) -= way.head(lines);
    most = std::max(most, apart.lpNorm<Eigen::Infinity>());
  }
  return most;
}

}  // namespace

// Each step from the same state, since what collides forgets its start.
TEST_CASE("crowds that pass by collide as they do at rest") {
  spatial::Random random(31);
  int met = 0, apart = 0;
  for (int trial = 0; trial < 24; ++trial) {
    CAPTURE(trial);
    const Model model = crowd(random, trial % 2);
    const double dt = trial % 4 < 2 ? 1.0 / 60 : 1.0 / 240;
    const Vector3d velocity = random.vector(12);
    Simulator still(model, {.dt = dt}), moving(model, {.dt = dt});
    State here = initial_state(model);
    for (int step = 0; step < std::lround(0.4 / dt); ++step) {
      State there = passing_by(model, here, velocity);
      REQUIRE(still.step(here).status == StepStatus::ok);
      REQUIRE(moving.step(there).status == StepStatus::ok);
      met += static_cast<int>(still.contacts().size());
      apart += difference(model, here, there, dt * velocity) > 1e-7;
    }
  }
  CHECK(met > 1000);
  // Of 1440 steps; rounding may decide which of two rows comes first.
  CHECK(apart <= 2);
}

}  // namespace perpend
