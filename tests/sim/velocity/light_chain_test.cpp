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
void add_double_pendulum(ModelBuilder& builder, Draw& draw, double load, bool in_space) {
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
}

}  // namespace

// A light planar link, a light link in space and a load below it, joined by balls: what swings in
// one of the planes through the vertical never leaves it.
TEST_CASE("a light chain that leaves the plane swings in its plane, whichever that is") {
  for (const bool across : {false, true}) {
    ModelBuilder builder;
    builder.set_gravity({0, -9.81, 0});
    const BodyId flat = builder.add_body({.pose = {{0, -0.5}}, .mass = 0.01, .inertia = 1e-5});
    BodyDef rod{.kind = BodyKind::spatial, .mass = 0.01};
    rod.spatial.pose.p = {0, -1.5, 0};
    rod.spatial.inertia = 1e-5 * Eigen::Matrix3d::Identity();
    BodyDef load{.kind = BodyKind::spatial, .mass = 100};
    load.spatial.pose.p = {0, -2, 0};
    load.spatial.inertia = Eigen::Matrix3d::Identity();
    (across ? load.spatial.velocity.z() : load.spatial.velocity.x()) = 0.3;
    const BodyId light = builder.add_body(rod), heavy = builder.add_body(load);
    builder.add_joint({.kind = JointKind::pin, .a = flat, .anchor = {0, 0, 0}});
    builder.add_joint({.kind = JointKind::spherical, .a = light, .b = flat, .anchor = {0, -1, 0}});
    builder.add_joint({.kind = JointKind::spherical, .a = heavy, .b = light, .anchor = {0, -2, 0}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 0.01});
    State state = initial_state(model);
    for (int k = 0; k < 50; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
    const Eigen::Vector3d p = spatial_pose(model, state, heavy).p;
    CHECK(std::abs(across ? p.x() : p.z()) < 1e-9);
    CHECK(std::abs(across ? p.z() : p.x()) > 0.01);
  }
}

TEST_CASE("double pendulums with light links keep their energy where they fold, or say so") {
  int in_parts = 0, silent = 0;
  double most_lost = 0;
  for (unsigned seed = 1; seed <= 80; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double load = std::pow(10, draw(1, 3)), dt = draw(0.00025, 0.004);
    ModelBuilder builder;
    add_double_pendulum(builder, draw, load, seed % 2 == 0);
    const Model model = builder.build().value();
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

// Beside them a disc is put back into its floor before each step.
TEST_CASE("while joints outrun a step, overlap is pushed out no faster than otherwise") {
  constexpr double kDepth = 1e-3, kRadius = 0.1, kStep = 0.004;
  int in_parts = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    ModelBuilder builder;
    builder.add_body(
        {.name = "disc", .pose = {{9, -5}, 0}, .shapes = {{.shape = planar::Disc{kRadius}}}});
    builder.add_body({.kind = BodyKind::fixed,
                      .pose = {{0, -5 - kRadius}, 0},
                      .shapes = {{.shape = planar::HalfPlane{}}}});
    add_double_pendulum(builder, draw, 1000, false);
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = kStep});
    State state = initial_state(model);
    while (state.time < 1.5) {
      state.q.head<2>() << 9, -5 - kDepth;
      state.v.head<3>().setZero();
      in_parts += simulator.step(state).halvings > 0;
      CHECK(state.v[1] <= kDepth / kStep * (1 + 1e-9));
    }
  }
  CHECK(in_parts > 20);
}

}  // namespace perpend
