// SPDX-License-Identifier: Apache-2.0
// What a step tells of its contacts, and what a hit out of an overlap does.
#include <doctest/doctest.h>

#include <cmath>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kGravity = 9.81, kMu = 0.4, kStep = 0.01, kMass = 3.0;

// A cube on the ground of space; the body is the second, so impulses and slip are its own.
Model cube(const Vector3d& velocity) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.add_material({.name = "default", .self = {.mu_s = kMu, .mu_k = kMu}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body({.kind = BodyKind::spatial,
                    .mass = kMass,
                    .spatial = {.pose = {.p = {0, 0, 0.5}},
                                .velocity = velocity,
                                .shapes = {{.shape = spatial::box(1, 1, 1)}}}});
  return builder.build().value();
}

struct Sum {
  Vector3d impulse{0, 0, 0};
  int open = 0, stick = 0, slide = 0;
};

Sum records_of(const Model& model) {
  Simulator simulator(model, {.dt = kStep});
  State state = initial_state(model);
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  Sum sum;
  for (const ContactRecord& record : simulator.contacts()) {
    sum.impulse += record.impulse;
    CHECK(record.a.index == 0);
    CHECK(record.b.index == 1);
    CHECK(record.normal.z() == 1);
    sum.open += record.status == ContactStatus::open;
    sum.stick += record.status == ContactStatus::stick;
    sum.slide += record.status == ContactStatus::slide;
    const Vector3d v = state.v.segment<3>(model.bodies[1].v_offset);
    CHECK((record.slip - Vector3d(v.x(), v.y(), 0)).norm() < 1e-10);
  }
  return sum;
}

// A ball that overlaps the ground and moves into it; the velocity after one step.
double after_hit(double speed, double e, double overlap, double recovery_speed) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0, .e = e}});
  builder.add_body(scenes::ground());
  builder.add_body({.pose = {{0, 0.5}, 0},
                    .velocity = {0, -speed, 0},
                    .shapes = {{.shape = planar::Disc{0.5}}},
                    .mass = 1.0});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = kStep,
                              .stepper = Stepper::semi_implicit,
                              .recovery_speed = recovery_speed,
                              .impact_speed = 1e-3});
  State state = initial_state(model);
  state.q[model.bodies[1].q_offset + 1] -= overlap;
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  return state.v[model.bodies[1].v_offset + 1];
}

}  // namespace

TEST_CASE("a contact that slides says which way, and friction points the other way") {
  for (const Vector3d& v : {Vector3d(2, 0, 0), Vector3d(-1, 1.5, 0), Vector3d(0, -3, 0)}) {
    const Sum sum = records_of(cube(v));
    const double press = kMass * kGravity * kStep;
    CHECK(sum.slide > 0);
    CHECK(sum.stick == 0);
    CHECK(std::abs(sum.impulse.z() - press) < 1e-9);
    CHECK((sum.impulse.head<2>() + kMu * press * v.normalized().head<2>()).norm() < 1e-9);
  }
}

TEST_CASE("a contact at rest sticks") {
  const Sum sum = records_of(cube({0, 0, 0}));
  CHECK(sum.slide == 0);
  CHECK(sum.stick > 0);
  CHECK(std::abs(sum.impulse.z() - kMass * kGravity * kStep) < 1e-9);
  CHECK(sum.impulse.head<2>().norm() < 1e-12);
}

TEST_CASE("what hits a ground that it overlaps already bounces as it would from its surface") {
  for (const double recovery_speed : {0.3, 3.0}) {
    CHECK(std::abs(after_hit(1, 0.5, 0.02, recovery_speed) - 0.5) < 1e-12);
    CHECK(std::abs(after_hit(3, 0.5, 0.02, recovery_speed) - 1.5) < 1e-12);
    CHECK(std::abs(after_hit(1, 0.0, 0.02, recovery_speed)) < 1e-12);
  }
}

// 8 m/s lead in by 0.08 m in a step: what is parted of that opens as fast as 0.02 m / 0.01 s asks.
TEST_CASE("restitution and recovery of an overlap that motion explains: the larger one counts") {
  CHECK(std::abs(after_hit(8, 0.5, 0.02, 3) - 4.0) < 1e-12);
  CHECK(std::abs(after_hit(8, 0.0, 0.02, 3) - 2.0) < 1e-12);
  CHECK(std::abs(after_hit(8, 0.0, 0.02, 0.3) - 0.3) < 1e-12);
}

}  // namespace perpend
