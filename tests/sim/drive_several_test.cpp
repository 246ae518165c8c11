// SPDX-License-Identifier: Apache-2.0
// What drives one of several bodies, joints or coordinates leaves the others alone.
#include <doctest/doctest.h>

#include <cmath>

#include "perpend/dynamics/joint_coordinate.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// A body of each kind that forces move, each followed by another, far apart in no field.
Model one_of_each() {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body({.kind = BodyKind::particle, .mass = 2.0});
  builder.add_body({.pose = {{9, 0}}, .mass = 2.0, .inertia = 0.5});
  builder.add_body({.kind = BodyKind::spatial_particle, .mass = 2.0});
  BodyDef solid{.kind = BodyKind::spatial, .mass = 2.0};
  solid.spatial.inertia = 0.5 * Eigen::Matrix3d::Identity();
  builder.add_body(solid);
  builder.add_body({.kind = BodyKind::particle, .mass = 2.0});
  return builder.build().value();
}

// Two cylindrical joints with motors along and about their axes, z of the world.
Model two_screws() {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  for (const double x : {0.0, 5.0}) {
    BodyDef def{.kind = BodyKind::spatial, .mass = 2.0};
    def.spatial.pose.p = {x, 0, 0};
    def.spatial.inertia = 0.5 * Eigen::Matrix3d::Identity();
    const BodyId body = builder.add_body(def);
    builder.add_joint(
        {.kind = JointKind::cylindrical,
         .a = body,
         .anchor = {x, 0, 0},
         .axis = {0, 0, 1},
         .coordinates = {{.coordinate = 0, .motor = MotorKind::velocity, .max_force = 1e3},
                         {.coordinate = 1, .motor = MotorKind::velocity, .max_force = 1e3}}});
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("a force that is set moves its own body, and a torque what can turn") {
  const Model model = one_of_each();
  const double dt = 0.01;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    CAPTURE(i);
    const Body& body = model.bodies[i];
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    simulator.set_force({i}, {3, 4, body.is_planar() ? 0.0 : 5.0},
                        {body.is_planar() ? 0.0 : 6.0, body.is_planar() ? 0.0 : 7.0, 8});
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    Eigen::VectorXd v = Eigen::VectorXd::Zero(model.dof());
    v.segment<2>(body.v_offset) = dt / 2.0 * Eigen::Vector2d(3, 4);
    if (!body.is_planar()) v[body.v_offset + 2] = dt / 2.0 * 5;
    if (body.kind == BodyKind::rigid) v[body.v_offset + 2] = dt / 0.5 * 8;
    if (body.kind == BodyKind::spatial)
      v.segment<3>(body.v_offset + 3) = dt / 0.5 * Vector3d(6, 7, 8);
    CHECK((state.v - v).norm() < 1e-14);
  }
}

TEST_CASE("forces that are set on several bodies all act, the last on each") {
  const Model model = one_of_each();
  Simulator simulator(model, {.dt = 0.01});
  State state = initial_state(model);
  simulator.set_force({1}, {1, 1, 1});
  simulator.set_force({3}, {0, 0, 5}, {0, 0, 0});
  simulator.set_force({1}, {3, 0, 0});
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  CHECK(state.v[model.bodies[1].v_offset] == relative(0.015));
  CHECK(state.v[model.bodies[1].v_offset + 1] == 0);
  CHECK(state.v[model.bodies[1].v_offset + 2] == 0);
  CHECK(state.v[model.bodies[3].v_offset + 2] == relative(0.025));
  CHECK(state.v.norm() == relative(std::hypot(0.015, 0.025)));
}

TEST_CASE("each of several motors follows its own target, also where it is held elsewhere") {
  const Model model = two_screws();
  State state = initial_state(model), other = state;
  Simulator simulator(model, {.dt = 0.01});
  for (int k = 0; k < 4; ++k) simulator.set_motor_target({k / 2}, k % 2, 1.0 + k);
  // Told again, and of one the limit as well: 2 N that 2 kg take to 0.01 m/s in a step.
  simulator.set_motor_target({1}, 1, -7);
  simulator.set_motor_limit({1}, 0, 2);
  REQUIRE(simulator.held().motors.size() == 4);
  Simulator copy(model, {.dt = 0.01});
  copy.set_held(simulator.held());
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  REQUIRE(copy.step(other).status == StepStatus::ok);
  CHECK(hash(state) == hash(other));
  const double rates[] = {1, 2, 0.01, -7};
  for (int k = 0; k < 4; ++k) {
    CAPTURE(k);
    CHECK(coordinate_rate(model, state, {k / 2}, k % 2) == relative(rates[k], 1e-9));
    CHECK(simulator.coordinate_force({k / 2}, k % 2).motor ==
          relative(rates[k] * (k % 2 ? 0.5 : 2.0) / 0.01, 1e-9));
  }
  // Cleared, each has its own again: it brakes to 0.
  simulator.clear_held();
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  CHECK(state.v.norm() == near_zero(1e-9));
}

}  // namespace perpend
