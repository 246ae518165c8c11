// SPDX-License-Identifier: Apache-2.0
// Double pendulums with a load at the end of light links, which whip where the links fold.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "perpend/dynamics/energy.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

// Two links of 1 m, the upper one of 1 kg, that start at rest anywhere; in space about one axis.
Model double_pendulum(Draw& draw, double load, bool in_space) {
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  Eigen::Vector2d joint(0, 0);
  BodyId last = kWorld;
  for (const double mass : {1.0, load}) {
    const double angle = draw(-3, 3);
    const Eigen::Vector2d way(std::cos(angle), std::sin(angle));
    const Eigen::Vector2d end = joint + way;
    BodyDef body{.kind = in_space ? BodyKind::spatial : BodyKind::rigid, .mass = mass};
    body.inertia = 0.01 * mass;
    body.pose = {end, angle};
    body.spatial.pose.p = {end.x(), end.y(), 0};
    body.spatial.inertia = 0.01 * mass * Eigen::Matrix3d::Identity();
    const BodyId link = builder.add_body(body);
    JointDef pin{.kind = JointKind::pin, .a = link, .b = last, .anchor = {joint.x(), joint.y(), 0}};
    if (in_space) pin.axis = {0, 0, 1};
    builder.add_joint(pin);
    joint = end;
    last = link;
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("double pendulums with light links keep their energy where they fold, or say so") {
  int in_parts = 0, silent = 0;
  double most_lost = 0;
  for (unsigned seed = 1; seed <= 80; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double load = std::pow(10, draw(1, 3)), dt = draw(0.00025, 0.004);
    const Model model = double_pendulum(draw, load, seed % 2 == 0);
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    const double before = energy(model, state);
    double swing = 0, off = 0;
    int named = 0, parts = 0;
    while (state.time < 1.5) {
      const StepReport report = simulator.step(state);
      named += report.uncertified;
      parts += report.halvings > 0;
      swing = std::max(swing, kinetic_energy(model, state.q, state.v));
      off = std::abs(energy(model, state) - before);
    }
    in_parts += parts > 0;
    silent += named == 0 && off > 0.01 * swing;
    if (named == 0) most_lost = std::max(most_lost, off / swing);
  }
  MESSAGE("in parts: ", in_parts, " of 80, most lost in silence: ", most_lost);
  CHECK(in_parts > 10);
  CHECK(silent == 0);
}

}  // namespace perpend
