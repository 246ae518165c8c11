// SPDX-License-Identifier: Apache-2.0
// Kinematic bodies that move on with the velocity of the state, set from outside.
#include <doctest/doctest.h>

#include <cmath>

#include "perpend/core/error.hpp"
#include "perpend/dynamics/set_motion.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/acceleration_simulator.hpp"
#include "perpend/sim/first_order.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

constexpr double kStep = 0.01;
constexpr BodyId kPlate{0}, kBox{1};

// A plate with its top at y = 0 and a box of 1 m on it.
Model box_on_plate() {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.6, .mu_k = 0.6}});
  builder.add_body({.name = "plate",
                    .kind = BodyKind::kinematic,
                    .pose = {{0, -0.5}},
                    .shapes = {{planar::box(20, 1)}},
                    .motion = {.driven = true}});
  builder.add_body({.name = "box", .pose = {{0, 0.5}}, .shapes = {{planar::box(1, 1)}}});
  return builder.build().value();
}

BodyDef plate_in_space(const Eigen::Vector3d& omega) {
  BodyDef def{.name = "plate", .kind = BodyKind::spatial_kinematic};
  def.motion = {.omega = omega, .driven = true};
  def.spatial.shapes = {{spatial::box(4, 4, 0.2), {{0.3, 0, -0.1}}}};
  return def;
}

void steps(Simulator& simulator, State& state, int count) {
  for (int k = 0; k < count; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
}

}  // namespace

TEST_CASE("a driven body moves on with the velocity that it is given") {
  const Model model = box_on_plate();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  steps(simulator, state, 5);
  CHECK(frame_pose(model, state, kPlate).p == Eigen::Vector2d(0, -0.5));
  set_velocity(model, kPlate, Eigen::Vector3d(0, 0.3, 0), state);
  steps(simulator, state, 50);
  CHECK(frame_pose(model, state, kPlate).p.y() == relative(-0.5 + 50 * kStep * 0.3, 1e-13));
  CHECK(body_velocity(model, state, kPlate) == Eigen::Vector3d(0, 0.3, 0));
  CHECK(frame_pose(model, state, kBox).p.y() == relative(0.5 + 50 * kStep * 0.3, 1e-6));
  CHECK(body_velocity(model, state, kBox).y() == relative(0.3, 1e-9));
}

TEST_CASE("friction takes a box along on a driven plate no faster than it can") {
  const Model model = box_on_plate();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  set_velocity(model, kPlate, Eigen::Vector3d(1.5, 0, 0), state);
  steps(simulator, state, 20);
  CHECK(body_velocity(model, state, kBox).x() == relative(0.6 * 9.81 * 20 * kStep, 1e-6));
  steps(simulator, state, 20);
  CHECK(body_velocity(model, state, kBox).x() == relative(1.5, 1e-9));
}

TEST_CASE("a driven body is where it was led to after a step") {
  const Model model = box_on_plate();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  for (int k = 1; k <= 40; ++k) {
    const planar::Pose target{{0.02 * std::sin(0.2 * k), -0.5 + 0.001 * k}, 0.001 * k};
    set_target_pose(model, kPlate, target, kStep, state);
    steps(simulator, state, 1);
    const planar::Pose found = frame_pose(model, state, kPlate);
    CHECK((found.p - target.p).norm() < 1e-14);
    CHECK(std::abs(found.angle - target.angle) < 1e-14);
  }
  CHECK(frame_pose(model, state, kBox).p.y() > 0.52);
}

TEST_CASE("a driven body in space turns to where it is led, the shorter way") {
  ModelBuilder builder;
  builder.add_body(plate_in_space({0, 0, 0}));
  const Model model = builder.build().value();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  for (const double angle : {0.5, 2.0, 4.5, -1.0}) {
    const Eigen::AngleAxisd turn(angle, Eigen::Vector3d(1, angle, -2).normalized());
    const spatial::Pose target{{angle, 1, -angle}, Eigen::Quaterniond(turn)};
    set_target_pose(model, kPlate, target, kStep, state);
    CHECK(body_twist(model, state, kPlate).omega.norm() * kStep <= 3.1415927);
    steps(simulator, state, 1);
    const spatial::Pose found = spatial_frame_pose(model, state, kPlate);
    CHECK((found.p - target.p).norm() < 1e-13);
    CHECK(found.r.angularDistance(target.r) < 1e-13);
  }
}

