// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/inverse_dynamics.hpp"

#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <memory>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joint_models.hpp"
#include "dynamics/joints/joint_space.hpp"
#include "dynamics/mass_system/joint_response.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/affine_body.hpp"
#include "perpend/dynamics/energy.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/dynamics/set_motion.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::MatrixXd, Eigen::Vector2d, Eigen::Vector3d, Eigen::VectorXd;

constexpr double kG = 9.81;

// Rods of 1 m along x from the origin, 2 kg and 3 kg, pinned one to the other; y up.
Model two_links() {
  ModelBuilder builder;
  builder.set_gravity({0, -kG, 0});
  const BodyId upper = builder.add_body({.pose = {{0.5, 0}}, .mass = 2.0, .inertia = 2.0 / 12});
  const BodyId lower = builder.add_body({.pose = {{1.5, 0}}, .mass = 3.0, .inertia = 3.0 / 12});
  builder.add_joint({.kind = JointKind::pin, .a = upper});
  builder.add_joint({.kind = JointKind::pin, .a = lower, .b = upper, .anchor = {1, 0, 0}});
  return builder.build().value();
}

State at_joints(const Model& model, const VectorXd& q, const VectorXd& v) {
  State state = initial_state(model);
  set_joint_coordinates(model, joint_space(model).value(), {q, v}, state);
  return state;
}

std::vector<CoordinateId> all_coordinates(const Model& model) {
  std::vector<CoordinateId> all;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
    for (int k = 0; k < coordinate_count(model.joints[j].kind, model.joints[j].in_plane); ++k)
      all.push_back({{j}, k});
  return all;
}

// A tree in space: a pin, a universal and a cylindrical joint, a prismatic one on a branch.
Model tree(testing::Random& random) {
  ModelBuilder builder;
  builder.set_gravity({0.3, -1, -kG});
  std::vector<BodyId> bodies;
  for (int i = 0; i < 4; ++i) bodies.push_back(builder.add_body(testing::spatial_body(random)));
  const JointKind kinds[] = {JointKind::pin, JointKind::universal, JointKind::cylindrical,
                             JointKind::prismatic};
  const BodyId parents[] = {kWorld, bodies[0], bodies[1], bodies[0]};
  for (int i = 0; i < 4; ++i) {
    JointDef joint = testing::random_joint(random, kinds[i], false);
    joint.a = bodies[i];
    joint.b = parents[i];
    builder.add_joint(joint);
  }
  return builder.build().value();
}

// 2 kg welded to a body that shakes, 1 m above it.
Model shaken(const Harmonic& shake) {
  ModelBuilder builder;
  builder.set_gravity({0, -kG, 0});
  const BodyId shaker =
      builder.add_body({.kind = BodyKind::kinematic, .motion = {.harmonics = {shake}}});
  const BodyId load = builder.add_body({.pose = {{0, 1}}, .mass = 2.0, .inertia = 0.5});
  builder.add_joint({.kind = JointKind::weld, .a = load, .b = shaker});
  return builder.build().value();
}

}  // namespace

// H and c of the textbook (Craig, Introduction to Robotics, section 6.7, for rods).
TEST_CASE("the arm of two links has the mass matrix and bias of the textbook") {
  const Model model = two_links();
  const double q1 = 0.4, q2 = -1.1, u1 = 1.3, u2 = -0.7;
  const State state = at_joints(model, Vector2d(q1, q2), Vector2d(u1, u2));
  const InverseDynamics dynamics(model, state, all_coordinates(model));
  const double c2 = std::cos(q2), s2 = std::sin(q2), l = 0.5;
  const double I1 = 2.0 / 12 + 2.0 * l * l, I2 = 3.0 / 12 + 3.0 * l * l, coupling = 3.0 * l;
  Eigen::Matrix2d H;
  H << I1 + 3.0 + I2 + 2 * coupling * c2, I2 + coupling * c2, I2 + coupling * c2, I2;
  CHECK((dynamics.mass_matrix() - H).norm() < 1e-9);
  const double far = 3.0 * kG * l * std::cos(q1 + q2);
  const Vector2d c(
      -coupling * s2 * (2 * u1 * u2 + u2 * u2) + (2.0 * l + 3.0) * kG * std::cos(q1) + far,
      coupling * s2 * u1 * u1 + far);
  CHECK((dynamics.bias_force() - c).norm() < 1e-9);
  const Vector2d a(2, -5);
  const InstantDynamics answer = dynamics.solve(a);
  CHECK((answer.force - (H * a + c)).norm() < 1e-8);
  CHECK(answer.residual < 1e-10);
}

