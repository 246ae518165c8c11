// SPDX-License-Identifier: Apache-2.0
//
// Surfaces that run along themselves: what a belt carries, under every law, and what drives itself.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/acceleration_simulator.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kSpeed = 2, kMu = 0.5, kGravity = 9.81;
// A box at rest is as fast as the belt after v / (mu g).
constexpr double kTime = kSpeed / (kMu * kGravity);

// A box at rest on a belt that is tilted by `slope`, which moves it uphill.
Model planar_belt(double slope = 0, BodyKind kind = BodyKind::fixed) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = kMu, .mu_k = kMu}});
  const Eigen::Vector2d up(-std::sin(slope), std::cos(slope));
  builder.add_body({.kind = kind,
                    .pose = {-0.1 * up, slope},
                    .shapes = {{.shape = planar::box(20, 0.2), .surface_velocity = kSpeed}}});
  builder.add_body({.pose = {0.1 * up, slope}, .shapes = {{.shape = planar::box(0.4, 0.2)}}});
  return builder.build().value();
}

// The belt is turned by 0.6 rad about z, its shape by another 0.3 rad: it runs along 0.6 rad.
Model spatial_belt() {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = kMu, .mu_k = kMu}});
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(0.6, Vector3d::UnitZ()));
  const Eigen::Quaterniond shape_turn(Eigen::AngleAxisd(0.3, Vector3d::UnitZ()));
  // What points out of the surface is not along it.
  const Vector3d running(kSpeed, 0, 7);
  builder.add_body({.kind = BodyKind::spatial_fixed,
                    .spatial = {.pose = {.p = {0, 0, -0.1}, .r = turn},
                                .shapes = {{.shape = spatial::box(20, 20, 0.2),
                                            .pose = {.r = shape_turn},
                                            .surface_velocity = running}}}});
  builder.add_body({.kind = BodyKind::spatial,
                    .spatial = {.pose = {.p = {0, 0, 0.1}, .r = turn},
                                .shapes = {{.shape = spatial::box(0.4, 0.4, 0.2)}}}});
  return builder.build().value();
}

// How far the box is, along `along`, and how fast, a bit after the belt has caught up with it.
struct Ride {
  double way = 0, speed = 0, slip = 0;
};
Ride ride(const Model& model, const ContactLaw& law, const Vector3d& along, double time) {
  Simulator simulator(model, {.dt = 0.001, .law = law});
  State state = initial_state(model);
  const Vector3d start = spatial_pose(model, state, {1}).p;
  while (state.time < time - 0.5e-3) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    CHECK(report.uncertified == 0);
  }
  Ride end{.way = along.dot(spatial_pose(model, state, {1}).p - start),
           .speed = along.dot(body_twist(model, state, {1}).velocity)};
  for (const ContactRecord& contact : simulator.contacts())
    end.slip = std::max(end.slip, contact.slip.norm());
  return end;
}

}  // namespace

TEST_CASE("a belt takes a box along: v/(mu g) long, v^2/(2 mu g) far, and not on") {
  for (const ContactLaw& law : all_laws()) {
    if (law == ContactLaw::frictionless || law == ContactLaw::phantom) continue;
    CAPTURE(to_string(law));
    const bool exact =
        law == ContactLaw::cone || law == ContactLaw::box || law == ContactLaw::polyhedral;
    const Ride before = ride(planar_belt(), law, Vector3d::UnitX(), 0.2);
    CHECK(before.speed == relative(kMu * kGravity * 0.2, exact ? 1e-9 : 0.02));
    CHECK(before.slip == relative(kSpeed - kMu * kGravity * 0.2, exact ? 1e-9 : 0.02));
    const Ride after = ride(planar_belt(), law, Vector3d::UnitX(), 1.0);
    CHECK(after.speed == relative(kSpeed, 1e-9));
    CHECK(after.way == relative(kSpeed * (1.0 - kTime / 2), exact ? 1e-5 : 0.02));
    CHECK(after.slip < 1e-9);
  }
}

