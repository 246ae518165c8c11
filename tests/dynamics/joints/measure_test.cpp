// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/measure.hpp"

#include <doctest/doctest.h>

#include <memory>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joint_models.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/affine_body.hpp"
#include "perpend/dynamics/energy.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

// Two bodies in space, one in the plane and a fixed one.
Model mixed(testing::Random& random) {
  ModelBuilder builder;
  builder.set_gravity({0, -10, 0});
  builder.add_body(testing::spatial_body(random));
  builder.add_body({.kind = BodyKind::fixed});
  builder.add_body(testing::planar_body(random));
  builder.add_body(testing::spatial_body(random));
  return builder.build().value();
}

}  // namespace

TEST_CASE("the mass matrix has the kinetic energy and the linear momentum") {
  testing::Random random(9);
  const Model model = mixed(random);
  State state = initial_state(model);
  state.v = testing::random_velocity(random, model);
  state.v.segment<3>(6).setZero();  // of the fixed body
  const MatrixXd M = mass_matrix(model, state);
  CHECK((M - M.transpose()).norm() < 1e-15);
  CHECK(0.5 * state.v.dot(M * state.v) == relative(energy_parts(model, state).kinetic, 1e-13));
  const CenterOfMass center = center_of_mass(model, state);
  CHECK(center.mass == relative(1.7 + 1.3 + 1.7));
  CHECK((center.mass * center.velocity - total_momentum(model, state).linear).norm() < 1e-13);
}

TEST_CASE("the centre of mass of some bodies is theirs alone") {
  ModelBuilder builder;
  const BodyId light = builder.add_body({.pose = {{0, 0}}, .mass = 1.0, .inertia = 1.0});
  const BodyId heavy = builder.add_body({.pose = {{4, 0}}, .mass = 3.0, .inertia = 1.0});
  builder.add_body({.pose = {{9, 9}}, .mass = 5.0, .inertia = 1.0});
  const Model model = builder.build().value();
  const BodyId bodies[] = {light, heavy};
  const CenterOfMass center = center_of_mass(model, initial_state(model), bodies);
  CHECK(center.mass == 4.0);
  CHECK((center.point - Vector3d(3, 0, 0)).norm() < 1e-15);
  CHECK(center_of_mass(model, initial_state(model), {}).mass == 0.0);
}

TEST_CASE("energies by kind add up, springs among them") {
  ModelBuilder builder;
  builder.set_gravity({0, -10, 0});
  const BodyId body =
      builder.add_body({.pose = {{0, 3}}, .velocity = {2, 0, 0}, .mass = 2.0, .inertia = 1.0});
  builder.add_joint({.kind = JointKind::strut,
                     .a = body,
                     .anchor = {0, 3, 0},
                     .anchor_b = Vector3d(0, 0, 0),
                     .coordinates = {{.stiffness = 1e9, .rest = 2.99}}});
  const Model model = builder.build().value();
  const EnergyParts energies = energy_parts(model, initial_state(model));
  CHECK(energies.kinetic == relative(4));
  CHECK(energies.potential == relative(60));
  CHECK(energies.springs == relative(5e4));
  CHECK(energies.total() == relative(50064));
}

TEST_CASE("kinetic energy has that of rotors, by the rates of their coordinates") {
  ModelBuilder builder;
  const BodyId wheel = builder.add_body({.velocity = {0, 0, 3}, .mass = 2.0, .inertia = 0.5});
  builder.add_joint({.kind = JointKind::pin, .a = wheel, .coordinates = {{.armature = 4}}});
  const Model model = builder.build().value();
  const EnergyParts energies = energy_parts(model, initial_state(model));
  CHECK(energies.kinetic == relative(0.5 * (0.5 + 4) * 9));
  CHECK(energies.total() == energies.kinetic);
}

