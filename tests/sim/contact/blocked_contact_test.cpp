// SPDX-License-Identifier: Apache-2.0
// What joints hold in all directions but along its slide meets what does not give way.
#include <doctest/doctest.h>

#include <cmath>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

struct Gripper {
  bool in_space;
  double speed;  // m/s, of the hand
  double mass;   // kg, of a finger
  double force;  // N, of a finger
  double mu, e;
};

Gripper any_gripper(Draw& draw) {
  return {.in_space = draw.coin(),
          .speed = draw(-2, -0.1),
          .mass = std::pow(10, draw(-2, 2)),
          .force = std::pow(10, draw(0, 4)),
          .mu = draw(0, 2),
          .e = draw.coin() ? 0 : draw(0, 1)};
}

// A hand that comes down presses its fingers, which slide on it, into the floor, on which they meet
// a box.
Model model_of(const Gripper& gripper) {
  ModelBuilder builder;
  const int up = gripper.in_space ? 2 : 1;
  const auto at = [&](double x, double height) {
    Eigen::Vector3d point(x, 0, 0);
    point[up] = height;
    return point;
  };
  const auto body = [&](BodyKind planar, BodyKind spatial, const Eigen::Vector3d& place) {
    BodyDef def{.kind = gripper.in_space ? spatial : planar, .pose = {place.head<2>(), 0}};
    def.spatial.pose.p = place;
    return def;
  };
  const auto box = [&](BodyDef& def, double wide, double high) {
    if (gripper.in_space)
      def.spatial.shapes = {{.shape = spatial::box(wide, 0.2, high)}};
    else
      def.shapes = {{planar::box(wide, high)}};
  };
  builder.set_gravity(at(0, -9.81));
  builder.add_material(
      {.name = "default", .self = {.mu_s = gripper.mu, .mu_k = gripper.mu, .e = gripper.e}});
  BodyDef floor = body(BodyKind::fixed, BodyKind::spatial_fixed, at(0, -0.1));
  box(floor, 4, 0.2);
  builder.add_body(floor);
  BodyDef hand = body(BodyKind::kinematic, BodyKind::spatial_kinematic, at(0, 1));
  hand.motion.velocity = at(0, gripper.speed);
  const BodyId driven = builder.add_body(hand);
  for (const double side : {-1.0, 1.0}) {
    BodyDef finger = body(BodyKind::rigid, BodyKind::spatial, at(0.2 * side, 0.2));
    finger.mass = gripper.mass;
    box(finger, 0.05, 0.3);
    builder.add_joint(
        {.kind = JointKind::prismatic,
         .a = builder.add_body(finger),
         .b = driven,
         .axis = {-side, 0, 0},
         .coordinates = {{.motor = MotorKind::velocity, .target = 1, .max_force = gripper.force}}});
  }
  BodyDef load = body(BodyKind::rigid, BodyKind::spatial, at(0, 0.105));
  load.mass = 1.0;
  box(load, 0.2, 0.2);
  builder.add_body(load);
  return builder.build().value();
}

}  // namespace

// Impulses there move nothing but what rounding leaves: as large as it takes they tore the joints
// by their own size and searches took minutes.
TEST_CASE("contacts of what joints hold bear nothing, and what they are driven into is named") {
  Draw draw(17);
  int named = 0;
  for (int n = 0; n < 40; ++n) {
    CAPTURE(n);
    const Gripper gripper = any_gripper(draw);
    const Model model = model_of(gripper);
    const double dt = std::pow(10, draw(-3, -1.8));
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    // A finger starts 5 cm above the floor and is driven in by as much.
    for (int step = 0; step * dt * -gripper.speed < 0.1; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.uncertified == 0);
      CHECK(report.certificate.joint_gap < 5e-3);
      CHECK(report.factorisations < 5000);
      named += report.squeezed > 0 && report.message.find("limited force") != std::string::npos;
    }
  }
  CHECK(named > 100);
}

// The slip that joints block is no reason to call friction beyond its cone solved.
TEST_CASE("platforms on slides that things fall on are certified") {
  Draw draw(18);
  for (int n = 0; n < 40; ++n) {
    CAPTURE(n);
    ModelBuilder builder;
    builder.set_gravity({0, -9.81, 0});
    const double mu = draw(0.1, 1.5), e = draw(0.5, 1);
    builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = e}});
    builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{{0, 1}}}}});
    const BodyId platform = builder.add_body(
        {.pose = {{0, 0.2}}, .shapes = {{planar::box(0.5, 0.06)}}, .mass = draw(0.5, 5)});
    builder.add_joint({.kind = JointKind::prismatic, .a = platform, .axis = {0, 1, 0}});
    for (int k = 0; k < 3; ++k)
      builder.add_body({.pose = {{draw(-0.1, 0.1), 0.4 + 0.25 * k}, draw(-3, 3)},
                        .shapes = {{planar::box(draw(0.05, 0.15), draw(0.05, 0.15))}},
                        .mass = std::pow(10, draw(0, 2.5))});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 1.0 / 60});
    State state = initial_state(model);
    for (int step = 0; step < 40; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.uncertified == 0);
    }
  }
}

}  // namespace perpend
