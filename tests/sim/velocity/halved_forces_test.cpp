// SPDX-License-Identifier: Apache-2.0
// Forces of contacts and joints in steps that are taken in parts, beside the change of momentum.
#include <doctest/doctest.h>

#include "perpend/sim/contact_events.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"
#include "sim/velocity/rail_with_holes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kStep = 0.1, kGravity = 9.81, kRadius = 0.1;

Vector3d velocity(const Model& model, const State& state, BodyId body) {
  return state.v.segment<3>(model.bodies[body.index].v_offset);
}

// A slider whose step has to be halved, as its first half once more where `deep`; a ball that hits
// the ground somewhere in the step, a box that slides on it, and a pendulum with a motor.
struct Parts {
  BodyId ball, box, bob;
  JointId hinge;
  Model model;
};

BodyDef solid(Draw& draw, const Vector3d& place, const spatial::Shape& shape) {
  BodyDef def{.kind = BodyKind::spatial, .mass = draw(0.5, 5)};
  def.spatial.pose.p = place;
  def.spatial.shapes = {{.shape = shape}};
  return def;
}

Parts parts(Draw& draw) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  const double mu = draw(0.1, 0.8), e = draw.coin() ? draw(0, 1) : 0.0;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = e}});
  std::vector<double> holes{0.05, 0.15, 0.25};
  if (draw.coin()) holes.push_back(draw.coin() ? 0.125 : 0.175);
  add_slider(builder, holes);
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  const double speed = draw(2, 8), fall = speed * draw(0.6, 2.5) * kStep;
  BodyDef ball = solid(draw, {0, 3, kRadius + fall}, spatial::Sphere{kRadius});
  ball.spatial.velocity = {draw(-2, 2), draw(-2, 2), -speed};
  BodyDef box = solid(draw, {0, 6, 0.1}, spatial::box(0.4, 0.3, 0.2));
  box.spatial.velocity = {draw(-0.4, 0.4), draw(-0.4, 0.4), 0};
  const double angle = draw(-1, 1);
  BodyDef bob = solid(draw, {std::sin(angle), 9, 4 - std::cos(angle)}, spatial::Sphere{kRadius});
  Parts made{builder.add_body(ball), builder.add_body(box), builder.add_body(bob), {}, {}};
  made.hinge = builder.add_joint(
      {.kind = JointKind::pin,
       .a = made.bob,
       .anchor = {0, 9, 4},
       .axis = {0, 1, 0},
       .coordinates = {
           {.motor = MotorKind::velocity, .target = draw(-2, 2), .max_force = draw(1, 20)}}});
  made.model = builder.build().value();
  return made;
}

// Checks the impulses and the reaction of the step from `start` to `state`.
void check(const Parts& made, const Simulator& simulator, const State& start, const State& state) {
  const auto gained = [&](BodyId body) -> Vector3d {
    const Vector3d change = velocity(made.model, state, body) - velocity(made.model, start, body);
    return made.model.bodies[body.index].mass * (change + kStep * Vector3d(0, 0, kGravity));
  };
  for (const BodyId body : {made.ball, made.box}) {
    const Vector3d push = kStep * contact_force(simulator.contacts(), body, kStep);
    CAPTURE(made.model.bodies[body.index].details->name);
    CHECK((push - gained(body)).norm() <= 1e-9 * (1 + gained(body).norm()));
  }
  const Vector3d pull = kStep * simulator.joint_reaction(made.hinge).force;
  CHECK((pull - gained(made.bob)).norm() <= 1e-9 * (1 + gained(made.bob).norm()));
}

}  // namespace

TEST_CASE("impulses of contacts and reactions of joints are those of all parts of a step") {
  int in_parts = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Draw draw(5200 + seed);
    const Parts made = parts(draw);
    State state = initial_state(made.model);
    Simulator simulator(made.model, {.dt = kStep, .halvings = 2});
    for (int k = 0; k < 3; ++k) {
      const State start = state;
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      in_parts += report.halvings > 0;
      check(made, simulator, start, state);
    }
  }
  CHECK(in_parts > 80);
}

}  // namespace perpend
