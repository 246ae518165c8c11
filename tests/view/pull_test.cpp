// SPDX-License-Identifier: Apache-2.0
// The force of a hand in closed form.
#include "view/pull.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <numbers>
#include <random>

#include "perpend/core/error.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend::view {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

BodyDef disc(double x, double omega = 0) {
  return {.pose = {{x, 0}, 0},
          .velocity = {0, 0, omega},
          .shapes = {{planar::Disc{1}}},
          .mass = 2,
          .inertia = 0.5};
}

}  // namespace

TEST_CASE("a fling gives a body 200 m/s² at most, however far the hand is") {
  ModelBuilder builder;
  builder.add_body(disc(0));
  const Model model = builder.build().value();
  for (const double far : {1e2, 1e6}) {
    const Pull pull(model, initial_state(model), {0, {0, 0, 0}, {far, 0, 0}}, 2);
    CHECK((pull.force(model, initial_state(model), 0.01).force - Vector3d(400, 0, 0)).norm() <
          1e-9);
  }
}

TEST_CASE("a hand off the plane pulls a planar body within it") {
  ModelBuilder builder;
  builder.add_body(disc(0));
  const Model model = builder.build().value();
  const Pull pull(model, initial_state(model), {0, {0, 0, 0}, {0.1, 0.2, 3}}, 2);
  const Vector3d force = pull.force(model, initial_state(model), 0.01).force;
  CHECK(force.z() == 0);
  CHECK(force.y() == relative(2 * force.x(), 1e-12));
}

TEST_CASE("a hand calms a spin and turns none around, however long the step") {
  ModelBuilder builder;
  builder.add_body(disc(0, 4));
  const Model model = builder.build().value();
  const Pull pull(model, initial_state(model), {0, {0, 0, 0}, {0, 0, 0}}, 2);
  for (const double dt : {0.001, 0.1, 10.0}) {
    const double after = 4 + dt * pull.force(model, initial_state(model), dt).torque.z() / 0.5;
    CHECK(after == relative(4 / (1 + 3 * dt), 1e-12));
  }
}

TEST_CASE(
    "what hangs on a body by joints is moved with it, what hangs on the ground alone is not") {
  ModelBuilder builder;
  const BodyId ground = builder.add_body({.kind = BodyKind::fixed});
  std::vector<BodyId> discs;
  for (const double x : {0.0, 3.0, 6.0, 9.0}) discs.push_back(builder.add_body(disc(x)));
  builder.add_joint({.a = discs[0], .b = discs[1], .anchor = {1.5, 0, 0}});
  builder.add_joint({.a = discs[2], .b = discs[1], .anchor = {4.5, 0, 0}});
  builder.add_joint({.a = discs[2], .b = ground, .anchor = {7.5, 0, 0}});
  builder.add_joint({.a = discs[3], .b = ground, .anchor = {7.5, 0, 0}});
  const Model model = builder.build().value();
  for (int i = 0; i < 3; ++i) CHECK(connected_mass(model, discs[static_cast<std::size_t>(i)]) == 6);
  CHECK(connected_mass(model, discs[3]) == 2);
}

namespace {

struct Random {
  std::mt19937 engine{21};

  double draw() { return std::uniform_real_distribution<double>(-1, 1)(engine); }
  Vector3d vector() {
    const double x = draw(), y = draw(), z = draw();
    return {x, y, z};
  }
  Eigen::Quaterniond turn() {
    return Eigen::Quaterniond(draw(), draw(), draw(), draw()).normalized();
  }
};

// A body in space with three moments, turned, with its frame beside its centre of mass, the second
// of its model.
struct Brick {
  Model model;
  State state;
  Matrix3d inertia;  // about the centre of mass, world frame

  explicit Brick(Random& random) {
    ModelBuilder builder;
    builder.add_body({.kind = BodyKind::particle, .mass = 5});
    BodyDef def{.kind = BodyKind::spatial, .mass = 3};
    def.spatial.pose = {random.vector(), random.turn()};
    def.spatial.velocity = random.vector();
    def.spatial.omega = 2 * random.vector();
    def.spatial.center_of_mass = random.vector();
    const Matrix3d axes = random.turn().toRotationMatrix();
    def.spatial.inertia = axes * Vector3d(0.3, 0.7, 0.8).asDiagonal() * axes.transpose();
    builder.add_body(def);
    model = builder.build().value();
    state = initial_state(model);
    const Matrix3d r = def.spatial.pose.r.toRotationMatrix();
    inertia = r * *def.spatial.inertia * r.transpose();
  }
  Vector3d center() const { return spatial_pose(model, state, {1}).p; }
};

// The velocity that a point gets from a unit impulse there, per direction.
Matrix3d response(const Matrix3d& inertia, double mass, const Vector3d& arm) {
  Matrix3d columns;
  for (int k = 0; k < 3; ++k) {
    const Vector3d push = Vector3d::Unit(k);
    const Vector3d spin = inertia.inverse() * arm.cross(push);
    columns.col(k) = push / mass + spin.cross(arm);
  }
  return columns;
}

}  // namespace

