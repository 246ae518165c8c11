// SPDX-License-Identifier: Apache-2.0
// Where no shorter step is allowed, bodies that would go through each other stop where they meet.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "contact/collider.hpp"
#include "perpend/dynamics/energy.hpp"
#include "relative.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

constexpr double kGravity = 9.81;

// Bars of 1 m by 0.05 m that fly at each other and turn by up to 3 rad in a step.
Model bars(int count, Draw& draw) {
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  builder.allow_start_overlap();
  builder.add_material({.name = "default", .self = {.mu_s = 0.3, .mu_k = 0.3, .e = draw(0, 1)}});
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector2d out(std::cos(2.1 * i), std::sin(2.1 * i));
    const Eigen::Vector2d v = -draw(0, 60) * out;
    builder.add_body({.pose = {1.1 * out, draw(-3, 3)},
                      .velocity = {v.x(), v.y(), draw(40, 300) * (draw.coin() ? 1 : -1)},
                      .shapes = {{.shape = planar::box(1, 0.05)}},
                      .mass = std::exp(draw(-2, 2))});
  }
  return builder.build().value();
}

// Whether some body drifted neither by half the step with either velocity nor all of it with the
// last.
bool has_stopped(const State& before, const State& after, double dt) {
  const Eigen::VectorXd way = after.q - before.q;
  return (way - 0.5 * dt * (before.v + after.v)).norm() > 1e-9 &&
         (way - dt * after.v).norm() > 1e-9;
}

}  // namespace

TEST_CASE("bars that would go through each other within a step stop where they touch") {
  const double dt = 0.01;
  Draw draw(3);
  int stops = 0;
  for (int n = 0; n < 800; ++n) {
    CAPTURE(n);
    const int count = n % 4 == 0 ? 3 : 2;
    const Model model = bars(count, draw);
    Simulator simulator(model, {.dt = dt, .halvings = 0});
    Collider collider(model);
    State state = initial_state(model);
    for (int k = 0; k < 12; ++k) {
      const State before = state;
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.certificate.energy_after == relative(energy(model, state), 1e-12));
      for (const ContactPair& pair : collider.collide(state, 0.0)) CHECK(pair.gap > -1e-3);
      if (!has_stopped(before, state, dt)) continue;
      ++stops;
      // The time at which they stop is known to a thousandth of the step.
      if (count == 2) CHECK(collider.distance(state, 0, 1).gap < 2e-3);
    }
  }
  CHECK(stops >= 5);
}

// They overlap by their law, whatever the length of the step.
TEST_CASE("compliant bars that run far into each other within a step are not taken in parts") {
  Draw draw(4);
  for (int n = 0; n < 100; ++n) {
    CAPTURE(n);
    const Model model = bars(2, draw);
    Simulator simulator(model, {.dt = 0.01, .normal = {.stiffness = 1e4, .damping = 10}});
    State state = initial_state(model);
    for (int k = 0; k < 12; ++k) {
      const State before = state;
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.halvings == 0);
      CHECK(!has_stopped(before, state, 0.01));
    }
  }
}

// A body of that mass at that height above springs it may be far too heavy for.
Model above_springs(Draw& draw, double mass, double height, double stiffness) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  SurfacePair soft{.mu_s = 0.4, .mu_k = 0.4};
  soft.normal = {.stiffness = stiffness, .damping = draw(0, 0.02) * stiffness};
  builder.add_material({.name = "default", .self = soft});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{spatial::HalfSpace{}}}}});
  BodyDef def{.kind = BodyKind::spatial, .mass = mass};
  def.spatial.pose = {{0, 0, height},
                      Eigen::Quaterniond(1, draw(-1, 1), draw(-1, 1), 0).normalized()};
  def.spatial.omega = {draw(-3, 3), draw(-3, 3), 0};
  def.spatial.shapes = {{spatial::box(draw(0.1, 0.3), draw(0.1, 0.3), draw(0.1, 0.3))}};
  builder.add_body(def);
  return builder.build().value();
}

TEST_CASE("what springs of the ground are too soft for sinks into it, and gains no energy") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    Draw draw(7300 + seed);
    const double mass = std::exp(draw(0, 8)), dt = std::exp(draw(std::log(1e-3), std::log(1e-2)));
    const Model model = above_springs(draw, mass, 0.5, 1e3 * std::exp(draw(0, 3)));
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    for (int k = 0; k * dt < 0.6; ++k) {
      const State before = state;
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      const double fallen =
          before.q[model.bodies[1].q_offset + 2] - state.q[model.bodies[1].q_offset + 2];
      const int z = model.bodies[1].v_offset + 2;
      const double at_once = -dt * state.v[z], half = -0.5 * dt * (before.v[z] + state.v[z]);
      CHECK(std::min(std::abs(fallen - half), std::abs(fallen - at_once)) < 1e-9);
      CHECK(report.certificate.drift_work < 1e-3 * mass * kGravity);
    }
  }
}

}  // namespace perpend
