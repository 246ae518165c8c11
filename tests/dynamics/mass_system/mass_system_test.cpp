// SPDX-License-Identifier: Apache-2.0
#include "dynamics/mass_system/mass_system.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>
#include <cmath>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "dynamics/added_masses.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joint_models.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

double uniform(std::mt19937_64& random) {
  return std::ldexp(static_cast<double>(random() >> 11), -52) - 1.0;
}

VectorXd random_vector(std::mt19937_64& random, Eigen::Index n) {
  VectorXd v(n);
  for (double& each : v) each = uniform(random);
  return v;
}

// Spatial bodies in a chain of every kind of joint, with a loop closed by a rod and masses that
// differ by 1e6 : 1.
Model machine() {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  std::vector<BodyId> bodies;
  for (int i = 0; i < 6; ++i) {
    BodyDef def{.kind = BodyKind::spatial, .mass = i % 2 ? 1.0 : 1e6};
    def.spatial.pose.p = {1.0 * i, 0.1 * i * i, 0};
    def.spatial.inertia = *def.mass * Eigen::Vector3d(0.1, 0.2, 0.25).asDiagonal();
    def.spatial.center_of_mass = Eigen::Vector3d::Zero();
    bodies.push_back(builder.add_body(def));
  }
  const JointKind kinds[] = {JointKind::spherical, JointKind::pin, JointKind::universal,
                             JointKind::cylindrical, JointKind::prismatic};
  for (int i = 0; i < 5; ++i)
    builder.add_joint({.kind = kinds[i],
                       .a = bodies[i + 1],
                       .b = bodies[i],
                       .anchor = {i + 0.5, 0.1 * i * i, 0.1},
                       .axis = {0, 1, 0.3},
                       .axis_b = {1, 0, 0}});
  builder.add_joint({.kind = JointKind::distance,
                     .a = bodies[0],
                     .b = bodies[5],
                     .anchor = {0, 0, 1},
                     .anchor_b = Eigen::Vector3d(5, 2, 1)});
  builder.add_joint({.kind = JointKind::weld, .a = bodies[0]});
  return builder.build().value();
}

struct Dense {
  MatrixXd M, J;
};

Dense dense(const Model& model, const State& state, const RowPool& joints) {
  Dense system{MatrixXd::Zero(model.dof(), model.dof()),
               MatrixXd::Zero(joints.rows(), model.dof())};
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    MatrixXd block(body.dof, body.dof);
    mass_block(model, state.q, i, {block.data(), body.dof, body.dof});
    system.M.block(body.v_offset, body.v_offset, body.dof, body.dof) = block;
  }
  for (int g = 0; g < static_cast<int>(joints.groups().size()); ++g)
    for (int k = 0; k < joints.groups()[g].blocks; ++k)
      if (const RowBlock& block = joints.blocks(g)[k]; block.body >= 0)
        system.J.block(joints.groups()[g].first_row, model.bodies[block.body].v_offset,
                       joints.groups()[g].rows, block.cols) += joints.block(g, k);
  return system;
}

}  // namespace

TEST_CASE("rods between the same two bodies, either way round, leave a common motion alone") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const auto body = [&](const Eigen::Vector3d& at) {
    BodyDef def{.kind = BodyKind::spatial, .mass = 1};
    def.spatial.pose.p = at;
    def.spatial.inertia = 0.1 * Eigen::Matrix3d::Identity();
    def.spatial.center_of_mass = Eigen::Vector3d::Zero();
    return builder.add_body(def);
  };
  const BodyId a = body({0, 0, 0}), b = body({1, 0, 0});
  builder.add_joint({.kind = JointKind::distance,
                     .a = a,
                     .b = b,
                     .anchor = {0, 0.2, 0},
                     .anchor_b = Eigen::Vector3d(1, 0.2, 0)});
  builder.add_joint({.kind = JointKind::distance,
                     .a = b,
                     .b = a,
                     .anchor = {1, -0.2, 0},
                     .anchor_b = Eigen::Vector3d(0, -0.2, 0)});
  const Model model = builder.build().value();
  State state = initial_state(model);
  state.joint_impulses << -50, -50;
  AddedMass added(model);
  added.compute(state, 0.01);
  RowPool joints, coordinates;
  std::vector<double> phi;
  append_joint_rows(model, state, joints, phi);
  MassSystem system(model);
  system.factor(state, joints, coordinates, {}, added);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.dof()), p, lambda(2);
  v << 1, -2, 3, 0, 0, 0, 1, -2, 3, 0, 0, 0;
  momentum(model, state.q, v, p);
  system.set_momentum(p);
  system.add_mass_momentum(added, v);
  system.set_rates(joints, Eigen::VectorXd::Zero(2), coordinates, {}, v);
  Eigen::VectorXd answer = v;
  system.solve(answer, lambda);
  CHECK((answer - v).norm() < 1e-12);
  CHECK(lambda.norm() < 1e-12);
}

