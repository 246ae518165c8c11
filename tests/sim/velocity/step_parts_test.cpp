// SPDX-License-Identifier: Apache-2.0
// What a step works with, part by part and without a simulator.
#include <doctest/doctest.h>

#include <limits>

#include "perpend/model/model_builder.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"
#include "sim/simulator/standstill.hpp"
#include "sim/velocity/far_turns.hpp"
#include "sim/velocity/inconsistent_starts.hpp"

namespace perpend {
namespace {

// A box beside a plate that shakes until `stop`.
Model beside_a_shaker(double stop) {
  ModelBuilder builder;
  BodyDef plate = scenes::ground();
  plate.kind = BodyKind::kinematic;
  plate.motion.harmonics = {{.amplitude = {0.01, 0, 0}, .frequency = 1, .stop = stop}};
  builder.add_body(plate);
  builder.add_body({.pose = {{0, 2}}, .shapes = {{planar::box(1, 1)}}});
  return builder.build().value();
}

}  // namespace

TEST_CASE("what stood still does so again from the same bits, once nothing is moved any more") {
  const Model model = beside_a_shaker(2);
  State rest = initial_state(model);
  for (const double time : {1.0, 3.0}) {
    CAPTURE(time);
    rest.time = time;
    State later = rest, moved = rest, never = rest;
    later.time += 0.01;
    moved.q[model.bodies[1].q_offset] += 1e-15;
    never.time = std::numeric_limits<double>::quiet_NaN();
    Standstill standstill(model);
    CHECK(!standstill.holds_for(rest, rest));
    standstill.find(rest, later, {.time = time});
    CHECK(standstill.holds_for(later, rest) == (time > 2));
    CHECK(!standstill.holds_for(moved, rest));
    CHECK(!standstill.holds_for(never, rest));
    standstill.find(rest, later, {.message = "told"});
    CHECK(!standstill.holds_for(later, rest));
    standstill.find(rest, later, {});
    standstill.forget();
    CHECK(!standstill.holds_for(later, rest));
  }
}

TEST_CASE(
    "velocities are replaced at the first step, and where they are not those that were left") {
  const Model model = beside_a_shaker(2);
  State state = initial_state(model);
  LeftVelocities left;
  CHECK(left.are_replaced_in(state));
  state.step = 5;
  CHECK(!left.are_replaced_in(state));  // of a run that was taken up there
  left.note(state, false);
  CHECK(!left.are_replaced_in(state));
  left.move_on(6);
  state.step = 6;
  CHECK(!left.are_replaced_in(state));
  left.note(state, true);
  CHECK(left.are_replaced_in(state));
  left.note(state, false);
  state.v[model.bodies[1].v_offset] += 1;
  CHECK(left.are_replaced_in(state));
}

TEST_CASE("what turns far is a body off its joint, or a line that bears something") {
  ModelBuilder builder;
  const auto disc = [&](const std::string& name, double x) {
    return builder.add_body({.name = name, .pose = {{x, 0}}, .shapes = {{planar::Disc{0.1}}}});
  };
  const BodyId arm = disc("arm", 1), wheel = disc("wheel", 9), bob = disc("bob", 20);
  builder.add_joint({.kind = JointKind::pin, .a = arm, .b = kWorld, .anchor = {0, 0, 0}});
  builder.add_joint({.kind = JointKind::pin, .a = wheel, .b = kWorld, .anchor = {9, 0, 0}});
  builder.add_joint({.name = "rod",
                     .kind = JointKind::distance,
                     .a = bob,
                     .b = kWorld,
                     .anchor = {20, 0, 0},
                     .anchor_b = Eigen::Vector3d(18, 0, 0)});
  const Model model = builder.build().value();
  const FarTurns far(model);
  const State pose = initial_state(model);
  constexpr double kDt = 0.1;
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.dof());
  v[model.bodies[wheel.index].v_offset + 2] = 100;
  CHECK(!far.of_bodies(pose, v, kDt));
  v[model.bodies[arm.index].v_offset + 2] = 6;
  const auto turn = far.of_bodies(pose, v, kDt);
  REQUIRE(turn);
  CHECK(turn->name == "arm");
  CHECK(turn->rate == 6);
  CHECK(!far.of_bodies(pose, v, 0.5 * kDt));

  const auto bears = [](const Joint&) { return true; };
  CHECK(!far.of_lines(pose, v, kDt, bears));
  v[model.bodies[bob.index].v_offset + 1] = 20;  // m/s across 2 m
  const auto line = far.of_lines(pose, v, kDt, bears);
  REQUIRE(line);
  CHECK(line->name == "rod");
  CHECK(line->rate == relative(10));
  CHECK(!far.of_lines(pose, v, kDt, [](const Joint&) { return false; }));
}

}  // namespace perpend
