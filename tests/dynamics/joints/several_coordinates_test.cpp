// SPDX-License-Identifier: Apache-2.0
// Of several joints and several coordinates of each every one has its own numbers, and sums have
// all.
#include <doctest/doctest.h>

#include <cmath>

#include "dynamics/joints/coordinate_rows.hpp"
#include "dynamics/joints/motor_commands.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/set_motion.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

BodyDef solid(double x, const Vector3d& velocity = {0, 0, 0}, const Vector3d& omega = {0, 0, 0}) {
  BodyDef def{.kind = BodyKind::spatial, .mass = 1.0};
  def.spatial = {.pose = {.p = {x, 0, 0}}, .velocity = velocity, .omega = omega};
  def.spatial.inertia = Eigen::Matrix3d::Identity();
  return def;
}

// A slide, then a cylindrical joint along and about z that moves along by 2 m/s and turns by 3
// rad/s.
Model slide_and_cylinder(const CoordinateDef& slide, CoordinateDef along, CoordinateDef about) {
  ModelBuilder builder;
  const BodyId a = builder.add_body(solid(0, {1, 0, 0})),
               b = builder.add_body(solid(4, {0, 0, 2}, {0, 0, 3}));
  builder.add_joint(
      {.kind = JointKind::prismatic, .a = a, .axis = {1, 0, 0}, .coordinates = {slide}});
  along.coordinate = 0;
  about.coordinate = 1;
  builder.add_joint({.kind = JointKind::cylindrical,
                     .a = b,
                     .anchor = {4, 0, 0},
                     .axis = {0, 0, 1},
                     .coordinates = {along, about}});
  return builder.build().value();
}

}  // namespace

TEST_CASE("each motor of a model has the target and the limit it was given") {
  const auto motor = [](double target, double most) {
    return CoordinateDef{.motor = MotorKind::velocity, .target = target, .max_force = most};
  };
  const Model model = slide_and_cylinder(motor(1, 10), motor(2, 20), motor(3, 30));
  const MotorCommands commands = motor_commands(model);
  CHECK(commands.target == Vector3d(1, 2, 3));
  CHECK(commands.max_force == Vector3d(10, 20, 30));
  const Model last = slide_and_cylinder({}, {}, motor(-3, 30));
  CHECK(motor_commands(last).target == Vector3d(0, 0, -3));
  CHECK(motor_commands(last).max_force == Vector3d(0, 0, 30));
}

TEST_CASE("motors that gain or lose their limit have other rows, whichever they are") {
  for (int k = 0; k < 3; ++k) {
    MotorCommands plain{Vector3d(1, 2, 3), Vector3d(10, 20, 30)}, other = plain;
    other.max_force[k] = 11;
    other.target[k] = 7;
    CHECK(have_same_rows(plain, other));
    other.max_force[k] = HUGE_VAL;
    CHECK_FALSE(have_same_rows(plain, other));
    CHECK_FALSE(have_same_rows(other, plain));
    plain.max_force[k] = HUGE_VAL;
    CHECK(have_same_rows(plain, other));
  }
}

TEST_CASE("the energies of all rotors and springs add up") {
  const Model model =
      slide_and_cylinder({.start = 0.5, .stiffness = 10, .rest = 0, .armature = 0.1},
                         {.start = 0.25, .stiffness = 20, .rest = 0, .armature = 0.2},
                         {.start = 0.75, .stiffness = 40, .rest = 0, .armature = 0.4});
  const State state = initial_state(model);
  CHECK(rotor_energy(model, state) == relative(0.5 * (0.1 * 1 + 0.2 * 4 + 0.4 * 9)));
  CHECK(spring_energy(model, state, 0.01) ==
        relative(0.5 * (10 * 0.25 + 20 * 0.0625 + 40 * 0.5625)));
}

TEST_CASE("swing and twist of a ball count from where they start") {
  ModelBuilder builder;
  const BodyId body = builder.add_body(solid(0));
  builder.add_joint(
      {.kind = JointKind::spherical,
       .a = body,
       .coordinates = {{.coordinate = 0, .start = 0.2}, {.coordinate = 1, .start = 0.3}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  CHECK(state.coordinates[0] == relative(0.2));
  CHECK(state.coordinates[1] == relative(0.3));
  const Eigen::Quaterniond swung(Eigen::AngleAxisd(0.7, Vector3d::UnitY()));
  set_pose(model, body, spatial::Pose{{0, 0, 0}, swung}, state);
  CHECK(state.coordinates[0] == relative(0.9, 1e-12));
  CHECK(state.coordinates[1] == relative(0.3, 1e-12));
  const Eigen::Quaterniond twisted(Eigen::AngleAxisd(-0.7, Vector3d::UnitX()));
  set_pose(model, body, spatial::Pose{{0, 0, 0}, twisted}, state);
  CHECK(state.coordinates[0] == relative(0.2, 1e-12));
  CHECK(state.coordinates[1] == relative(-0.4, 1e-12));
}

}  // namespace perpend