TEST_CASE("Jacobians of points and rotations are those of the motion") {
  testing::Random random(10);
  const Model model = mixed(random);
  const State state = initial_state(model);
  const VectorXd v = testing::random_velocity(random, model);
  const double h = 1e-6;
  for (const int body : {0, 2, 3}) {
    Vector3d local = random.vector();
    if (body == 2) local.z() = 0;
    const auto place = [&](double t) {
      return world_point(model, testing::moved(model, state, v, t), {body}, local, Frame::body);
    };
    const MatrixXd J = point_jacobian(model, state, {body}, local);
    CHECK((J * v - (place(h) - place(-h)) / (2 * h)).norm() < 1e-8);
    CHECK((J - point_jacobian(model, state, {body}, place(0), Frame::world)).norm() < 1e-14);
    State moving = state;
    moving.v = v;
    CHECK(
        (spin_jacobian(model, state, {body}) * v - body_twist(model, moving, {body}).omega).norm() <
        1e-15);
  }
  CHECK_THROWS_AS(point_jacobian(model, state, kWorld, {0, 0, 0}), InvalidArgument);
}

TEST_CASE("rows of joints and coordinates are the rates of what they measure") {
  testing::Random random(11);
  const Model model =
      testing::one_joint(random, JointKind::cylindrical, testing::Space::space, false);
  State state = initial_state(model);
  state.v = testing::random_velocity(random, model);
  const double h = 1e-6;
  const auto error = [&](double t) {
    return constraint_rows(model, testing::moved(model, state, state.v, t)).error;
  };
  const ConstraintRows rows = constraint_rows(model, state);
  CHECK(rows.jacobian.rows() == model.joint_rows);
  CHECK((rows.jacobian * state.v - (error(h) - error(-h)) / (2 * h)).norm() < 1e-8);
  for (const int k : {0, 1})
    CHECK((coordinate_jacobian(model, state, {0}, k) * state.v)[0] ==
          relative(coordinate_rate(model, state, {0}, k), 1e-13));
}

// The momentum about an axis through the origin is what a turn of all about it would see of M v.
TEST_CASE("the total angular momentum is that of the mass matrix under a turn of all bodies") {
  testing::Random random(12);
  for (const bool in_plane : {true, false}) {
    ModelBuilder builder;
    builder.add_body({.kind = BodyKind::fixed});
    for (int i = 0; i < 3; ++i)
      builder.add_body(in_plane ? testing::planar_body(random) : testing::spatial_body(random));
    const Model model = builder.build().value();
    State state = initial_state(model);
    state.v.tail(model.dof() - 3) = testing::random_velocity(random, model).tail(model.dof() - 3);
    const VectorXd p = mass_matrix(model, state) * state.v;
    const Vector3d angular = total_momentum(model, state).angular;
    for (int axis = in_plane ? 2 : 0; axis < 3; ++axis) {
      const Vector3d e = Vector3d::Unit(axis);
      VectorXd turn = VectorXd::Zero(model.dof());
      for (int i = 1; i <= 3; ++i) {
        const Vector3d u = e.cross(spatial_pose(model, state, {i}).p);
        auto own = turn.segment(model.bodies[i].v_offset, model.bodies[i].dof);
        if (in_plane)
          own << u.head<2>(), 1;
        else
          own << u, e;
      }
      CHECK(angular[axis] == relative(turn.dot(p), 1e-12));
    }
    if (in_plane) CHECK(angular.head<2>().norm() == 0);
  }
}

namespace {

// Points, a body that stretches, one that moves as it is told and one off its frame, among others.
Model crowd(testing::Random& random) {
  ModelBuilder builder;
  builder.set_gravity({1, -10, 3});
  builder.add_body({.kind = BodyKind::kinematic, .pose = {{3, 1}, 0.4}});
  builder.add_body({.kind = BodyKind::particle, .pose = {{1, 2}}, .mass = 0.7});
  BodyDef off = testing::spatial_body(random);
  off.spatial.center_of_mass = random.vector();
  builder.add_body(off);
  BodyDef point{.kind = BodyKind::spatial_particle, .mass = 0.9};
  point.spatial.pose.p = random.vector();
  builder.add_body(point);
  builder.add_body({.kind = BodyKind::custom,
                    .type = std::make_shared<AffineBody<3>>(
                        2.0, Eigen::Vector3d(0.2, 0.3, 0.4).asDiagonal(), 5.0),
                    .custom_q = AffineBody<3>::coordinates({random.vector(), random.rotation()}),
                    .custom_v = VectorXd::Zero(12)});
  builder.add_body(testing::planar_body(random));
  builder.add_body({.kind = BodyKind::spatial_fixed});
  return builder.build().value();
}

}  // namespace

