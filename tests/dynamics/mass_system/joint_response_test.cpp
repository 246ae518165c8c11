// SPDX-License-Identifier: Apache-2.0
#include "dynamics/mass_system/joint_response.hpp"

#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joint_models.hpp"
#include "perpend/dynamics/inverse_dynamics.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

constexpr double kGravity = 9.81;

// A uniform rod of 1 kg and 1 m whose end is pinned to the origin, at `angle` from straight down.
BodyDef rod(double angle, const Eigen::Vector2d& end) {
  const Eigen::Vector2d along(std::sin(angle), -std::cos(angle));
  const Eigen::Vector2d center = end + 0.5 * along;
  return {.pose = {center, angle}, .mass = 1.0, .inertia = 1.0 / 12};
}

Model pendulum(double angle) {
  ModelBuilder builder;
  const BodyId body = builder.add_body(rod(angle, {0, 0}));
  builder.add_joint({.a = body});
  return builder.build().value();
}

}  // namespace

TEST_CASE("a swinging rod accelerates as its closed form says, and so does its pin") {
  const double angle = 0.7, omega = 3;
  const Model model = pendulum(angle);
  State state = initial_state(model);
  state.v << 0.5 * omega * std::cos(angle), 0.5 * omega * std::sin(angle), omega;
  JointResponder responder(model);
  const JointResponse response = responder.accelerations(state);
  const double alpha = -1.5 * kGravity * std::sin(angle);
  CHECK(response.motion[2] == relative(alpha, 1e-8));
  // Along the rod the pin carries weight and centripetal force.
  const Eigen::Vector2d along(std::sin(angle), -std::cos(angle));
  const double pull = kGravity * std::cos(angle) + 0.5 * omega * omega;
  CHECK(-Eigen::Vector2d(response.lambda).dot(along) == relative(pull, 1e-8));
  CHECK(response.residual < 1e-14);
}

