// SPDX-License-Identifier: Apache-2.0
// Joints of states that were set from outside.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "perpend/dynamics/energy.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

// Links of one length that hang from the world, each pinned to the one before it.
Model chain(int links, double length, double mass) {
  ModelBuilder builder;
  BodyId above = kWorld;
  for (int i = 0; i < links; ++i) {
    const BodyId link = builder.add_body(
        {.pose = {{0, -length * (i + 0.5)}}, .mass = mass, .inertia = mass * length * length / 12});
    builder.add_joint(
        {.kind = JointKind::pin, .a = link, .b = above, .anchor = {0, -length * i, 0}});
    above = link;
  }
  return builder.build().value();
}

struct Closing {
  double gained = 0.0, gap = 0.0;  // J at most over the start; m at the end
  std::string first;
};

Closing close(const Model& model, State state, double dt, double duration) {
  Simulator simulator(model, {.dt = dt});
  const double start = energy(model, state);
  Closing closing;
  for (int k = 0; k * dt < duration; ++k) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    if (k == 0) closing.first = report.message;
    closing.gained = std::max(closing.gained, report.certificate.energy_after - start);
    closing.gap = report.certificate.joint_gap;
  }
  return closing;
}

}  // namespace

TEST_CASE("joints opened from outside close at recovery_speed, at any length of the step") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double length = draw(0.2, 1), mass = draw(0.5, 5), open = draw(0.02, 0.06);
    const int links = 1 + static_cast<int>(draw(0, 4));
    const Model model = chain(links, length, mass);
    State state = initial_state(model);
    state.q[model.bodies.back().q_offset] += open;
    const double speed = SimulationOptions{}.recovery_speed;
    for (const double dt : {0.002, 0.001, 0.0005}) {
      CAPTURE(dt);
      const Closing closing = close(model, state, dt, 0.2);
      // All of the chain at the speed at which its joint closes.
      CHECK(closing.gained < 0.5 * links * mass * speed * speed);
      CHECK(closing.gap < 1e-4 * length);
      CHECK(closing.first.find("joints were open by up to") != std::string::npos);
    }
  }
}

TEST_CASE("joints that a step leaves open close in the next one, and nothing is named") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Draw draw(100 + seed);
    const Model model = chain(1, draw(0.2, 1), draw(0.5, 5));
    State state = initial_state(model);
    const double turn = draw(20, 40), length = -2 * state.q[1];
    state.v << 0.5 * length * turn, 0, turn;
    CHECK(close(model, state, 0.01, 0.2).first.empty());
  }
}

TEST_CASE("joints that were opened from outside are told with how far and how fast they close") {
  const Model model = chain(2, 0.5, 3);
  State state = initial_state(model);
  state.q[3] += 0.04;
  Simulator simulator(model, {.dt = 0.002, .recovery_speed = 1.5});
  CHECK(simulator.step(state).message ==
        "joints were open by up to 0.04 m or rad: closed at 1.5 m/s");
}

// The guard takes closing, which moves bodies that rest, for no blow. What it held back stayed so
// for ever.
TEST_CASE(
    "a row of joined boxes at rest that is set into the ground, or pulled apart, comes back") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    Draw draw(400 + seed);
    const double size = draw(0.1, 0.4), dt = draw(5e-4, 0.01);
    const JointKind kind = draw.coin() ? JointKind::weld : JointKind::pin;
    const int boxes = 2 + static_cast<int>(draw(0, 2));
    ModelBuilder builder;
    builder.set_gravity({0, 0, -9.81});
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
    for (int i = 0; i < boxes; ++i) {
      const double x = 1.2 * size * i;
      const spatial::Box cube{Eigen::Vector3d::Constant(0.5 * size)};
      const BodyId box = builder.add_body(
          {.kind = BodyKind::spatial,
           .mass = draw(0.5, 2),
           .spatial = {.pose = {.p = {x, 0, 0.5 * size}}, .shapes = {{.shape = cube}}}});
      if (i > 0)
        builder.add_joint({.kind = kind,
                           .a = box,
                           .b = {box.index - 1},
                           .anchor = {x - 0.6 * size, 0, 0.5 * size},
                           .axis = {0, 1, 0}});
    }
    const Model model = builder.build().value();
    State state = initial_state(model);
    Simulator simulator(model, {.dt = dt});
    for (int k = 0; k < 10; ++k) simulator.step(state);
    const bool sinks = draw.coin();
    const double off = draw(0.0005, 0.02);
    for (const Body& body : model.bodies)
      if (sinks && body.is_dynamic()) state.q[body.q_offset + 2] -= off;
    if (!sinks) state.q[model.bodies.back().q_offset] += off;
    StepReport report;
    while (state.time < 1.0) {
      report = simulator.step(state);
      CHECK(report.uncertified == 0);
    }
    CHECK(report.certificate.penetration < 1e-9);
    CHECK(report.certificate.joint_gap < 1e-9);
    CHECK(state.v.norm() < 1e-6);
  }
}

}  // namespace perpend