TEST_CASE("on trees in space the equations of motion hold with the kinetic energy of the joints") {
  testing::Random random(21);
  for (int trial = 0; trial < 5; ++trial) {
    const Model model = tree(random);
    const std::vector<CoordinateId> all = all_coordinates(model);
    VectorXd q(all.size()), u(all.size()), a(all.size());
    for (VectorXd* each : {&q, &u, &a})
      for (double& x : *each) x = random.uniform();
    const State state = at_joints(model, q, u);
    const InverseDynamics dynamics(model, state, all);
    CHECK(0.5 * u.dot(dynamics.mass_matrix() * u) ==
          relative(kinetic_energy(model, state.q, state.v), 1e-8));
    const InstantDynamics answer = dynamics.solve(a);
    // Newton and Euler of all bodies, with bias by another road: gravity and omega × I omega.
    VectorXd force;
    applied_force(model, state.q, state.v, force);
    for (int i = 0; i < 4; ++i) {
      const Vector3d omega = state.v.segment<3>(6 * i + 3);
      force.segment<3>(6 * i + 3) -= omega.cross(world_inertia(model.bodies[i], state.q) * omega);
    }
    VectorXd sum = force + constraint_rows(model, state).jacobian.transpose() * answer.joint_force;
    for (std::size_t k = 0; k < all.size(); ++k)
      add_joint_force(model, state, all[k].joint, all[k].coordinate, answer.force[k], sum);
    CHECK((mass_matrix(model, state) * answer.acceleration - sum).norm() < 1e-8);
    CHECK((bias_force(model, state) + force).norm() < 1e-9);
    // Accelerations are those asked for: v along the motion they lead to.
    const double h = 1e-4;
    const auto moved = [&](double t) {
      return at_joints(model, q + t * u + 0.5 * t * t * a, u + t * a).v;
    };
    const VectorXd difference = (moved(h) - moved(-h)) / (2 * h);
    CHECK((answer.acceleration - difference).norm() < 1e-6);
  }
}

TEST_CASE("forward dynamics undoes inverse dynamics") {
  testing::Random random(22);
  const Model model = tree(random);
  const std::vector<CoordinateId> all = all_coordinates(model);
  VectorXd q(all.size()), u(all.size()), a(all.size());
  for (VectorXd* each : {&q, &u, &a})
    for (double& x : *each) x = random.uniform();
  const State state = at_joints(model, q, u);
  const InstantDynamics inverse = InverseDynamics(model, state, all).solve(a);
  VectorXd applied = VectorXd::Zero(model.dof());
  for (std::size_t k = 0; k < all.size(); ++k)
    add_joint_force(model, state, all[k].joint, all[k].coordinate, inverse.force[k], applied);
  const InstantDynamics forward = InverseDynamics(model, state, {}).solve({}, applied);
  CHECK((forward.acceleration - inverse.acceleration).norm() < 1e-8);
  CHECK((forward.joint_force - inverse.joint_force).norm() < 1e-8);
}

// Two cranks of 0.5 m and 1 kg, a coupler of 2 m and 4 kg that stays level: at constant speed the
// crank's motor bears the weights alone, (4 + 2 · 1/2) g 0.5 cos(angle), and the coupler's centre
// moves on a circle.
TEST_CASE("a parallelogram is a loop whose crank bears the weights") {
  ModelBuilder builder;
  builder.set_gravity({0, -kG, 0});
  const double angle = 0.6, speed = 3.0;
  const Vector2d arm(0.5 * std::cos(angle), 0.5 * std::sin(angle)), normal(-arm.y(), arm.x());
  const auto crank = [&](double x) {
    const Vector2d u = 0.5 * speed * normal;
    return builder.add_body({.pose = {Vector2d(x, 0) + 0.5 * arm, angle},
                             .velocity = {u.x(), u.y(), speed},
                             .mass = 1.0,
                             .inertia = 1.0 / 48});
  };
  const BodyId left = crank(0), right = crank(2);
  const Vector2d u = speed * normal;
  const BodyId coupler = builder.add_body({.pose = {Vector2d(1, 0) + arm},
                                           .velocity = {u.x(), u.y(), 0},
                                           .mass = 4.0,
                                           .inertia = 4.0 / 3});
  const JointId motor = builder.add_joint({.kind = JointKind::pin, .a = left});
  builder.add_joint({.kind = JointKind::pin, .a = right, .anchor = {2, 0, 0}});
  const Vector3d tip(arm.x(), arm.y(), 0), other = tip + Vector3d(2, 0, 0);
  builder.add_joint({.kind = JointKind::pin, .a = coupler, .b = left, .anchor = tip});
  builder.add_joint({.kind = JointKind::pin, .a = coupler, .b = right, .anchor = other});
  const Model model = builder.build().value();
  const InverseDynamics dynamics(model, initial_state(model), {{motor, 0}});
  const InstantDynamics answer = dynamics.solve(VectorXd::Zero(1));
  CHECK(answer.force[0] == relative(5 * kG * 0.5 * std::cos(angle), 1e-9));
  const Vector2d inwards = -speed * speed * arm;
  CHECK((answer.acceleration.segment<2>(6) - inwards).norm() < 1e-8);
  // Kinetic energy ½ H speed²: two cranks about their pins, and the coupler.
  CHECK(dynamics.mass_matrix()(0, 0) == relative(2.0 / 12 + 4 * 0.25, 1e-9));
}

