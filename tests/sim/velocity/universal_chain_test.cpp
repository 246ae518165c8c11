// SPDX-License-Identifier: Apache-2.0
// Open chains of rods on universal joints, which bend by right angles on their way.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "perpend/dynamics/energy.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

Vector3d draw_direction(Draw& draw) {
  return Vector3d(draw(-1, 1), draw(-1, 1), draw(-1, 1)).normalized();
}

// Rods one behind the other in random directions, from the world on; `weight` is m g L of all.
Model hanging_rods(Draw& draw, int count, double& weight) {
  ModelBuilder builder;
  Vector3d joint(0, 0, 0);
  BodyId last = kWorld;
  for (int k = 0; k < count; ++k) {
    const double length = draw(0.2, 0.6), mass = draw(0.3, 3);
    const Vector3d way = draw_direction(draw);
    BodyDef def{.kind = BodyKind::spatial, .mass = mass, .collides = {.category = 1, .mask = 0}};
    def.spatial.pose = {joint + 0.5 * length * way,
                        Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), way)};
    def.spatial.shapes = {{.shape = spatial::capsule(length - 0.03, 0.015)}};
    const BodyId rod = builder.add_body(def);
    const Vector3d axis = draw_direction(draw);
    builder.add_joint({.kind = JointKind::universal,
                       .a = rod,
                       .b = last,
                       .anchor = joint,
                       .axis = axis,
                       .axis_b = axis.cross(draw_direction(draw)).normalized()});
    joint += length * way;
    weight += mass * 9.81 * length;
    last = rod;
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("chains on universal joints keep their energy, or say where they did not") {
  int silent = 0;
  double lost = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    double weight = 0;
    const Model model = hanging_rods(draw, 1 + seed % 2, weight);
    Simulator simulator(model, {.dt = 0.001});
    State state = initial_state(model);
    const double before = energy(model, state);
    int named = 0;
    while (state.time < 2) named += simulator.step(state).uncertified;
    const double gained = energy(model, state) - before;
    CHECK(gained < 0.02 * weight);
    lost += std::max(0.0, -gained) / weight;
    silent += named == 0 && gained < -0.05 * weight;
  }
  CHECK(silent <= 2);
  CHECK(lost < 60 * 0.02);
  MESSAGE("lost in the mean ", lost / 60, " of the weight times the length, silently ", silent);
}

}  // namespace perpend