TEST_CASE("a machine of every joint answers as its dense system, at masses 1e6 : 1") {
  const Model model = machine();
  const State state = initial_state(model);
  MassSystem system(model);
  const AddedMass none(model);
  RowPool joints, coordinates;
  std::vector<double> phi;
  append_joint_rows(model, state, joints, phi);
  system.factor(state, joints, coordinates, {}, none);
  const Dense reference = dense(model, state, joints);
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const VectorXd v_start = random_vector(random, model.dof());
    const VectorXd p = reference.M * v_start;
    const VectorXd rates = random_vector(random, joints.rows());
    system.set_momentum(p);
    system.set_rates(joints, rates, coordinates, {}, VectorXd::Zero(model.dof()));
    VectorXd v = VectorXd::Zero(model.dof()), lambda = VectorXd::Zero(model.joint_rows);
    CHECK(system.solve(v, lambda) < 1e-14);
    CHECK((reference.J * v - rates).lpNorm<Eigen::Infinity>() < 2e-6);
    const VectorXd left = reference.M * v - reference.J.transpose() * lambda - p;
    CHECK(left.lpNorm<Eigen::Infinity>() < 1e-12 * p.lpNorm<Eigen::Infinity>());
  }
}

TEST_CASE("rows on held bodies see W = J M^-1 J' through the joints") {
  const Model model = machine();
  const State state = initial_state(model);
  MassSystem system(model);
  const AddedMass none(model);
  RowPool joints, coordinates, rows;
  std::vector<double> phi;
  append_joint_rows(model, state, joints, phi);
  system.factor(state, joints, coordinates, {}, none);
  std::mt19937_64 random(5);
  for (const auto& [a, b] : {std::pair(1, 3), std::pair(5, -1), std::pair(4, 5)}) {
    const int group = rows.add(model, a, b, 2);
    for (int k = 0; k < 2; ++k)
      if (rows.blocks(group)[k].body >= 0)
        for (int r = 0; r < 2; ++r)
          for (int c = 0; c < 6; ++c) rows.block(group, k)(r, c) = uniform(random);
  }
  linalg::BlockReduction reduction;
  reduction.start(system.matrix());
  for (int g = 0; g < 3; ++g) CHECK(system.add_group(rows, g, reduction));
  MatrixXd W(6, 6);
  reduction.gram(W);
  // The same by pushing each row and measuring the others.
  const VectorXd zero = VectorXd::Zero(model.dof());
  for (int column = 0; column < 6; ++column) {
    system.set_momentum(zero);
    system.set_rates(joints, VectorXd::Zero(joints.rows()), coordinates, {}, zero);
    VectorXd push = VectorXd::Zero(2);
    push[column % 2] = 1;
    system.add_impulse(rows, column / 2, push);
    VectorXd v = zero, lambda = VectorXd::Zero(model.joint_rows), u(2);
    system.solve(v, lambda);
    for (int g = 0; g < 3; ++g) {
      multiply(rows, g, v, u);
      CHECK((W.block(2 * g, column, 2, 1) - u).norm() < 1e-9 * W.norm());
    }
  }
}

TEST_CASE("joints connect bodies into components, the world does not") {
  ModelBuilder builder;
  BodyId bodies[4];
  for (int i = 0; i < 4; ++i)
    bodies[i] = builder.add_body({.pose = {{3.0 * i, 0}, 0}, .mass = 1.0, .inertia = 1.0});
  builder.add_joint({.a = bodies[2], .b = bodies[1], .anchor = {4, 0, 0}});
  builder.add_joint({.a = bodies[0]});
  builder.add_joint({.a = bodies[1], .anchor = {3, 0, 0}});
  const Model model = builder.build().value();
  const MassSystem system(model);
  CHECK(system.component(1) == system.component(2));
  CHECK(system.component(0) != system.component(1));
  CHECK(system.holds(0));
  CHECK(!system.holds(3));
  CHECK(system.component(3) == 3);
}