// A spring of 2.5 Hz with the mass that hangs on it, damped critically, and taken implicitly with
// the least mass that the point shows.
TEST_CASE("a hand pulls at any point of a turned body as a damped spring in an implicit step") {
  Random random;
  const double w = 2 * std::numbers::pi * 2.5;
  for (int i = 0; i < 50; ++i) {
    const Brick brick(random);
    const Vector3d held = random.vector(), target = brick.center() + random.vector();
    const double strength = 4, dt = i % 2 ? 0.01 : 0.04;
    const Pull pull(brick.model, brick.state, {1, held, target}, strength);
    const spatial::Pose pose = spatial_pose(brick.model, brick.state, {1});
    const Vector3d arm = pose.r * held;
    CHECK((pull.point(brick.model, brick.state) - pose.p - arm).norm() < 1e-12);
    const Twist twist = body_twist(brick.model, brick.state, {1});
    const Vector3d speed = twist.velocity + twist.omega.cross(arm);
    const double least =
        1 / Eigen::SelfAdjointEigenSolver<Matrix3d>(response(brick.inertia, 3, arm))
                .eigenvalues()
                .maxCoeff();
    const double k = strength * w * w, c = 2 * strength * w;
    Vector3d expected =
        (k * (target - pose.p - arm - dt * speed) - c * speed) / (1 + dt * (c + dt * k) / least);
    if (expected.norm() > 200 * strength) expected *= 200 * strength / expected.norm();
    const ForceAt found = pull.force(brick.model, brick.state, dt);
    CHECK((found.force - expected).norm() < 1e-9 * expected.norm());
    const Vector3d calm = -3 / (1 + 3 * dt) * brick.inertia * twist.omega;
    CHECK((found.torque - calm).norm() < 1e-9 * calm.norm());
  }
}

TEST_CASE("the point that is held goes with its body") {
  Random random;
  for (int i = 0; i < 20; ++i) {
    const Brick brick(random);
    const Vector3d held = random.vector();
    const Pull pull(brick.model, brick.state, {1, held, {0, 0, 0}}, 4);
    State moved = brick.state;
    moved.q.segment<3>(2) += random.vector();
    moved.q.segment<4>(5) << random.turn().coeffs();
    const spatial::Pose pose = spatial_pose(brick.model, moved, {1});
    CHECK((pull.point(brick.model, moved) - pose.p - pose.r * held).norm() < 1e-12);
  }
}

TEST_CASE("a rigid hold slows a body and its spin as if it were pushed at its centre of mass") {
  Random random;
  for (int i = 0; i < 20; ++i) {
    const Brick brick(random);
    const Vector3d held = random.vector();
    const Pull pull(brick.model, brick.state, {1, held, {9, 9, 9}, true}, 4);
    const double dt = 0.02, rate = 3 / (1 + 3 * dt);
    const ForceAt found = pull.force(brick.model, brick.state, dt);
    const Twist twist = body_twist(brick.model, brick.state, {1});
    CHECK((found.force + rate * 3 * twist.velocity).norm() < 1e-12);
    // About the centre of mass.
    const Vector3d arm = pull.point(brick.model, brick.state) - brick.center();
    CHECK((found.torque + arm.cross(found.force) + rate * brick.inertia * twist.omega).norm() <
          1e-9);
    CHECK(pull.is_rigid());
  }
}

TEST_CASE("a particle is pulled at its place and never turned, wherever it was taken") {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::spatial_particle,
                    .mass = 2,
                    .spatial = {.pose = {.p = {1, 2, 3}}, .velocity = {0.5, 0, -0.25}}});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  const Vector3d target(1.2, 2, 3.1), held(0, 0.5, 0);
  const Pull pull(model, state, {0, held, target}, 2);
  const double w = 2 * std::numbers::pi * 2.5, k = 2 * w * w, c = 4 * w, dt = 0.01;
  const Vector3d speed(0.5, 0, -0.25);
  const Vector3d away = target - Vector3d(1, 2, 3) - held;
  const ForceAt found = pull.force(model, state, dt);
  const Vector3d expected = (k * (away - dt * speed) - c * speed) / (1 + dt * (c + dt * k) / 2);
  CHECK((found.force - expected).norm() < 1e-9);
  CHECK(found.torque == Vector3d::Zero());
}

TEST_CASE("what no force moves cannot be taken hold of") {
  ModelBuilder builder;
  builder.add_body(disc(0));
  builder.add_body({.name = "floor", .kind = BodyKind::fixed});
  builder.add_body({.name = "lift", .kind = BodyKind::kinematic});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  for (const auto& [body, word] : {std::pair(1, "floor"), {2, "lift"}, {3, "3"}})
    CHECK_THROWS_WITH_AS(Pull(model, state, {body, {0, 0, 0}, {0, 0, 0}}, 1),
                         doctest::Contains(word), InvalidArgument);
}

}  // namespace perpend::view
