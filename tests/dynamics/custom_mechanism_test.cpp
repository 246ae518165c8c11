// SPDX-License-Identifier: Apache-2.0
// The body, shape and constraint of examples/custom_mechanism, and custom joints in general.
#include <doctest/doctest.h>

#include <Eigen/LU>

#include "../../examples/custom_mechanism/balloon.hpp"
#include "../../examples/custom_mechanism/cam_follower.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "joint_models.hpp"
#include "perpend/dynamics/affine_body.hpp"
#include "perpend/dynamics/joint_reaction.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d, Eigen::VectorXd;
using testing::Random;

constexpr EllipticCam kCam;

struct Rows {
  RowPool pool;
  std::vector<double> phi;
  Rows(const Model& model, const State& state) { append_joint_rows(model, state, pool, phi); }
};

// J v less the difference quotient of phi at a disturbed pose.
double rate_error(Random& random, const Model& model) {
  const State state =
      testing::moved(model, initial_state(model), testing::random_velocity(random, model), 0.2);
  const VectorXd v = testing::random_velocity(random, model);
  const double h = 1e-6;
  const Rows rows(model, state);
  const Rows ahead(model, testing::moved(model, state, v, h));
  const Rows behind(model, testing::moved(model, state, v, -h));
  double worst = 0;
  const VectorXd rate = testing::dense(rows.pool, model) * v;
  for (int r = 0; r < rate.size(); ++r)
    worst = std::max(worst, std::abs(rate[r] - (ahead.phi[r] - behind.phi[r]) / (2 * h)));
  return worst;
}

}  // namespace

TEST_CASE("the follower's row is the rate of its level set and keeps momentum") {
  Random random(83);
  for (int trial = 0; trial < 20; ++trial) {
    ModelBuilder builder;
    JointDef joint{.kind = JointKind::custom,
                   .type = std::make_shared<CamFollower<EllipticCam>>(kCam, Vector3d(1, 0.4, 0.2))};
    joint.a = builder.add_body(testing::spatial_body(random));
    joint.b = builder.add_body(testing::spatial_body(random));
    builder.add_joint(joint);
    const Model model = builder.build().value();
    CHECK(rate_error(random, model) < 1e-8);
    const State start = initial_state(model);
    const VectorXd row = testing::dense(Rows(model, start).pool, model).row(0);
    CHECK(testing::total(model, start, row).force.norm() < 1e-14);
    CHECK(testing::total(model, start, row).torque.norm() < 1e-13);
  }
}

TEST_CASE("a custom row's force acts on the material point of a body that stretches") {
  Random random(89);
  for (int trial = 0; trial < 20; ++trial) {
    // The tip is the centre of mass, the anchor of the joint is elsewhere.
    ModelBuilder builder;
    const spatial::Pose pose{random.vector(), random.rotation()};
    const Matrix3d moments = Vector3d(0.2, 0.3, 0.4).asDiagonal();
    JointDef joint{.kind = JointKind::custom,
                   .type = std::make_shared<CamFollower<EllipticCam>>(kCam, Vector3d(0, 0, 0))};
    joint.a = builder.add_body({.kind = BodyKind::custom,
                                .type = std::make_shared<AffineBody<3>>(1.0, moments, 1.0),
                                .custom_q = AffineBody<3>::coordinates(pose),
                                .custom_v = VectorXd::Zero(12)});
    joint.b = builder.add_body(testing::spatial_body(random));
    joint.anchor = random.vector();
    builder.add_joint(joint);
    CHECK(rate_error(random, builder.build().value()) < 1e-8);
  }
}

TEST_CASE("a balloon between two walls exerts its elastic force on them") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const double radius = 0.2, stiffness = 5.0, scale = 0.8;
  const BodyId balloon =
      builder.add_body({.kind = BodyKind::custom,
                        .type = std::make_shared<Balloon>(0.1, radius, stiffness),
                        .custom_q = Eigen::Vector4d(0, 0, 0, 1),
                        .custom_v = Eigen::Vector4d::Zero()});
  for (const double side : {-1.0, 1.0})
    builder.add_joint({.kind = JointKind::point_on_plane,
                       .a = balloon,
                       .anchor = {side * radius, 0, 0},
                       .axis = {1, 0, 0}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  state.q[3] = scale;
  const Rows rows(model, state);
  CHECK(rows.phi[0] == relative(radius * (1 - scale)));
  CHECK(rows.phi[1] == relative(-radius * (1 - scale)));
  // Equilibrium Jᵀ lambda = -f: the walls push inwards with k (1 - s) / (2 radius).
  VectorXd force;
  applied_force(model, state.q, state.v, force);
  const Eigen::MatrixXd J = testing::dense(rows.pool, model);
  const VectorXd lambda = (J * J.transpose()).ldlt().solve(-J * force);
  CHECK((J.transpose() * lambda + force).norm() < 1e-13);
  const JointReaction left = joint_reaction(model, state, {0}, lambda, 1.0);
  CHECK(left.force.x() == relative(stiffness * (1 - scale) / (2 * radius)));
}

// Behind another joint, so that its row is not the first.
TEST_CASE(
    "the reaction of a custom joint is what its row exerts on the first body, at the anchor") {
  Random random(97);
  for (int trial = 0; trial < 10; ++trial) {
    ModelBuilder builder;
    const BodyId a = builder.add_body(testing::spatial_body(random));
    const BodyId b = builder.add_body(testing::spatial_body(random));
    builder.add_joint({.kind = JointKind::spherical, .a = b});
    JointDef joint{.kind = JointKind::custom, .a = a, .b = b, .anchor = random.vector()};
    joint.type = std::make_shared<CamFollower<EllipticCam>>(kCam, Vector3d(1, 0.4, 0.2));
    const JointId follower = builder.add_joint(joint);
    const Model model = builder.build().value();
    const State state = initial_state(model);
    const VectorXd row = testing::dense(Rows(model, state).pool, model).row(3);
    const JointReaction found =
        joint_reaction(model, state, follower, VectorXd::Unit(4, 3) * 0.5, 0.25);
    const Vector3d force = 2 * row.head<3>(), about_center = 2 * row.segment<3>(3);
    const Vector3d arm = spatial_pose(model, state, a).p - joint.anchor;
    CHECK((found.force - force).norm() < 1e-13);
    CHECK((found.torque - about_center - arm.cross(force)).norm() < 1e-13);
  }
}

TEST_CASE("the error of a custom joint is that of its rows, behind joints that hold") {
  Random random(101);
  ModelBuilder builder;
  const BodyId a = builder.add_body(testing::spatial_body(random));
  builder.add_joint({.kind = JointKind::spherical, .a = a});
  JointDef joint{.kind = JointKind::custom, .a = a, .anchor = random.vector()};
  joint.type = std::make_shared<CamFollower<EllipticCam>>(kCam, Vector3d(1, 0.4, 0.2));
  builder.add_joint(joint);
  const Model model = builder.build().value();
  State state = initial_state(model);
  state.q.head<3>() += 0.01 * random.vector();
  const Rows rows(model, state);
  const JointError error = joint_error(model, {1, 2}, state);
  CHECK(error.gap == relative(std::abs(rows.phi[3])));
  CHECK(error.gap > 0);
  CHECK(error.gap_joint == 1);
  CHECK(error.angle == 0);
}

}  // namespace perpend
