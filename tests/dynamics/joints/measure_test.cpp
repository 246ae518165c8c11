// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/measure.hpp"

#include <doctest/doctest.h>

#include "dynamics/joint_models.hpp"
#include "perpend/core/error.hpp"
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

}  // namespace perpend