TEST_CASE("a belt in space runs along what its vector leaves of the surface") {
  const Vector3d along(std::cos(0.6), std::sin(0.6), 0), across = along.unitOrthogonal();
  for (const ContactLaw law : {ContactLaw(ContactLaw::cone), ContactLaw(ContactLaw::box)}) {
    CAPTURE(to_string(law));
    const Ride before = ride(spatial_belt(), law, along, 0.2);
    const double pull = law == ContactLaw::cone ? kMu : before.speed / (kGravity * 0.2);
    CHECK(before.speed == relative(pull * kGravity * 0.2, 1e-7));
    const Ride after = ride(spatial_belt(), law, along, 1.0);
    CHECK(after.speed == relative(kSpeed, 1e-9));
    if (law == ContactLaw::cone) CHECK(after.way == relative(kSpeed * (1.0 - kTime / 2), 1e-5));
    CHECK(std::abs(ride(spatial_belt(), law, across, 1.0).way) < 0.05);
  }
}

TEST_CASE("a belt climbs as long as its friction holds") {
  const double slope = 0.3, pull = kMu * std::cos(slope) - std::sin(slope);
  const Vector3d uphill(std::cos(slope), std::sin(slope), 0);
  const Ride before = ride(planar_belt(slope), ContactLaw::cone, uphill, 0.5);
  CHECK(before.speed == relative(pull * kGravity * 0.5, 1e-9));
  CHECK(ride(planar_belt(slope), ContactLaw::cone, uphill, 2).speed == relative(kSpeed, 1e-9));
}

TEST_CASE("tracks drive the body they are on: momentum comes from the ground alone") {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = kMu, .mu_k = kMu}});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  builder.add_body(
      {.pose = {{0, 0.1}}, .shapes = {{.shape = planar::box(4, 0.2), .surface_velocity = kSpeed}}});
  const Model model = builder.build().value();
  // Below the surface runs back: the tank goes ahead.
  const Ride before = ride(model, ContactLaw::cone, Vector3d::UnitX(), 0.2);
  CHECK(before.speed == relative(kMu * kGravity * 0.2, 1e-9));
  CHECK(ride(model, ContactLaw::cone, Vector3d::UnitX(), 1.0).speed == relative(kSpeed, 1e-9));
}

TEST_CASE("a ball bounces on a belt, which turns it") {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 5, .mu_k = 5, .e = 0.5}});
  builder.add_body({.kind = BodyKind::fixed,
                    .pose = {{0, -0.1}},
                    .shapes = {{.shape = planar::box(20, 0.2), .surface_velocity = kSpeed}}});
  builder.add_body(
      {.pose = {{0, 0.3}}, .velocity = {0, -2, 0}, .shapes = {{.shape = planar::Disc{0.1}}}});
  const Model model = builder.build().value();
  for (const ImpactLaw impact : {ImpactLaw::newton, ImpactLaw::poisson}) {
    Simulator simulator(model, {.dt = 1e-4, .impact = impact});
    State state = initial_state(model);
    while (state.v[model.bodies[1].v_offset + 1] <= 0) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      REQUIRE(state.time < 1);
    }
    // The point of contact sticks to the belt: of a disc a third of its speed goes into the centre.
    CHECK(state.v[model.bodies[1].v_offset] == relative(kSpeed / 3, 1e-3));
    CHECK(state.v[model.bodies[1].v_offset + 1] > 0.98);
  }
}

TEST_CASE("forces at instants know of belts too") {
  for (const Model& model : {planar_belt(), spatial_belt()}) {
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    const Vector3d start = spatial_pose(model, state, {1}).p;
    const AdvanceReport report = simulator.advance(state, 1.0);
    REQUIRE_MESSAGE(report.status == InstantStatus::solved, report.message);
    CHECK(body_twist(model, state, {1}).velocity.norm() == relative(kSpeed, 1e-6));
    CHECK((spatial_pose(model, state, {1}).p - start).norm() ==
          relative(kSpeed * (1.0 - kTime / 2), 1e-6));
  }
}

TEST_CASE("a surface velocity that is no number is a fault of its shape") {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::fixed,
                    .shapes = {{.shape = planar::box(1, 1), .surface_velocity = std::nan("")}}});
  builder.add_body({.kind = BodyKind::spatial_fixed,
                    .spatial = {.shapes = {{.shape = spatial::box(1, 1, 1),
                                            .surface_velocity = {0, HUGE_VAL, 0}}}}});
  const Result<Model> model = builder.build();
  REQUIRE(!model);
  REQUIRE(model.error().size() == 2);
  CHECK(model.error()[0].element == "bodies[0].shapes[0].surface_velocity");
  CHECK(model.error()[1].element == "bodies[1].shapes[0].surface_velocity");
}

}  // namespace perpend
