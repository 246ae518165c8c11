// SPDX-License-Identifier: Apache-2.0
// Centrifugal governors: arms on a driven shaft that lift a sleeve against its limit, all on hinges
// that repeat each other, and turning far within a step.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

struct Governor {
  int arms;
  double length, lean, radius, ball, turn;  // m, rad, m, kg, rad per step at the driven speed
};

Governor draw(std::mt19937_64& engine) {
  const auto uniform = [&](double lo, double hi) {
    return lo + (hi - lo) * static_cast<double>(engine() >> 11) * 0x1p-53;
  };
  const int arms = 2 + static_cast<int>(engine() % 3);
  return {arms,
          uniform(0.05, 0.4),
          uniform(0.4, 0.9),
          uniform(0.05, 0.2),
          uniform(0.05, 2),
          uniform(0.2, 0.9)};
}

BodyId add_arm(ModelBuilder& builder, const Vector3d& from, const Vector3d& to, double mass) {
  BodyDef def{.kind = BodyKind::spatial, .mass = mass};
  def.collides.mask = 0;
  const Vector3d along = to - from;
  def.spatial.pose = {0.5 * (from + to),
                      Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), along)};
  def.spatial.shapes = {{spatial::capsule(0.8 * along.norm(), 0.03 * along.norm())}};
  return builder.add_body(def);
}

BodyId add_around(ModelBuilder& builder, double z, double half, double radius, double mass) {
  BodyDef def{.kind = BodyKind::spatial, .mass = mass};
  def.collides.mask = 0;
  def.spatial.pose.p = {0, 0, z};
  def.spatial.shapes = {{spatial::cylinder(half, radius)}};
  return builder.add_body(def);
}

void add_leg(ModelBuilder& builder, const Governor& g, int k, BodyId shaft, BodyId sleeve) {
  const double angle = 2 * std::numbers::pi * k / g.arms, out = g.length * std::sin(g.lean);
  const Vector3d away(std::cos(angle), std::sin(angle), 0), axis(-away.y(), away.x(), 0);
  const double half = g.length * std::cos(g.lean), in = g.radius * g.length;
  const Vector3d top = in * away + Vector3d(0, 0, half), low = in * away - Vector3d(0, 0, half),
                 knee = (in + out) * away;
  const BodyId upper = add_arm(builder, top, knee, 0.1 * g.ball),
               lower = add_arm(builder, knee, low, 0.1 * g.ball);
  BodyDef ball{.kind = BodyKind::spatial, .mass = g.ball};
  ball.collides.mask = 0;
  ball.spatial.pose.p = knee;
  ball.spatial.shapes = {{spatial::Sphere{0.1 * g.length}}};
  const BodyId end = builder.add_body(ball);
  const auto pin = [&](BodyId a, BodyId b, const Vector3d& at) {
    builder.add_joint({.kind = JointKind::pin, .a = a, .b = b, .anchor = at, .axis = axis});
  };
  pin(upper, shaft, top);
  pin(lower, upper, knee);
  pin(lower, sleeve, low);
  builder.add_joint({.kind = JointKind::weld, .a = end, .b = upper, .anchor = knee});
}

// At the speeds driven to the arms hold the sleeve up against its limit.
Model model_of(const Governor& g, double speed) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  const double half = g.length * std::cos(g.lean);
  const BodyId shaft = add_around(builder, 0, half, 0.05 * g.length, 5 * g.ball),
               sleeve = add_around(builder, -half, 0.1 * g.length, 0.15 * g.length, g.ball);
  const double inertia = 3 * g.arms * g.ball * g.length * g.length;
  builder.add_joint(
      {.kind = JointKind::pin,
       .a = shaft,
       .axis = {0, 0, 1},
       .coordinates = {
           {.motor = MotorKind::velocity, .target = speed, .max_force = 3 * inertia * speed}}});
  builder.add_joint({.kind = JointKind::cylindrical,
                     .a = sleeve,
                     .b = shaft,
                     .anchor = {0, 0, -half},
                     .axis = {0, 0, 1},
                     .coordinates = {{.lo = -0.1 * g.length, .hi = 0.5 * g.length}}});
  for (int k = 0; k < g.arms; ++k) add_leg(builder, g, k, shaft, sleeve);
  return builder.build().value();
}

struct Spun {
  double speed, gap;  // of the shaft at the end, rad/s; largest of the joints, m
  int uncertified = 0;
};

Spun run(const Model& model, double dt) {
  State state = initial_state(model);
  Simulator simulator(model, {.dt = dt});
  Spun spun{0, 0};
  while (state.time < 2) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    spun.gap = std::max(spun.gap, report.certificate.joint_gap);
    spun.uncertified += report.uncertified;
  }
  spun.speed = state.v[5];
  return spun;
}

TEST_CASE("governors whose hinges repeat each other reach the speed they are driven to") {
  std::mt19937_64 engine(5);
  for (int n = 0; n < 24; ++n) {
    CAPTURE(n);
    const Governor g = draw(engine);
    const double speed = 3 * std::sqrt(9.81 / g.length), dt = g.turn / speed;
    const Spun spun = run(model_of(g, speed), dt);
    CHECK(spun.speed == relative(speed, 0.01));
    CHECK(spun.gap < 0.1 * g.length);
    CHECK(spun.uncertified <= 1);
  }
}

}  // namespace
}  // namespace perpend
