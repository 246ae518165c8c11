// SPDX-License-Identifier: Apache-2.0
// Drift control by projection: what it closes, and what it says of what it leaves open.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "perpend/dynamics/energy.hpp"
#include "relative.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// A rotor, flat or long, on a pin of the world, that turns about it at `rate` (rad/s).
JointId add_rotor(ModelBuilder& builder, Draw& draw, const Vector3d& at, const Vector3d& axis,
                  double rate) {
  BodyDef def{.kind = BodyKind::spatial, .mass = draw(0.1, 10)};
  const double across = draw(0.01, 0.3), about = across * draw(0.2, 1.9);
  def.spatial.pose = {at, Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis)};
  def.spatial.inertia = Vector3d(across, across, about).asDiagonal();
  def.spatial.omega = rate * axis;
  return builder.add_joint(
      {.kind = JointKind::pin, .a = builder.add_body(def), .anchor = at, .axis = axis});
}

// Two rotors, one of which turns as a coupler has it.
Model gears(Draw& draw, double first, double ratio) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  const Vector3d axis = Vector3d(draw(-1, 1), draw(-1, 1), 1).normalized();
  const JointId driver = add_rotor(builder, draw, {0, 0, 0}, axis, first);
  const JointId driven = add_rotor(builder, draw, {1, 0, 0}, axis, -ratio * first);
  builder.add_coupler({.terms = {{driver, 0, ratio}, {driven, 0, 1.0}}});
  return builder.build().value();
}

}  // namespace

TEST_CASE("projected rotors and gears keep their speed however far they turn within a step") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Draw draw(3100 + seed);
    const double dt = draw(1e-3, 2e-2), ratio = draw(0.3, 3), turn = draw(0.1, 3);
    CAPTURE(seed);
    CAPTURE(turn * std::max(ratio, 1.0));
    const Model model = gears(draw, turn / dt, ratio);
    Simulator simulator(model, {.dt = dt, .drift = DriftControl::projection});
    State state = initial_state(model);
    const Eigen::VectorXd start = state.v;
    for (int step = 0; step < 400; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE_MESSAGE(report.uncertified == 0, report.message);
      REQUIRE(report.certificate.joint_gap < 1e-12);
      REQUIRE(report.certificate.joint_angle < 1e-9);
    }
    CHECK((state.v - start).norm() < 1e-9 * start.norm());
  }
}

// A particle on two rods whose other ends part, until they are farther from each other than both
// are long.
TEST_CASE("joints that projection cannot close are named") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Draw draw(3200 + seed);
    const double speed = draw(0.05, 2), half = draw(0.5, 2), low = draw(0.05, 0.2);
    ModelBuilder builder;
    builder.set_gravity({0, -9.81, 0});
    const BodyId particle =
        builder.add_body({.kind = BodyKind::particle, .pose = {{0, -low}}, .mass = draw(0.1, 10)});
    for (const double side : {-1.0, 1.0}) {
      const BodyId mover = builder.add_body({.kind = BodyKind::kinematic,
                                             .pose = {{side * half, 0}},
                                             .motion = {.velocity = {side * speed, 0, 0}}});
      builder.add_joint({.kind = JointKind::distance,
                         .a = particle,
                         .b = mover,
                         .anchor = {0, -low, 0},
                         .anchor_b = Vector3d(side * half, 0, 0)});
    }
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 1.0 / 240, .drift = DriftControl::projection});
    State state = initial_state(model);
    const double parts = (std::hypot(half, low) - half) / speed;
    int named = 0;
    while (state.time < parts + 0.2) {
      const StepReport report = simulator.step(state);
      if (report.status != StepStatus::ok) break;
      const bool told = report.message.find("projection left joints open") != std::string::npos;
      if (state.time < 0.8 * parts) REQUIRE_MESSAGE(!told, report.message);
      if (report.certificate.joint_gap > 0.01) REQUIRE(report.uncertified == 1);
      named += told;
    }
    CHECK(named > 0);
  }
}

}  // namespace perpend
