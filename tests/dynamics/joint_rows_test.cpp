// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/joint_rows.hpp"

#include <doctest/doctest.h>

#include <random>

#include "perpend/dynamics/kinetics.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

BodyDef box_at(double x, double y, double angle) {
  return {.pose = {{x, y}, angle}, .shapes = {{.shape = planar::box(1, 0.4), .density = 2}}};
}

// Two bodies and the world, one joint of each kind for either pair.
Model every_joint() {
  ModelBuilder builder;
  const BodyId a = builder.add_body(box_at(0, 0, 0.3)), b = builder.add_body(box_at(3, 1, -0.7));
  for (const BodyId other : {b, kWorld})
    for (const JointKind kind :
         {JointKind::pin, JointKind::prismatic, JointKind::distance, JointKind::weld}) {
      JointDef joint{.kind = kind, .a = a, .b = other, .anchor = {0.4, 0.1, 0}, .axis = {1, 2, 0}};
      if (kind == JointKind::distance) joint.anchor_b = Eigen::Vector3d(2.5, 1.2, 0);
      builder.add_joint(joint);
    }
  return builder.build().value();
}

}  // namespace

TEST_CASE("joint errors vanish at the start") {
  const Model model = every_joint();
  const JointError error = joint_error(model, initial_state(model));
  CHECK(error.gap < 1e-15);
  CHECK(error.angle < 1e-15);
}

TEST_CASE("J v is the rate of the joint errors at any pose") {
  const Model model = every_joint();
  std::mt19937_64 random(7);
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-52 - 1; };
  for (int trial = 0; trial < 50; ++trial) {
    State state = initial_state(model);
    for (double& q : state.q) q += 0.3 * uniform();
    Eigen::VectorXd v(model.dof());
    for (double& component : v) component = uniform();
    RowPool pool;
    std::vector<double> phi, ahead, behind;
    append_joint_rows(model, state, pool, phi);
    const double h = 1e-6;
    RowPool unused;
    State moved = state;
    moved.q = state.q + h * v;
    append_joint_rows(model, moved, unused, ahead);
    moved.q = state.q - h * v;
    append_joint_rows(model, moved, unused, behind);
    for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
      Eigen::VectorXd u(pool.groups()[g].rows);
      multiply(pool, g, model, v, u);
      for (int r = 0; r < u.size(); ++r) {
        const int row = pool.groups()[g].first_row + r;
        CHECK(u[r] == doctest::Approx((ahead[row] - behind[row]) / (2 * h)).epsilon(1e-7));
      }
    }
  }
}

TEST_CASE("the assembled Delassus matrix is J M^-1 J^T") {
  const Model model = every_joint();
  RowPool pool;
  std::vector<double> phi;
  append_joint_rows(model, initial_state(model), pool, phi);
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(pool.rows(), model.dof());
  std::vector<int> groups;
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
    const RowGroup& group = pool.groups()[g];
    groups.push_back(g);
    for (int k = 0; k < group.blocks; ++k)
      if (const RowBlock& block = pool.blocks(g)[k]; block.body >= 0)
        J.block(group.first_row, model.bodies[block.body].v_offset, group.rows, block.cols) =
            pool.block(g, k);
  }
  Eigen::MatrixXd W;
  DelassusAssembler().assemble(pool, groups, inverse_mass(model), model, W);
  const Eigen::MatrixXd expected = J * inverse_mass(model).asDiagonal() * J.transpose();
  CHECK((W - expected).cwiseAbs().maxCoeff() < 1e-13);
  CHECK(W == W.transpose());
}

TEST_CASE("free fall gains dt g per step and prescribed bodies land on their motion") {
  ModelBuilder builder;
  builder.add_body(box_at(0, 0, 0));
  builder.add_body(
      {.kind = BodyKind::kinematic, .pose = {{5, 0}, 0}, .motion = {.velocity = {0, 1, 2}}});
  builder.add_body({.kind = BodyKind::particle, .pose = {{9, 0}, 0}, .mass = 2});
  const Model model = builder.build().value();
  State state = initial_state(model);
  Eigen::VectorXd force = Eigen::VectorXd::Zero(model.dof()), v;
  force[7] = 2 * 9.81;
  free_velocity(model, state, force, 0.1, v);
  CHECK(v[1] == doctest::Approx(-0.981));
  CHECK(v.segment<3>(3).isApprox(Eigen::Vector3d(0, 1, 2)));
  CHECK(v[7] == doctest::Approx(0.0));
  advance(model, v, 0.1, state);
  CHECK(state.q[4] == doctest::Approx(0.1));
  CHECK(state.time == doctest::Approx(0.1));
  CHECK(energy(model, state) ==
        doctest::Approx(kinetic_energy(model, state.q, v) - 0.8 * 9.81 * 0.0981));
}

}  // namespace perpend
