// SPDX-License-Identifier: Apache-2.0
// Limits that are violated, by a step or from outside: how they close.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "perpend/dynamics/energy.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Struts with an upper limit from the origin down to a heavy bob, with light nodes between them.
Model rope(Draw& draw, bool spatial) {
  const int pieces = 2 + static_cast<int>(draw(0, 4));
  const double length = 1.0 / pieces, bob = std::pow(10, draw(0, 2));
  const double ratio = std::pow(10, draw(-3, 0)), up = draw(1, 4), side = draw(1, 4);
  ModelBuilder builder;
  builder.set_gravity(spatial ? Vector3d(0, 0, -9.81) : Vector3d(0, -9.81, 0));
  BodyId above = kWorld;
  for (int i = 0; i < pieces; ++i) {
    const bool last = i + 1 == pieces;
    const double mass = last ? bob : ratio * bob, depth = -(i + 1) * length;
    BodyDef body{.kind = spatial ? BodyKind::spatial : BodyKind::rigid, .mass = mass};
    body.pose = {{0, depth}, 0};
    body.inertia = 1e-3 * mass;
    body.spatial = {.pose = {.p = {0, 0, depth}},
                    .inertia = Eigen::Matrix3d::Identity() * 1e-3 * mass};
    if (last) body.velocity = {side, up, 0}, body.spatial.velocity = {side, 0, up};
    const BodyId below = builder.add_body(body);
    const auto at = [&](double y) { return spatial ? Vector3d(0, 0, y) : Vector3d(0, y, 0); };
    JointDef strut{.kind = JointKind::strut, .a = below, .b = above};
    strut.anchor = at(depth);
    strut.anchor_b = at(depth + length);
    strut.coordinates = {{.hi = length}};
    builder.add_joint(strut);
    above = below;
  }
  return builder.build().value();
}

}  // namespace

// Closed at gap/dt they threw the bob back by what the nodes swing in a step: to 1e228 J.
TEST_CASE("ropes with light nodes gain no energy as they snap taut") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const Model model = rope(draw, seed % 2 == 0);
    const double dt = std::pow(10, draw(-3, -1.7));
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    const double start = energy(model, state), kinetic = kinetic_energy(model, state.q, state.v);
    double most = start;
    while (state.time < 1) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      most = std::max(most, report.certificate.energy_after);
    }
    CHECK(most < start + 0.1 * kinetic);
  }
}

TEST_CASE("a limit that was violated from outside closes slowly and is named") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double recovery = draw(0.5, 5), beyond = draw(0.05, 0.4);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    const BodyId arm =
        builder.add_body({.pose = {{1, 0}, 0}, .mass = draw(0.1, 10), .inertia = 0.1});
    const bool hinge = seed % 2 == 0;
    JointDef joint{.kind = hinge ? JointKind::pin : JointKind::strut, .a = arm};
    joint.name = "stop";
    joint.anchor = {hinge ? 0.0 : 1.0, 0, 0};
    joint.anchor_b = Vector3d::Zero();
    joint.coordinates = {{.lo = hinge ? -0.5 : 0.5, .hi = hinge ? 0.5 : 1.0}};
    builder.add_joint(joint);
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = std::pow(10, draw(-3.3, -2)), .recovery_speed = recovery});
    State state = initial_state(model);
    const double place = hinge ? 0.5 + beyond : 1 + beyond;
    if (hinge) state.coordinates[0] = place;
    state.q.head<3>() =
        hinge ? Vector3d(std::cos(place), std::sin(place), place) : Vector3d(place, 0, 0);
    const StepReport report = simulator.step(state);
    CHECK(report.status == StepStatus::ok);
    CHECK(report.message.find("stop is ") == 0);
    const double rate = hinge ? state.v[2] : state.v[0];
    CHECK(rate < 0);
    CHECK(-rate <= recovery);
    for (int step = 0; step < 100; ++step) simulator.step(state);
    CHECK((hinge ? state.q[2] : state.q[0]) < place);
  }
}

// Two arms that were set beyond the stops of their hinges, the second farther: both come back at a
// tenth of the recovery speed.
TEST_CASE(
    "of limits that were violated from outside the worst is named, by how much and how fast") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  for (const char* name : {"near", "far"}) {
    const BodyId arm = builder.add_body({.mass = 2, .inertia = 0.1});
    builder.add_joint(
        {.name = name, .kind = JointKind::pin, .a = arm, .coordinates = {{.lo = -0.5, .hi = 0.5}}});
  }
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.004, .recovery_speed = 2});
  State state = initial_state(model);
  for (const auto& [arm, place] : {std::pair(0, 0.6), {1, -0.75}})
    state.coordinates[arm] = state.q[3 * arm + 2] = place;
  const StepReport report = simulator.step(state);
  CHECK(report.message == "far is 0.25 m or rad beyond its limit: closed at 0.2 m/s or rad/s");
  CHECK(state.v[2] == relative(-0.2, 1e-9));
  CHECK(state.v[5] == relative(0.2, 1e-9));
}

}  // namespace perpend