TEST_CASE("springs and dampers of joints act, motors do not") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId body = builder.add_body({.velocity = {3, 0, 0}, .mass = 2.0, .inertia = 1.0});
  builder.add_joint({.kind = JointKind::prismatic,
                     .a = body,
                     .coordinates = {{.start = 0.5,
                                      .motor = MotorKind::velocity,
                                      .target = 7,
                                      .stiffness = 10,
                                      .rest = 0.2,
                                      .damping = 4}}});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  CHECK(InverseDynamics(model, state, {}).solve({}).acceleration[0] ==
        relative(-(10 * 0.3 + 4 * 3) / 2, 1e-10));
  CHECK(InverseDynamics(model, state, {{{0}, 0}}).solve(VectorXd::Ones(1)).force[0] ==
        relative(2 + 10 * 0.3 + 4 * 3, 1e-10));
}

TEST_CASE("rotors add to the inertia of their coordinates alone") {
  testing::Random random(23);
  const Model plain = tree(random);
  Model model = plain;
  const std::vector<CoordinateId> all = all_coordinates(model);
  VectorXd armature(all.size()), q(all.size()), u(all.size());
  for (VectorXd* each : {&q, &u})
    for (double& x : *each) x = random.uniform();
  for (std::size_t k = 0; k < all.size(); ++k) {
    armature[k] = 0.1 + std::abs(random.uniform());
    model.joints[all[k].joint.index].coordinates.push_back(
        {.coordinate = all[k].coordinate, .rest = 0.0, .armature = armature[k]});
  }
  const State state = at_joints(plain, q, u);
  const InverseDynamics without(plain, state, all), with(model, state, all);
  const MatrixXd expected = without.mass_matrix() + MatrixXd(armature.asDiagonal());
  CHECK((with.mass_matrix() - expected).norm() < 1e-9 * expected.norm());
  CHECK((with.bias_force() - without.bias_force()).norm() < 1e-9);
  // Forward, where nothing is driven, and the same in joint coordinates.
  const VectorXd a = expected.ldlt().solve(-with.bias_force());
  const VectorXd forward = InverseDynamics(model, state, {}).solve({}).acceleration;
  CHECK((forward - without.solve(a).acceleration).norm() < 1e-7 * forward.norm());
}

TEST_CASE("what a prescribed motion accelerates is carried along") {
  const double frequency = 1.5, omega = 2 * M_PI * frequency;
  const Model model = shaken({.amplitude = {0.2, 0, 0}, .frequency = frequency, .phase = 0.3});
  State state = initial_state(model);
  state.v[3] = 0.2 * omega * std::cos(0.3);
  const InstantDynamics answer = InverseDynamics(model, state, {}).solve({});
  const double a = -0.2 * omega * omega * std::sin(0.3);
  CHECK(answer.acceleration[3] == relative(a, 1e-8));
  CHECK(answer.joint_force[0] == relative(2 * a, 1e-8));
  CHECK(answer.joint_force[1] == relative(2 * kG, 1e-8));
}

TEST_CASE("a shaker moves from the instant of its start on, and rests from that of its stop on") {
  const Model model =
      shaken({.amplitude = {0.2, 0, 0}, .frequency = 1, .phase = M_PI / 2, .start = 1, .stop = 3});
  State state = initial_state(model);
  for (const double time : {0.5, 1.0, 3.0, 4.0}) {
    CAPTURE(time);
    state.time = time;
    const double a = time == 1.0 ? -0.2 * 4 * M_PI * M_PI : 0.0;
    CHECK(std::abs(InverseDynamics(model, state, {}).solve({}).acceleration[3] - a) < 1e-8);
  }
}

