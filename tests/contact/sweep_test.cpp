// SPDX-License-Identifier: Apache-2.0
// When bodies on their way meet.
#include "contact/sweep.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "contact/sweep_cases.hpp"
#include "geometry/random_solids.hpp"
#include "perpend/dynamics/affine_body.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;
using sweep_cases::bar_and;
using sweep_cases::first_overlap;
using sweep_cases::thrown;
using sweep_cases::wall_and;

}  // namespace

TEST_CASE("a sweep finds when a ball meets a wall") {
  const Model model = wall_and(thrown(spatial::Sphere{0.1}, {-1, 0, 0}, {50, 0, 0}));
  const std::optional<double> time = first_overlap(model, 0.1);
  REQUIRE(time.has_value());
  // 0.8 m to touch; then an overlap of 1 to 2 % of the inner radius, 0.1 m.
  CHECK(*time >= 0.801 / 50);
  CHECK(*time <= 0.8021 / 50);
  CHECK_FALSE(first_overlap(model, 0.015).has_value());
}

TEST_CASE("a sweep in the plane finds when a disc meets the ground, from above alone") {
  const auto meets = [](double height, double fall, double spin) {
    ModelBuilder builder;
    builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
    builder.add_body({.pose = {{0, height}, 0},
                      .velocity = {30, -fall, spin},
                      .shapes = {{.shape = planar::Disc{0.1}}}});
    const Model model = builder.build().value();
    const State state = initial_state(model);
    Collider collider(model);
    Sweep sweep(model);
    sweep.start(state, state.v);
    return sweep.first_overlap(collider, 0, 1, 0.1);
  };
  const std::optional<double> time = meets(0.5, 20, 400);
  REQUIRE(time.has_value());
  CHECK(*time >= 0.401 / 20);
  CHECK(*time <= 0.4021 / 20);
  CHECK_FALSE(meets(0.5, -20, 400).has_value());
}

TEST_CASE("what passes by, flies off or only spins about its axis meets nothing") {
  const Vector3d off(-0.21, 0, 0);
  CHECK_FALSE(
      first_overlap(wall_and(thrown(spatial::Sphere{0.1}, off, {0, 900, 0})), 1).has_value());
  CHECK_FALSE(
      first_overlap(wall_and(thrown(spatial::Sphere{0.1}, off, {-9, 0, 0})), 1).has_value());
  CHECK_FALSE(
      first_overlap(wall_and(thrown(spatial::cylinder(0.2, 0.1), off, {0, 5, 0}, {0, 0, 500})), 1)
          .has_value());
}

TEST_CASE("a rod that turns into a wall meets it at its angle") {
  // Along the wall at a distance of 0.3 m from it, half as long again; radius 0.01.
  const Model model =
      wall_and(thrown(spatial::capsule(0.9, 0.01), {-0.4, 0, 0}, {0, 0, 0}, {0, 2, 0}));
  const std::optional<double> time = first_overlap(model, 1);
  REQUIRE(time.has_value());
  const double touch = std::asin(0.29 / 0.45) / 2;
  CHECK(*time >= touch);
  CHECK(*time <= touch + 2e-3);
}

// 3 cm deep in the wall and on its way further in: met where 1 to 2 % of the inner radius are
// added.
TEST_CASE("an overlap at the start counts from there on") {
  const Vector3d touching(-0.2, 0, 0);
  const auto moving = [&](double speed) {
    return first_overlap(wall_and(thrown(spatial::Sphere{0.1}, touching, {speed, 0, 0})), 1, 0.03);
  };
  const std::optional<double> time = moving(1);
  REQUIRE(time.has_value());
  CHECK(*time >= 0.001 - 1e-12);
  CHECK(*time <= 0.002 + 1e-12);
  CHECK_FALSE(moving(-1).has_value());
}

TEST_CASE("a sweep finds the same time whichever body moves and comes first") {
  const BodyDef ball = thrown(spatial::Sphere{0.1}, {-1, 0, 0}, {50, 0, 0});
  const BodyDef rod = thrown(spatial::capsule(0.9, 0.01), {-0.4, 0, 0}, {0, 0, 0}, {0, 2, 0});
  const auto meeting = [](const BodyDef& first, const BodyDef& second) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_body(first);
    builder.add_body(second);
    const Model model = builder.build().value();
    const State state = initial_state(model);
    Collider collider(model);
    Sweep sweep(model);
    sweep.start(state, state.v);
    return sweep.first_overlap(collider, 0, 1, 1).value_or(-1);
  };
  const auto wall = [](double speed) {
    return thrown(spatial::box(0.2, 4, 4), {0, 0, 0}, {speed, 0, 0});
  };
  for (const BodyDef& body : {ball, rod}) {
    const double time = first_overlap(wall_and(body), 1).value();
    CHECK(meeting(body, wall(0)) == relative(time, 1e-6));
  }
  BodyDef slow = ball;
  slow.spatial.velocity.x() = 20;
  const double time = first_overlap(wall_and(ball), 1).value();
  CHECK(meeting(slow, wall(-30)) == relative(time, 1e-9));
  CHECK(meeting(wall(-30), slow) == relative(time, 1e-9));
}