TEST_CASE("a driven body starts with its motion and goes on evenly, as one that is prescribed") {
  const Eigen::Vector3d omega(0.3, -0.2, 2.0);
  ModelBuilder builder;
  builder.add_body(plate_in_space(omega));
  BodyDef prescribed = plate_in_space(omega);
  prescribed.name = "prescribed";
  prescribed.spatial.pose.p = {10, 0, 0};
  prescribed.motion.driven = false;
  builder.add_body(prescribed);
  const Model model = builder.build().value();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  steps(simulator, state, 100);
  const Eigen::Quaterniond a = spatial_frame_pose(model, state, {0}).r;
  CHECK(a.angularDistance(spatial_frame_pose(model, state, {1}).r) < 1e-13);
  CHECK(std::abs(a.norm() - 1) < 1e-14);
}

TEST_CASE("a snapshot has the motion of driven bodies in it") {
  const Model model = box_on_plate();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  set_velocity(model, kPlate, Eigen::Vector3d(0.4, 0.1, 0.2), state);
  steps(simulator, state, 10);
  State copy = state;
  steps(simulator, state, 30);
  Simulator other(model, {.dt = kStep});
  steps(other, copy, 30);
  CHECK(hash(copy) == hash(state));
}

// A step that changes nothing but the time is repeated, until something does change.
TEST_CASE("a driven body that rests moves when it is told to") {
  const Model model = box_on_plate();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  steps(simulator, state, 100);
  set_velocity(model, kPlate, Eigen::Vector3d(0, -0.1, 0), state);
  steps(simulator, state, 1);
  CHECK(frame_pose(model, state, kPlate).p.y() == relative(-0.5 - 0.1 * kStep, 1e-13));
}

TEST_CASE("who is not driven is not led, and who is driven has no harmonics") {
  const Model model = box_on_plate();
  State state = initial_state(model);
  CHECK_THROWS_AS(set_target_pose(model, kBox, planar::Pose{}, kStep, state), InvalidArgument);
  CHECK_THROWS_AS(set_target_pose(model, kPlate, planar::Pose{}, 0.0, state), InvalidArgument);
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::kinematic, .motion = {.harmonics = {{}}, .driven = true}});
  CHECK_FALSE(builder.build());
  ModelBuilder other;
  other.add_body({.mass = 1.0, .inertia = 1.0, .motion = {.driven = true}});
  CHECK_FALSE(other.build());
  ModelBuilder third;
  third.add_body({.kind = BodyKind::kinematic});
  const Model prescribed = third.build().value();
  State start = initial_state(prescribed);
  CHECK_THROWS_AS(set_velocity(prescribed, {0}, Eigen::Vector3d(1, 0, 0), start), InvalidArgument);
}

TEST_CASE("a body pinned to a driven one follows it") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body({.name = "hand", .kind = BodyKind::kinematic, .motion = {.driven = true}});
  builder.add_body({.name = "rod", .pose = {{1, 0}}, .mass = 1.0, .inertia = 0.1});
  builder.add_joint({.kind = JointKind::pin, .a = {1}, .b = {0}, .anchor = {0, 0, 0}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  for (int k = 0; k < 100; ++k) {
    set_velocity(model, {0}, Eigen::Vector3d(std::sin(0.05 * k), 0.3 * std::cos(0.05 * k), 0),
                 state);
    steps(simulator, state, 1);
  }
  const planar::Pose rod = frame_pose(model, state, {1});
  const Eigen::Vector2d end = rod.p - Eigen::Vector2d(std::cos(rod.angle), std::sin(rod.angle));
  CHECK((end - frame_pose(model, state, {0}).p).norm() < 1e-4);
}

TEST_CASE("a driven body moves on at the acceleration level and in a world of first order too") {
  const Model model = box_on_plate();
  State start = initial_state(model);
  set_velocity(model, kPlate, Eigen::Vector3d(0.3, 0, 0.0), start);
  State arc = start;
  AccelerationSimulator simulator(model);
  CHECK(simulator.advance(arc, 0.5).status == InstantStatus::solved);
  CHECK(frame_pose(model, arc, kPlate).p.x() == relative(0.15, 1e-12));
  CHECK(body_velocity(model, arc, kPlate) == Eigen::Vector3d(0.3, 0, 0));
  CHECK(body_velocity(model, arc, kBox).x() == relative(0.3, 1e-9));

  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::kinematic, .motion = {.driven = true}});
  builder.add_body({.pose = {{1, 0}}, .mass = 1.0, .inertia = 1.0});
  const Model two = builder.build().value();
  State first = initial_state(two);
  set_velocity(two, kPlate, Eigen::Vector3d(0.3, 0, 0.1), first);
  FirstOrderStepper stepper(two);
  for (int k = 0; k < 10; ++k) CHECK(stepper.step(first, kStep).status == InstantStatus::solved);
  CHECK(frame_pose(two, first, kPlate).p.x() == relative(0.03, 1e-12));
  CHECK(frame_pose(two, first, kPlate).angle == relative(0.01, 1e-12));
}

}  // namespace perpend