TEST_CASE("a body has a mass per velocity, a block of its own or joints, one of the three") {
  ModelBuilder builder;
  BodyDef solid{.kind = BodyKind::spatial, .mass = 2.0};
  solid.spatial.inertia = Eigen::Vector3d(0.1, 0.2, 0.25).asDiagonal();
  const BodyDef disc{.mass = 4.0, .inertia = 0.5};
  builder.add_body(disc);                                       // 0: free in the plane
  builder.add_body(solid);                                      // 1: free in space
  const BodyId swinging = builder.add_body(disc);               // 2: joined in the plane
  const BodyId hanging = builder.add_body(solid);               // 3: joined in space
  builder.add_body({.kind = BodyKind::fixed});                  // 4
  builder.add_body({.kind = BodyKind::particle, .mass = 8.0});  // 5
  builder.add_joint({.a = swinging});
  builder.add_joint({.kind = JointKind::spherical, .a = hanging});
  const Model model = builder.build().value();
  const MassSystem masses(model);
  CHECK(std::vector<int>(masses.unjoined().begin(), masses.unjoined().end()) ==
        std::vector<int>{1});
  for (const auto& [body, held, joined] : {std::tuple(0, false, false),
                                           {1, true, false},
                                           {2, true, true},
                                           {3, true, true},
                                           {4, false, false},
                                           {5, false, false}}) {
    CAPTURE(body);
    CHECK(masses.holds(body) == held);
    CHECK(masses.is_joined(body) == joined);
  }
  VectorXd expected = VectorXd::Zero(model.dof());
  expected.segment<3>(model.bodies[0].v_offset) = Eigen::Vector3d(0.25, 0.25, 2);
  expected.segment<2>(model.bodies[5].v_offset) = Eigen::Vector2d(0.125, 0.125);
  CHECK(masses.inverse_mass() == expected);
}

// Struts from a body that moves to another one, to one at rest and from that, each told its pull.
TEST_CASE("added mass across struts is part of the system, whichever of their ends moves") {
  testing::Random random(7);
  ModelBuilder builder;
  std::vector<BodyId> bodies;
  for (int i = 0; i < 3; ++i) bodies.push_back(builder.add_body(testing::spatial_body(random)));
  bodies.push_back(builder.add_body({.kind = BodyKind::spatial_fixed}));
  const std::pair<int, int> ends[] = {{0, 1}, {3, 1}, {2, 3}, {2, 1}, {1, 0}};
  for (const auto& [a, b] : ends) {
    JointDef strut = testing::random_joint(random, JointKind::strut, false);
    strut.a = bodies[a], strut.b = bodies[b];
    strut.coordinates = {{.hi = 100}};
    builder.add_joint(strut);
  }
  const Model model = builder.build().value();
  const State state = initial_state(model);
  AddedMass added(model);
  added.set_struts({-500, -900, -700, -300, -400});
  added.compute(state, 0.01);
  REQUIRE(added.pairs().size() == 5);
  RowPool joints, coordinates;
  std::vector<double> phi;
  append_joint_rows(model, state, joints, phi);
  MassSystem masses(model);
  masses.factor(state, joints, coordinates, {}, added);
  const VectorXd p = testing::random_velocity(random, model);
  VectorXd before = testing::random_velocity(random, model);
  before.tail<6>().setZero();
  VectorXd v = VectorXd::Zero(model.dof()), lambda(0);
  masses.set_momentum(p);
  masses.add_mass_momentum(added, before);
  masses.set_rates(joints, VectorXd(0), coordinates, {}, v);
  masses.solve(v, lambda);
  const MatrixXd B = testing::dense(added, model), M = dense(model, state, joints).M;
  const VectorXd open = (M + B) * v - p - B * before;
  CHECK(open.head<18>().norm() < 1e-10 * p.norm());
  CHECK(v.tail<6>().isZero(0));
}

TEST_CASE("what a joint ties to a body of prescribed motion has the velocity that body has there") {
  for (const bool first : {false, true}) {
    testing::Random random(8);
    ModelBuilder builder;
    const BodyId carrier = builder.add_body({.kind = BodyKind::spatial_kinematic});
    const BodyId load = builder.add_body(testing::spatial_body(random));
    JointDef joint = testing::random_joint(random, JointKind::pin, false);
    joint.a = first ? carrier : load, joint.b = first ? load : carrier;
    builder.add_joint(joint);
    const Model model = builder.build().value();
    State state = initial_state(model);
    state.v.head<6>() << 1, 2, 3, 4, 5, 6;
    RowPool joints, coordinates;
    std::vector<double> phi;
    append_joint_rows(model, state, joints, phi);
    MassSystem masses(model);
    masses.factor(state, joints, coordinates, {}, AddedMass(model));
    VectorXd v = state.v, lambda = VectorXd::Zero(5);
    masses.set_momentum(testing::random_velocity(random, model));
    const VectorXd rates = VectorXd::Constant(5, 0.3);
    masses.set_rates(joints, rates, coordinates, {}, v);
    masses.solve(v, lambda);
    CHECK((dense(model, state, joints).J * v - rates).norm() < 1e-9);
    CHECK(v.head<6>() == state.v.head<6>());
  }
}

}  // namespace perpend
