// SPDX-License-Identifier: Apache-2.0
// Rotors on joints that turn by radians within a step.
#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "relative.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// A rotor, flat or long, that turns about its own axis by `turn` in a step.
BodyId add_rotor(ModelBuilder& builder, Draw& draw, const Vector3d& axis, double turn, double dt) {
  BodyDef def{.kind = BodyKind::spatial, .mass = draw(0.1, 10)};
  const double across = draw(0.05, 0.3), about = across * draw(0.2, 1.9);
  def.spatial.pose.r = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis);
  def.spatial.inertia = Vector3d(across, across, about).asDiagonal();
  def.spatial.omega = turn / dt * axis;
  return builder.add_body(def);
}

// Either of its two bodies may be the first one of a joint.
void add_joint(ModelBuilder& builder, Draw& draw, JointKind kind, BodyId a, BodyId b,
               const Vector3d& axis) {
  if (b != kWorld && draw.coin()) std::swap(a, b);
  builder.add_joint({.kind = kind, .a = a, .b = b, .axis = axis});
}

void check_keeps(const Model& model, double dt, double turn, double tolerance) {
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  const Eigen::VectorXd start = state.v;
  for (int step = 0; step < 400; ++step) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.uncertified == 0);
    REQUIRE(report.halvings == 0);
  }
  CHECK((state.v - start).norm() < tolerance * turn / dt);
}

}  // namespace

TEST_CASE("rotors keep their axis and their speed however far they turn within a step") {
  Draw draw(204);
  for (int n = 0; n < 120; ++n) {
    const double turn = draw(0.3, 12), dt = draw(1e-3, 2e-2);
    CAPTURE(n);
    CAPTURE(turn);
    const Vector3d axis = Vector3d(draw(-1, 1), draw(-1, 1), 1).normalized();
    ModelBuilder builder;
    builder.set_gravity(n % 3 ? Vector3d(0, 0, -9.81) : Vector3d(0, 0, 0));
    const JointKind kind = n % 4 == 1 ? JointKind::weld : JointKind::pin;
    BodyId carrier = kWorld;
    if (n % 2) {
      const double other = kind == JointKind::weld ? turn : draw(-turn, turn);
      carrier = add_rotor(builder, draw, axis, other, dt);
      add_joint(builder, draw, JointKind::pin, carrier, kWorld, axis);
    }
    const BodyId rotor = add_rotor(builder, draw, axis, turn, dt);
    add_joint(builder, draw, kind, rotor, carrier, axis);
    // Free rotation has the angles of a step to order 4, and the two bodies theirs.
    check_keeps(builder.build().value(), dt, turn, kind == JointKind::weld ? 1e-3 : 1e-9);
  }
}

TEST_CASE("gears in the plane gain the speed that their torque gives, by radians per step, too") {
  Draw draw(205);
  for (int n = 0; n < 20; ++n) {
    CAPTURE(n);
    const double dt = draw(5e-3, 2e-2), ratio = draw(1, 5), torque = 10;
    const double first = draw(0.1, 1), second = draw(0.1, 1);
    ModelBuilder builder;
    builder.set_gravity({0, -9.81, 0});
    const auto pin = [&](double x, double inertia) {
      BodyDef def{.pose = {{x, 0.3}, 0}, .mass = 1.0, .inertia = inertia};
      return builder.add_joint(
          {.kind = JointKind::pin, .a = builder.add_body(def), .anchor = {x, 0.3, 0}});
    };
    const JointId driver = pin(0, first), driven = pin(1, second);
    builder.add_coupler({.terms = {{driver, 0, ratio}, {driven, 0, 1.0}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    const double rate = torque / (first + ratio * ratio * second);
    const int steps = static_cast<int>(9 / (ratio * rate * dt * dt));
    for (int step = 0; step < steps; ++step) {
      simulator.set_force({0}, {0, 0, torque});
      REQUIRE(simulator.step(state).uncertified == 0);
    }
    CHECK(state.v[2] == relative(rate * steps * dt, 1e-9));
    CHECK(state.v[5] == relative(-ratio * rate * steps * dt, 1e-9));
  }
}

}  // namespace perpend