TEST_CASE("a double pendulum accelerates as Lagrange's equations say") {
  const double a = 0.4, b = -1.1, da = 2, db = -3;
  ModelBuilder builder;
  const Eigen::Vector2d elbow(std::sin(a), -std::cos(a));
  const BodyId upper = builder.add_body(rod(a, {0, 0})), lower = builder.add_body(rod(b, elbow));
  builder.add_joint({.a = upper});
  builder.add_joint({.a = lower, .b = upper, .anchor = {elbow.x(), elbow.y(), 0}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  const Eigen::Vector2d v_elbow = da * Eigen::Vector2d(std::cos(a), std::sin(a));
  state.v.head<3>() << 0.5 * v_elbow, da;
  state.v.tail<3>() << v_elbow + 0.5 * db * Eigen::Vector2d(std::cos(b), std::sin(b)), db;
  // Two equal uniform rods of length 1: mass matrix and right-hand side in the two angles.
  const double c = std::cos(a - b), s = std::sin(a - b);
  const Eigen::Matrix2d M{{4.0 / 3, 0.5 * c}, {0.5 * c, 1.0 / 3}};
  const Eigen::Vector2d right(-0.5 * s * db * db - 1.5 * kGravity * std::sin(a),
                              0.5 * s * da * da - 0.5 * kGravity * std::sin(b));
  const Eigen::Vector2d expected = M.inverse() * right;
  JointResponder responder(model);
  const JointResponse response = responder.accelerations(state);
  CHECK(response.motion[2] == relative(expected[0], 1e-8));
  CHECK(response.motion[5] == relative(expected[1], 1e-8));
}

TEST_CASE("a blow at the centre of percussion leaves the pin without an impulse") {
  const Model model = pendulum(0);
  const State state = initial_state(model);
  JointResponder responder(model);
  // Two thirds down the rod, that is 1/6 m below its centre.
  Eigen::VectorXd blow(3);
  blow << 1.0, 0.0, 1.0 / 6;
  const JointResponse response = responder.apply_impulse(state, blow);
  CHECK(response.lambda.norm() < 1e-9);
  CHECK(response.motion[2] == relative(2.0));  // impulse · arm / (m l²/3)
  blow << 1.0, 0.0, 0.0;
  CHECK(responder.apply_impulse(state, blow).lambda[0] == relative(-0.25, 1e-9));
}

TEST_CASE("in the first-order world a rod sinks with torque over inertia") {
  const double angle = 0.7;
  const Model model = pendulum(angle);
  JointResponder responder(model);
  const JointResponse response = responder.first_order_velocity(initial_state(model));
  CHECK(response.motion[2] == relative(-1.5 * kGravity * std::sin(angle)));
}

TEST_CASE("a gyroscope under its own weight precesses steadily") {
  // Wheel at the end of an axle through the origin, spinning fast: steady precession needs no
  // angular acceleration about the axle and turns its axis with m g l / (I spin).
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  BodyDef wheel{.kind = BodyKind::spatial, .mass = 2.0};
  wheel.spatial.pose.p = {0.5, 0, 0};
  wheel.spatial.inertia = Eigen::Vector3d(0.04, 0.02, 0.02).asDiagonal();
  wheel.spatial.center_of_mass = Eigen::Vector3d::Zero();
  const BodyId body = builder.add_body(wheel);
  builder.add_joint({.kind = JointKind::spherical, .a = body});
  const Model model = builder.build().value();
  const double spin = 300;
  // m g l = precession (I_1 spin) for an axis held level, exactly.
  const double precession = 2.0 * kGravity * 0.5 / (0.04 * spin);
  State state = initial_state(model);
  state.v << 0, 0.5 * precession, 0, spin, 0, precession;
  JointResponder responder(model);
  const JointResponse response = responder.accelerations(state);
  const Eigen::Vector3d alpha = response.motion.tail<3>();
  // The spin vector itself turns with the precession: alpha = precession × omega.
  CHECK((alpha - Eigen::Vector3d(0, precession * spin, 0)).norm() < 1e-6 * precession * spin);
  // The centre of mass runs on its circle.
  CHECK(response.motion[0] == relative(-0.5 * precession * precession, 1e-6));
  CHECK(std::abs(response.motion[2]) < 1e-6 * precession * spin);
}

// Springs, dampers, gyroscopic terms and what is applied, by the other road.
TEST_CASE("joined bodies accelerate as in forward dynamics, whatever acts along their joint") {
  testing::Random random(31);
  const CoordinateDef def{
      .coordinate = 0, .start = 0.2, .stiffness = 30, .rest = -0.4, .damping = 5};
  for (const JointKind kind : {JointKind::pin, JointKind::prismatic, JointKind::universal,
                               JointKind::cylindrical, JointKind::strut})
    for (const bool to_world : {false, true}) {
      CAPTURE(to_string(kind));
      CoordinateDef own = def;
      if (kind == JointKind::strut) own.start = 0;
      const Model model = testing::one_joint(random, kind, testing::Space::space, to_world, &own);
      State state = initial_state(model);
      state.v = testing::random_velocity(random, model);
      const Eigen::MatrixXd J = constraint_rows(model, state).jacobian;
      if (J.rows() > 0)
        state.v -= J.transpose() * (J * J.transpose()).ldlt().solve(J * state.v).eval();
      const Eigen::VectorXd force = testing::random_velocity(random, model);
      const InstantDynamics expected = InverseDynamics(model, state, {}).solve({}, force);
      JointResponder responder(model);
      const JointResponse response = responder.accelerations(state, force);
      CHECK((response.motion - expected.acceleration).norm() < 1e-6 * expected.acceleration.norm());
      CHECK((response.lambda - expected.joint_force).norm() < 1e-6 * expected.acceleration.norm());
      // From rest a second's worth of it is the velocity of the first-order world.
      state.v.setZero();
      const Eigen::VectorXd first = responder.first_order_velocity(state, force).motion;
      CHECK((responder.accelerations(state, force).motion - first).norm() < 1e-9 * first.norm());
    }
}

}  // namespace perpend
