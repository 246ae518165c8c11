// SPDX-License-Identifier: Apache-2.0
// Angles in space are known up to full turns: wheels that turn by half of one within a step and
// more keep count of them.
#include <doctest/doctest.h>

#include <cmath>

#include "geometry/random_solids.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr int kSteps = 60;

// A wheel on a hinge of the world that spins about it at `speed`, or a nut on a screw.
BodyId add_wheel(ModelBuilder& builder, const Vector3d& at, const Vector3d& axis,
                 const Vector3d& velocity, double speed) {
  BodyDef def{.kind = BodyKind::spatial, .mass = 2};
  def.spatial.pose = {at, Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis)};
  def.spatial.inertia = Eigen::Vector3d(0.03, 0.03, 0.05).asDiagonal();
  def.spatial.center_of_mass = Vector3d::Zero();
  def.spatial.velocity = velocity;
  def.spatial.omega = speed * axis;
  return builder.add_body(def);
}

}  // namespace

TEST_CASE("gears that turn far within a step keep their ratio and count their turns") {
  spatial::Random random(21);
  for (int round = 0; round < 30; ++round) {
    const double h = std::pow(10, random.number(-3, -1.5));
    const double turn = std::pow(10, random.number(-0.5, 1.5));  // rad per step
    const double ratio = random.number(-8, 8), speed = turn / h;
    CAPTURE(turn);
    CAPTURE(ratio);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    JointId hinge[2];
    for (const int k : {0, 1}) {
      const Vector3d at(3.0 * k, 0, 0), axis = random.direction();
      const BodyId wheel = add_wheel(builder, at, axis, {0, 0, 0}, k == 0 ? speed : speed / ratio);
      hinge[k] =
          builder.add_joint({.kind = JointKind::pin, .a = wheel, .anchor = at, .axis = axis});
    }
    builder.add_coupler({.terms = {{hinge[0], 0, 1.0}, {hinge[1], 0, -ratio}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = h});
    State state = initial_state(model);
    for (int n = 0; n < kSteps; ++n) REQUIRE(!simulator.step(state).uncertified);
    CHECK(coordinate(model, state, hinge[0], 0) == relative(kSteps * turn, 1e-3));
    CHECK(coordinate(model, state, hinge[1], 0) == relative(kSteps * turn / ratio, 1e-3));
    CHECK(coordinate_rate(model, state, hinge[0], 0) == relative(speed, 1e-3));
  }
}

TEST_CASE("a nut that turns far within a step stays on its thread") {
  spatial::Random random(22);
  for (int round = 0; round < 20; ++round) {
    const double h = std::pow(10, random.number(-3, -1.5));
    const double turn = std::pow(10, random.number(-0.5, 1.5)), pitch = random.number(0.001, 0.05);
    CAPTURE(turn);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    const Vector3d axis = random.direction();
    const BodyId nut = add_wheel(builder, {0, 0, 0}, axis, pitch * turn / h * axis, turn / h);
    const JointId screw =
        builder.add_joint({.kind = JointKind::screw, .a = nut, .axis = axis, .pitch = pitch});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = h});
    State state = initial_state(model);
    for (int n = 0; n < kSteps; ++n) {
      const StepReport report = simulator.step(state);
      REQUIRE(!report.uncertified);
      CHECK(report.certificate.joint_gap < 1e-3 * pitch * turn);
    }
    CHECK(coordinate(model, state, screw, 0) == relative(kSteps * turn, 1e-3));
    CHECK(spatial_pose(model, state, nut).p.dot(axis) == relative(pitch * kSteps * turn, 1e-3));
  }
}

}  // namespace perpend
