// SPDX-License-Identifier: Apache-2.0
// Mechanisms with dampers and servos at steps h, h/2, h/4: differences fall fourfold.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "dynamics/joints/coordinates.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

Vector3d direction(Draw& draw) {
  return Vector3d(draw(-1, 1), draw(-1, 1), draw(-1, 1)).normalized();
}

CoordinateDef damped(Draw& draw, int coordinate, bool angle) {
  const double size = angle ? 0.05 : 1.0;
  CoordinateDef def{.coordinate = coordinate};
  if (draw.coin()) def.damping = size * draw(0.1, 2);
  if (draw.coin()) def.stiffness = size * draw(10, 60);
  if (draw.coin()) {
    def.motor = draw.coin() ? MotorKind::position : MotorKind::velocity;
    def.target = 0.3;
    if (def.motor == MotorKind::position) def.motor_stiffness = size * draw(10, 60);
    def.motor_damping = size * draw(0.1, 2);
  }
  return def;
}

// One to three bodies of about 1 kg and 0.04 kg m² in a row.
Model mechanism(unsigned seed) {
  constexpr std::array kKinds{JointKind::pin,         JointKind::prismatic, JointKind::universal,
                              JointKind::cylindrical, JointKind::screw,     JointKind::strut};
  Draw draw(seed);
  ModelBuilder builder;
  builder.set_gravity({1, 2, -9});
  BodyId before = kWorld;
  for (int i = 0, count = 1 + static_cast<int>(draw(0, 3)); i < count; ++i) {
    BodyDef link{.kind = BodyKind::spatial, .mass = draw(0.5, 2)};
    link.spatial.pose.p = {0.5 * i + 0.3, draw(0, 0.1), draw(0, 0.1)};
    link.spatial.inertia = Vector3d(draw(0.03, 0.05), draw(0.03, 0.05), 0.04).asDiagonal();
    link.spatial.center_of_mass = Vector3d::Zero();
    const BodyId body = builder.add_body(link);
    JointDef joint{.kind = kKinds[static_cast<std::size_t>(draw(0, kKinds.size()))],
                   .a = body,
                   .b = before,
                   .anchor = {0.5 * i, 0, 0},
                   .axis = direction(draw),
                   .pitch = 0.1};
    if (joint.kind == JointKind::universal) joint.axis = {0, 1, 0}, joint.axis_b = {0, 0, 1};
    if (joint.kind == JointKind::strut) joint.anchor_b = Vector3d(0.5 * i - 0.3, 0, 0.2);
    for (int k = 0; k < coordinate_count(joint.kind, false); ++k)
      joint.coordinates.push_back(damped(draw, k, is_angle(joint.kind, false, k)));
    builder.add_joint(joint);
    before = body;
  }
  return builder.build().value();
}

VectorXd velocities(const Model& model, double dt) {
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  REQUIRE(scenes::simulate(simulator, state, 0.4).status == StepStatus::ok);
  return state.v;
}

TEST_CASE("mechanisms with dampers and servos drawn at random move to second order") {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    const Model model = mechanism(seed);
    const VectorXd half = velocities(model, 1e-3), quarter = velocities(model, 5e-4);
    const double first = (half - quarter).norm(),
                 second = (quarter - velocities(model, 2.5e-4)).norm();
    if (second > 1e-9) CHECK(std::log2(first / second) > 1.7);
  }
}

// Times d up to 1000 of what stops the body within a step.
TEST_CASE("no damper turns a motion back, however stiff") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    BodyId before = kWorld;
    for (int i = 0; i < 4; ++i) {
      BodyDef link{.kind = BodyKind::spatial, .mass = std::pow(10, draw(-1, 1))};
      link.spatial.pose.p.x() = i + 0.5;
      link.spatial.inertia = Vector3d::Constant(0.1 * *link.mass).asDiagonal();
      link.spatial.center_of_mass = Vector3d::Zero();
      link.spatial.velocity = {1, 0, 0};
      const BodyId body = builder.add_body(link);
      builder.add_joint({.kind = JointKind::prismatic,
                         .a = body,
                         .b = before,
                         .coordinates = {{.damping = std::pow(10, draw(0, 6))}}});
      before = body;
    }
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 1e-3});
    State state = initial_state(model);
    for (int step = 0; step < 200; ++step) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      for (int i = 0; i < 4; ++i) CHECK(state.v[6 * i] > -1e-9);
    }
  }
}

}  // namespace
}  // namespace perpend