TEST_CASE("momentum and the centre of mass are those of points and rigid bodies that forces move") {
  testing::Random random(14);
  const Model model = crowd(random);
  State state = initial_state(model);
  state.v = testing::random_velocity(random, model);
  Vector3d linear(0, 0, 0), angular(0, 0, 0), first(0, 0, 0);
  const auto add = [&](int body, double mass) {
    const Vector3d p = spatial_pose(model, state, {body}).p;
    const Vector3d v = body_twist(model, state, {body}).velocity;
    linear += mass * v, angular += mass * p.cross(v), first += mass * p;
  };
  add(1, 0.7), add(2, 1.7), add(3, 0.9), add(5, 1.3);
  angular.z() += 0.4 * body_twist(model, state, {5}).omega.z();
  angular += world_inertia(model.bodies[2], state.q) * body_twist(model, state, {2}).omega;
  const Momentum momentum = total_momentum(model, state);
  CHECK((momentum.linear - linear).norm() < 1e-13);
  CHECK((momentum.angular - angular).norm() < 1e-13);
  const CenterOfMass all = center_of_mass(model, state);
  CHECK(all.mass == relative(4.6));
  CHECK((all.point - first / 4.6).norm() < 1e-14);
  CHECK((all.velocity - linear / 4.6).norm() < 1e-14);
  const BodyId some[] = {{0}, {1}, {4}, {6}};  // of which only the particle counts
  const CenterOfMass one = center_of_mass(model, state, some);
  CHECK(one.mass == 0.7);
  CHECK((one.point - Vector3d(1, 2, 0)).norm() < 1e-15);
  CHECK((one.velocity - body_twist(model, state, {1}).velocity).norm() < 1e-15);
  const BodyId none[] = {{7}};
  CHECK_THROWS_AS(center_of_mass(model, state, none), InvalidArgument);
}

TEST_CASE("every body has its mass in its place, what is prescribed none") {
  testing::Random random(15);
  const Model model = crowd(random);
  State state = initial_state(model);
  state.v = testing::random_velocity(random, model);
  const MatrixXd M = mass_matrix(model, state);
  MatrixXd expected = MatrixXd::Zero(model.dof(), model.dof());
  for (int i = 0; i < 7; ++i) {
    const Body& body = model.bodies[i];
    auto block = expected.block(body.v_offset, body.v_offset, body.dof, body.dof);
    if (!body.is_dynamic()) continue;
    if (body.kind == BodyKind::custom) {
      MatrixXd own(12, 12);
      body.details->type->mass(state.q.segment(body.q_offset, 12), own);
      block = own;
      continue;
    }
    block.diagonal().setConstant(body.mass);
    if (body.kind == BodyKind::rigid) block(2, 2) = 0.4;
    if (body.kind == BodyKind::spatial)
      block.bottomRightCorner<3, 3>() = world_inertia(body, state.q);
  }
  CHECK((M - expected).norm() < 1e-14);
  VectorXd prescribed = state.v;
  for (const int i : {0, 6})
    prescribed.segment(model.bodies[i].v_offset, model.bodies[i].dof).setZero();
  CHECK(0.5 * prescribed.dot(M * prescribed) ==
        relative(kinetic_energy(model, state.q, state.v), 1e-13));
}

TEST_CASE(
    "points of particles, of what stretches and of what is moved have Jacobians of their own") {
  testing::Random random(16);
  const Model model = crowd(random);
  const State state = initial_state(model);
  const VectorXd v = testing::random_velocity(random, model);
  const double h = 1e-6;
  for (const int body : {0, 1, 2, 3, 4, 5}) {
    CAPTURE(body);
    Vector3d local = random.vector();
    if (model.bodies[body].is_planar()) local.z() = 0;
    const auto place = [&](double t) {
      return world_point(model, testing::moved(model, state, v, t), {body}, local, Frame::body);
    };
    const MatrixXd J = point_jacobian(model, state, {body}, local);
    CHECK((J * v - (place(h) - place(-h)) / (2 * h)).norm() < 1e-8);
    CHECK((J - point_jacobian(model, state, {body}, place(0), Frame::world)).norm() < 1e-13);
    State moving = state;
    moving.v = v;
    const Vector3d omega = body_twist(model, moving, {body}).omega;
    CHECK((spin_jacobian(model, state, {body}) * v - omega).norm() < 1e-13);
  }
}

}  // namespace perpend