TEST_CASE("the phase of a shaker counts from its start") {
  const double frequency = 1.3, omega = 2 * M_PI * frequency;
  const Model model =
      shaken({.amplitude = {0.2, 0, 0}, .frequency = frequency, .phase = 0.4, .start = 0.7});
  State state = initial_state(model);
  state.time = 1.6;
  const double angle = omega * (1.6 - 0.7) + 0.4;
  state.v[3] = 0.2 * omega * std::cos(angle);
  const double a = -0.2 * omega * omega * std::sin(angle);
  CHECK(InverseDynamics(model, state, {}).solve({}).acceleration[3] == relative(a, 1e-8));
}

TEST_CASE("bodies that nothing holds fall and turn freely") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kG});
  BodyDef def{.kind = BodyKind::spatial, .mass = 2.0};
  def.spatial.inertia = Vector3d(1, 2, 3).asDiagonal();
  def.spatial.omega = {1, 2, 3};
  builder.add_body(def);
  const Model model = builder.build().value();
  const VectorXd a = InverseDynamics(model, initial_state(model), {}).solve({}).acceleration;
  CHECK((a.head<3>() - Vector3d(0, 0, -kG)).norm() < 1e-10);
  // Euler: I1 w1' = (I2 - I3) w2 w3 and so on.
  CHECK((a.tail<3>() - Vector3d(-6, 3, -2.0 / 3)).norm() < 1e-9);
}

TEST_CASE("a rod turns its particle at v²/l, however short it is") {
  for (const double length : {1.0, 1e-2, 1e-4}) {
    constexpr double kMass = 2, kSpeed = 100;
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    const BodyId bead = builder.add_body({.kind = BodyKind::particle,
                                          .pose = {{length, 0}},
                                          .velocity = {0, kSpeed, 0},
                                          .mass = kMass});
    builder.add_joint({.kind = JointKind::distance,
                       .a = bead,
                       .anchor = {length, 0, 0},
                       .anchor_b = Vector3d(0, 0, 0)});
    const Model model = builder.build().value();
    const InstantDynamics now = InverseDynamics(model, initial_state(model), {}).solve({});
    CHECK(now.acceleration[0] == relative(-kSpeed * kSpeed / length, 1e-9));
    CHECK(std::abs(now.joint_force[0]) == relative(kMass * kSpeed * kSpeed / length, 1e-9));
  }
}