TEST_CASE("a sweep takes prescribed bodies along their motion from the time of the pose on") {
  const Motion motion{.velocity = {1, 0, 0},
                      .harmonics = {{.amplitude = {0, 0.3, 0}, .frequency = 1.5, .phase = 0.4}}};
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::spatial_kinematic,
                    .motion = motion,
                    .spatial = {.shapes = {{.shape = spatial::Sphere{0.1}}}}});
  builder.add_body(thrown(spatial::Sphere{0.1}, {5, 0, 0}, {-3, 2, 1}));
  const Model model = builder.build().value();
  State state = initial_state(model);
  state.time = 0.7;
  Sweep sweep(model);
  sweep.start(state, state.v);
  const auto place = [](double t) {
    return Vector3d(t, 0.3 * std::sin(2 * std::numbers::pi * 1.5 * t + 0.4), 0);
  };
  const Vector3d first = sweep.at(0, 1, 0.05).q.head<3>() - place(0.75);
  for (const double time : {0.05, 0.2, 0.4}) {
    const State& at = sweep.at(0, 1, time);
    CHECK((at.q.segment<3>(7) - Vector3d(5 - 3 * time, 2 * time, time)).norm() < 1e-12);
    CHECK((at.q.head<3>() - place(0.7 + time) - first).norm() < 1e-12);
  }
  CHECK(sweep.at(0, 1, 0).q.head<14>() == state.q);
}

// The core of a box, farthest from its middle at its corners.
TEST_CASE("a custom body that spins comes as close as a rigid one does") {
  const Vector3d omega(1, -2, 3), half(0.5, 0.2, 0.3);
  const auto approach = [&](BodyDef def) {
    def.spatial.shapes = {{.shape = spatial::Box{half}}};
    const Model model = wall_and(def);
    const State state = initial_state(model);
    Sweep sweep(model);
    sweep.start(state, state.v);
    return sweep.approach(0, 1, 0.1);
  };
  BodyDef rigid{.kind = BodyKind::spatial, .mass = 1.0};
  rigid.spatial.pose.p = {5, 0, 0};
  rigid.spatial.velocity = {1, 2, 2};
  rigid.spatial.omega = omega;
  rigid.spatial.inertia = Eigen::Matrix3d::Identity();
  rigid.spatial.center_of_mass = Vector3d::Zero();
  BodyDef custom{.kind = BodyKind::custom};
  const spatial::Pose pose{{5, 0, 0}};
  custom.type = std::make_shared<AffineBody<3>>(1.0, Eigen::Matrix3d::Identity(), 1.0);
  custom.custom_q = AffineBody<3>::coordinates(pose);
  custom.custom_v = AffineBody<3>::velocities(pose, {1, 2, 2}, omega);
  CHECK(approach(rigid) == relative(0.1 * (3 + omega.norm() * half.norm()), 1e-9));
  CHECK(approach(custom) == relative(approach(rigid), 1e-9));
}

// The floor is nearer all the way, and does not come closer.
TEST_CASE("what flies along the floor of a mesh meets its wall") {
  const Vector3d corners[] = {{-50, -5, 0}, {0, -5, 0}, {0, 5, 0},
                              {-50, 5, 0},  {0, -5, 5}, {0, 5, 5}};
  const std::array<int, 3> triangles[] = {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}};
  BodyDef ground{.kind = BodyKind::spatial_fixed};
  ground.spatial.shapes = {{.shape = spatial::triangle_mesh(corners, triangles)}};
  spatial::Random random(12);
  for (int trial = 0; trial < 100; ++trial) {
    CAPTURE(trial);
    const double dt = 0.05, speed = random.number(150, 600), ahead = random.number(4, 6);
    BodyDef body =
        thrown(random.shape(trial % 4), {-ahead, random.number(-1, 1), 2.2}, {speed, 0, 0});
    body.spatial.pose.r = random.rotation();
    const Model model = bar_and(ground, body);
    State state = initial_state(model);
    Collider collider(model);
    Sweep sweep(model);
    // Bodies reach 2.1 m: the floor is what is nearest, and stays so for a while.
    state.q[model.bodies[1].q_offset + 2] -=
        collider.distance(state, 0, 1).gap - random.number(0, 0.1);
    sweep.start(state, state.v);
    const std::optional<double> time = sweep.first_overlap(collider, 0, 1, dt);
    REQUIRE(time.has_value());
    CHECK(*time <= ahead / speed);
  }
}

}  // namespace perpend
