// SPDX-License-Identifier: Apache-2.0
//
// Planar bodies lie on levels: within one they collide, from one to another they pass, and joints
// connect any two.
#include <doctest/doctest.h>

#include <numbers>

#include "scenes.hpp"

namespace perpend {
namespace {

// Two discs of radius 0.5 m that fly at each other with 1 m/s from 2 m apart, free of gravity.
Model head_on(int level_of_second) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5, .e = 1}});
  builder.add_body(
      {.pose = {{-1, 0}}, .velocity = {1, 0, 0}, .shapes = {{.shape = planar::Disc{0.5}}}});
  builder.add_body({.pose = {{1, 0.1}},
                    .velocity = {-1, 0, 0},
                    .shapes = {{.shape = planar::Disc{0.5}}},
                    .level = level_of_second});
  return builder.build().value();
}

// Two bars of 1 m hung one on the other from the world, straight out, the lower one on its level.
Model double_pendulum(int lower_level) {
  ModelBuilder builder;
  const auto bar = [&](double x, int level) {
    return builder.add_body(
        {.pose = {{x, 0}}, .shapes = {{.shape = planar::box(1, 0.1)}}, .mass = 1, .level = level});
  };
  const BodyId upper = bar(0.5, 0), lower = bar(1.5, lower_level);
  builder.add_joint({.a = upper, .anchor = {0, 0, 0}});
  builder.add_joint({.a = lower, .b = upper, .anchor = {1, 0, 0}});
  return builder.build().value();
}

}  // namespace

TEST_CASE("discs on two levels cross as if alone, on one level they bounce") {
  for (const int level : {0, 1}) {
    const Model model = head_on(level);
    Simulator simulator(model, {.dt = 0.01});
    State state = initial_state(model);
    bool met = false;
    int contacts = 0;
    while (state.step < 200) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      contacts += report.contacts;
      met |= (state.q.head<2>() - state.q.segment<2>(3)).norm() < 0.5;
    }
    CAPTURE(level);
    if (level == 0) {
      CHECK_FALSE(met);
      CHECK(contacts > 0);
      CHECK(state.v[0] < -0.9);
      CHECK(state.v[3] > 0.9);
    } else {
      CHECK(met);
      CHECK(contacts == 0);
      CHECK(state.v == model.start_v);
      CHECK((state.q - model.start_q - 2.0 * model.start_v).cwiseAbs().maxCoeff() < 1e-12);
    }
  }
}

TEST_CASE("each falling body lands on the floor of its own level") {
  ModelBuilder builder;
  BodyDef high = scenes::ground(), low = scenes::ground();
  low.name = "cellar";
  low.pose.p = {0, -2};
  low.level = 1;
  builder.add_body(high);
  builder.add_body(low);
  const BodyDef ball{.pose = {{0, 1.5}}, .shapes = {{.shape = planar::Disc{0.5}}}};
  BodyDef other = ball;
  other.level = 1;
  const BodyId above = builder.add_body(ball), below = builder.add_body(other);
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.005});
  State state = initial_state(model);
  CHECK(scenes::simulate(simulator, state, 2).status == StepStatus::ok);
  CHECK(std::abs(body_pose(model, state, above).p.y() - 0.5) < 1e-9);
  CHECK(std::abs(body_pose(model, state, below).p.y() + 1.5) < 1e-9);
}

TEST_CASE("a pin joins bodies of two levels exactly as bodies of one") {
  const Model apart = double_pendulum(1), together = double_pendulum(0);
  Simulator first(apart, {.dt = 0.001}), second(together, {.dt = 0.001});
  State a = initial_state(apart), b = initial_state(together);
  const scenes::Run run = scenes::simulate(first, a, 3);
  CHECK(run.status == StepStatus::ok);
  CHECK(run.joint_gap < 1e-4);
  CHECK(scenes::simulate(second, b, 3).status == StepStatus::ok);
  CHECK(hash(a) == hash(b));
  CHECK((a.q - apart.start_q).norm() > 1);
}

// Scissors: two bars pinned at their middles, one per level, turning against each other at 2 rad/s.
// A post of radius 0.1 m, 0.8 m below the pin and on the level of b, holds b where b's long side
// touches it, 0.05 + 0.1 = 0.8 sin(angle to the vertical); a turns on past both of them.
TEST_CASE("of two bars pinned across levels, a post stops the one on its own level") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0, .e = 0}});
  const auto bar = [&](double spin, int level) {
    return builder.add_body({.velocity = {0, 0, spin},
                             .shapes = {{.shape = planar::box(2, 0.1)}},
                             .mass = 1,
                             .level = level});
  };
  const BodyId a = bar(2, 0), b = bar(-2, 1);
  builder.add_body({.kind = BodyKind::fixed,
                    .pose = {{0, -0.8}},
                    .shapes = {{.shape = planar::Disc{0.1}}},
                    .level = 1});
  builder.add_joint({.a = a, .anchor = {0, 0, 0}});
  builder.add_joint({.a = b, .b = a, .anchor = {0, 0, 0}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.001});
  State state = initial_state(model);
  const scenes::Run run = scenes::simulate(simulator, state, 3);
  CHECK(run.status == StepStatus::ok);
  CHECK(run.joint_gap < 1e-6);
  CHECK(run.penetration < 1e-6);
  CHECK(std::abs(body_pose(model, state, a).angle - 6) < 1e-9);
  CHECK(std::abs(body_velocity(model, state, a).z() - 2) < 1e-9);
  const double held = std::asin(0.15 / 0.8) - std::numbers::pi / 2;
  // Undoing the second-order overlap of the impact's step leaves b some 1e-4 rad/s.
  CHECK(std::abs(body_pose(model, state, b).angle - held) < 1e-3);
  CHECK(std::abs(body_velocity(model, state, b).z()) < 3e-4);
}

}  // namespace perpend