TEST_CASE("a body that flies through the other end of its spring falls freely there") {
  ModelBuilder builder;
  builder.set_gravity({0, -kG, 0});
  const BodyId bead =
      builder.add_body({.kind = BodyKind::particle, .velocity = {1, 0, 0}, .mass = 2});
  builder.add_joint({.kind = JointKind::strut,
                     .a = bead,
                     .anchor_b = Vector3d(1, 0, 0),
                     .coordinates = {{.stiffness = 10, .rest = 0.0}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  set_pose(model, bead, planar::Pose{{1, 0}}, state);
  const VectorXd a = InverseDynamics(model, state, {}).solve({}).acceleration;
  CHECK((a - Vector2d(0, -kG)).norm() < 1e-9);
}

TEST_CASE("coordinates that cannot be driven are the caller's mistake") {
  const Model model = two_links();
  const State state = initial_state(model);
  CHECK_THROWS_AS(InverseDynamics(model, state, {{{2}, 0}}), InvalidArgument);
  CHECK_THROWS_AS(InverseDynamics(model, state, {{{0}, 1}}), InvalidArgument);
  CHECK_THROWS_AS(InverseDynamics(model, state, {{{0}, 0}, {{0}, 0}}), InvalidArgument);
  const InverseDynamics dynamics(model, state, {{{0}, 0}});
  CHECK_THROWS_AS(dynamics.solve(VectorXd::Zero(2)), InvalidArgument);
  CHECK_THROWS_AS(dynamics.solve(VectorXd::Zero(1), VectorXd::Zero(1)), InvalidArgument);
}

TEST_CASE("what acts along a broken joint is gone with it") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId body = builder.add_body({.velocity = {3, 0, 0}, .mass = 2.0, .inertia = 1.0});
  builder.add_joint({.kind = JointKind::prismatic,
                     .a = body,
                     .coordinates = {{.start = 0.5, .stiffness = 10, .rest = 0.2, .damping = 4}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  state.broken = {1};
  CHECK(InverseDynamics(model, state, {}).solve({}).acceleration.norm() < 1e-12);
  JointResponder responder(model);
  CHECK(responder.accelerations(state).motion.norm() < 1e-12);
  CHECK(bias_force(model, state).norm() < 1e-12);
}

TEST_CASE("the rotor of a broken joint is gone with it") {
  ModelBuilder builder;
  builder.set_gravity({0, -kG, 0});
  const BodyId body = builder.add_body({.mass = 2.0, .inertia = 1.0});
  builder.add_joint({.kind = JointKind::prismatic,
                     .a = body,
                     .axis = {0, 1, 0},
                     .coordinates = {{.armature = 3}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  state.broken = {1};
  CHECK(InverseDynamics(model, state, {}).solve({}).acceleration[1] == relative(-kG));
  CHECK_THROWS_AS(InverseDynamics(model, state, {{{0}, 0}}), InvalidArgument);
}

// By the other road: their forces from outside, where nothing is driven.
TEST_CASE("some coordinates are driven, in any order, beside springs, dampers and rotors") {
  testing::Random random(27);
  for (int trial = 0; trial < 8; ++trial) {
    Model model = tree(random);
    std::vector<CoordinateId> driven = all_coordinates(model);
    VectorXd q(driven.size()), u(driven.size());
    for (VectorXd* each : {&q, &u})
      for (double& x : *each) x = random.uniform();
    const State state = at_joints(model, q, u);
    for (const CoordinateId& id : driven) {
      if (random.uniform() < -0.3) continue;
      model.joints[id.joint.index].coordinates.push_back(
          {.coordinate = id.coordinate,
           .stiffness = 5 * std::abs(random.uniform()),
           .rest = random.uniform(),
           .damping = std::abs(random.uniform()),
           .armature = random.uniform() > 0 ? 0.5 : 0.0});
    }
    std::shuffle(driven.begin(), driven.end(), random.engine);
    driven.resize(3);
    const VectorXd a = Vector3d(random.vector());
    const InstantDynamics answer = InverseDynamics(model, state, driven).solve(a);
    VectorXd applied = VectorXd::Zero(model.dof());
    for (int k = 0; k < 3; ++k)
      add_joint_force(model, state, driven[k].joint, driven[k].coordinate, answer.force[k],
                      applied);
    const InstantDynamics forward = InverseDynamics(model, state, {}).solve({}, applied);
    CHECK((forward.acceleration - answer.acceleration).norm() < 1e-7);
    CHECK((forward.joint_force - answer.joint_force).norm() < 1e-7);
    const auto rate = [&](int k, double t) {
      State later = testing::moved(model, state, state.v + 0.5 * t * answer.acceleration, t);
      later.v = state.v + t * answer.acceleration;
      return coordinate_rate(model, later, driven[k].joint, driven[k].coordinate);
    };
    const double h = 1e-5;
    for (int k = 0; k < 3; ++k) CHECK(std::abs((rate(k, h) - rate(k, -h)) / (2 * h) - a[k]) < 1e-5);
  }
}

TEST_CASE("a body that stretches accelerates by its own force and what is applied, over its mass") {
  testing::Random random(28);
  ModelBuilder builder;
  builder.set_gravity({1, -kG, 2});
  VectorXd stretched = AffineBody<3>::coordinates({random.vector(), random.rotation()});
  stretched.tail<9>() *= 1.3;
  const auto type = std::make_shared<AffineBody<3>>(2.0, Vector3d(0.2, 0.3, 0.4).asDiagonal(), 5.0);
  builder.add_body({.mass = 1, .inertia = 1});
  builder.add_body({.kind = BodyKind::custom,
                    .type = type,
                    .custom_q = stretched,
                    .custom_v = VectorXd::Ones(12)});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  VectorXd own(12), applied = testing::random_velocity(random, model);
  MatrixXd M(12, 12);
  type->force(stretched, VectorXd::Ones(12), model.gravity, own);
  type->mass(stretched, M);
  const VectorXd expected = M.ldlt().solve(own + applied.tail(12));
  const VectorXd found = InverseDynamics(model, state, {}).solve({}, applied).acceleration;
  CHECK((found.tail(12) - expected).norm() < 1e-9 * expected.norm());
  CHECK((found.head(3) - applied.head(3) - Vector3d(1, -kG, 0)).norm() < 1e-9);
  CHECK((bias_force(model, state).tail(12) + own).norm() < 1e-9 * own.norm());
}

}  // namespace perpend
