// SPDX-License-Identifier: Apache-2.0
// Linkages that a motor or a blow gives their speed within one step. It fits the joints where the
// step had its geometry, and what is off at its end is no fault of the next step.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;

constexpr double kPi = std::numbers::pi;

BodyId add_bar(ModelBuilder& builder, const Vector2d& from, const Vector2d& to, double mass) {
  const Vector2d along = to - from;
  BodyDef bar{.mass = mass};
  bar.pose = {0.5 * (from + to), std::atan2(along.y(), along.x())};
  bar.shapes = {{.shape = planar::box(along.norm(), 0.03)}};
  bar.collides.mask = 0;
  return builder.add_body(bar);
}

// Grashof's condition holds: the crank turns all the way round.
Model driven_four_bar(Draw& draw, double speed) {
  const double crank = draw(0.1, 0.2), ground = draw(0.5, 0.6), coupler = draw(0.45, 0.55),
               rocker = draw(0.4, 0.5), angle = draw(-kPi, kPi);
  const Vector2d a(0, 0), d(ground, 0), b = crank * Vector2d(std::cos(angle), std::sin(angle));
  const double span = (d - b).norm();
  const double along = (coupler * coupler - rocker * rocker + span * span) / (2 * span);
  const Vector2d u = (d - b) / span;
  const Vector2d c =
      b + along * u + std::sqrt(coupler * coupler - along * along) * Vector2d(-u.y(), u.x());
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  const BodyId first = add_bar(builder, a, b, draw(0.3, 3));
  const BodyId second = add_bar(builder, b, c, draw(0.3, 3));
  const BodyId third = add_bar(builder, d, c, draw(0.3, 3));
  builder.add_joint({.name = "motor",
                     .kind = JointKind::pin,
                     .a = first,
                     .anchor = {a.x(), a.y(), 0},
                     .coordinates = {{.motor = MotorKind::velocity, .target = speed}}});
  builder.add_joint({.kind = JointKind::pin, .a = second, .b = first, .anchor = {b.x(), b.y(), 0}});
  builder.add_joint({.kind = JointKind::pin, .a = third, .b = second, .anchor = {c.x(), c.y(), 0}});
  builder.add_joint({.kind = JointKind::pin, .a = third, .anchor = {d.x(), d.y(), 0}});
  return builder.build().value();
}

// A door on two hinges, and a ball that flies at it.
Model struck_door(Draw& draw) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0.3, .mu_k = 0.3, .e = draw(0, 1)}});
  const double width = draw(0.5, 1);
  BodyDef leaf{.kind = BodyKind::spatial, .mass = std::exp(draw(std::log(2), std::log(200)))};
  leaf.spatial.pose.p = {0.5 * width, 0, 1.05};
  leaf.spatial.shapes = {{.shape = spatial::box(width, 0.05, 2)}};
  const BodyId door = builder.add_body(leaf);
  for (const double height : {0.3, 1.8})
    builder.add_joint(
        {.kind = JointKind::pin, .a = door, .anchor = {0, 0, height}, .axis = {0, 0, 1}});
  BodyDef ball{.kind = BodyKind::spatial, .mass = 2};
  ball.spatial.pose.p = {draw(0.3, 1) * width, -0.6, 1};
  ball.spatial.velocity = {0, draw(2, 20), 0};
  ball.spatial.shapes = {{.shape = spatial::Sphere{0.1}}};
  builder.add_body(ball);
  return builder.build().value();
}

void check_certified(const Model& model, double dt, double duration) {
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  while (state.time < duration) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    CHECK_MESSAGE(report.uncertified == 0, report.message);
  }
}

}  // namespace

TEST_CASE("a four-bar linkage that its motor starts within a step is certified") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double dt = std::exp(draw(std::log(1e-3), std::log(1e-2)));
    const double speed = draw(-0.15, 0.15) / dt;
    const Model model = driven_four_bar(draw, speed);
    check_certified(model, dt, 40 * dt);
  }
}

TEST_CASE("a door on two hinges that a ball hits is certified") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double dt = std::exp(draw(std::log(1e-3), std::log(1.0 / 60)));
    check_certified(struck_door(draw), dt, 0.4);
  }
}

}  // namespace perpend
