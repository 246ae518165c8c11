// SPDX-License-Identifier: Apache-2.0
// RowsAndErrors of rolling wheels, screws, couplers and differentials.
#include <doctest/doctest.h>

#include <cmath>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joint_models.hpp"
#include "dynamics/joints/joint_cases.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;
using joint_cases::disturbed;
using joint_cases::for_every_joint;
using joint_cases::omega;
using joint_cases::RowsAndErrors;
using testing::Random, testing::Space;

}  // namespace

TEST_CASE("a disc that rolls moves by its radius times its angle") {
  for_every_joint(5, [](const Model& model, Random& random, Space, bool) {
    const Joint& joint = model.joints[0];
    if (joint.kind != JointKind::rolling) return;
    const State start = initial_state(model);
    const MatrixXd J = testing::dense(RowsAndErrors(model, start).pool, model);
    const VectorXd v0 = testing::random_velocity(random, model);
    const VectorXd v = v0 - J.transpose() * (J * J.transpose()).ldlt().solve(J * v0);
    State at = start;
    at.v = v;
    // The point of a that touches the plane has the velocity of the plane there.
    const Vector3d anchor = transform_point(spatial_pose(model, start, joint.a), joint.frame_a.p);
    const auto velocity = [&](BodyId id) -> Vector3d {
      const Twist twist = body_twist(model, at, id);
      return twist.velocity + twist.omega.cross(anchor - spatial_pose(model, start, id).p);
    };
    const Vector3d slip = velocity(joint.a) - velocity(joint.b);
    CHECK(slip.head(model.bodies[joint.a.index].is_planar() ? 2 : 3).norm() < 1e-14);
  });
}

// The plane is the same whichever side its axis points to.
TEST_CASE("a wheel rolls on its plane also where the axis points into the ground") {
  Random random(30);
  for (const bool in_space : {false, true})
    for (int trial = 0; trial < 10; ++trial) {
      CAPTURE(in_space);
      const BodyDef wheel = in_space ? testing::spatial_body(random) : testing::planar_body(random);
      const BodyDef plane = in_space ? testing::spatial_body(random) : testing::planar_body(random);
      JointDef joint = testing::random_joint(random, JointKind::rolling, !in_space);
      testing::put_on_plane(
          joint, in_space ? wheel.spatial.pose.p : Vector3d(wheel.pose.p.x(), wheel.pose.p.y(), 0));
      const auto model = [&](double sign) {
        ModelBuilder builder;
        JointDef def = joint;
        def.axis *= sign;
        def.a = builder.add_body(wheel);
        def.b = builder.add_body(plane);
        builder.add_joint(def);
        return builder.build().value();
      };
      const Model out = model(1), in = model(-1);
      const State state = disturbed(out, random, 0.3);
      const RowsAndErrors rows_out(out, state), rows_in(in, state);
      CHECK(std::abs(rows_out.phi[0]) - std::abs(rows_in.phi[0]) == near_zero(1e-14));
      // Both allow the same motions: neither has a row that is none of the other's.
      const MatrixXd J = testing::dense(rows_out.pool, out), K = testing::dense(rows_in.pool, in);
      const MatrixXd shares = J.transpose().colPivHouseholderQr().solve(K.transpose());
      CHECK((J.transpose() * shares - K.transpose()).norm() < 1e-13);
    }
}

TEST_CASE("a screw advances by its pitch over any number of turns") {
  ModelBuilder builder;
  BodyDef def{.kind = BodyKind::spatial, .mass = 1.0};
  def.spatial.inertia = Eigen::Matrix3d::Identity();
  JointDef joint{.kind = JointKind::screw, .a = builder.add_body(def), .axis = {0, 0, 1}};
  joint.pitch = 0.2;
  builder.add_joint(joint);
  const Model model = builder.build().value();
  State state = initial_state(model);
  for (const double angle : {1.0, 4.0, 7.0, 10.0, 13.0}) {
    state.q << 0, 0, 0.2 * angle, std::cos(angle / 2), 0, 0, std::sin(angle / 2);
    state.coordinates[0] = angle - 1;  // within half a turn
    CHECK(joint_error(model, state).gap < 1e-14);
  }
}

// A gear pair of ratio 2 and a rack on the smaller wheel.
TEST_CASE("couplers keep the sum of their coordinates") {
  ModelBuilder builder;
  std::vector<JointId> joints;
  for (const JointKind kind : {JointKind::pin, JointKind::pin, JointKind::prismatic}) {
    const double x = static_cast<double>(joints.size());
    const BodyId wheel = builder.add_body({.pose = {{x, 0}, 0.3}, .mass = 1, .inertia = 0.1});
    joints.push_back(builder.add_joint({.kind = kind, .a = wheel, .anchor = {x, 0, 0}}));
  }
  builder.add_coupler({.terms = {{joints[0], 0, 2.0}, {joints[1], 0, 1.0}}});
  builder.add_coupler({.terms = {{joints[1], 0, -0.5}, {joints[2], 0, 1.0}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  const double angle = 9.0;
  state.q[2] += angle;
  state.q[5] -= 2 * angle;
  state.q[6] -= angle;
  const RowsAndErrors rows(model, state);
  REQUIRE(rows.pool.rows() == 8);
  CHECK(std::abs(rows.phi[6]) < 1e-14);
  CHECK(std::abs(rows.phi[7]) < 1e-14);
  CHECK(joint_error(model, state).gap < 1e-14);
  state.q[2] += 0.01;
  CHECK(joint_error(model, state).angle == relative(0.02));
  CHECK(joint_error(model, state).angle_joint == 3);
  // What a rack is off is a length.
  state.q[6] += 0.003;
  CHECK(joint_error(model, state).gap == relative(0.003, 1e-11));
  CHECK(joint_error(model, state).gap_joint == 4);
}

TEST_CASE("a differential couples three bodies in one row without net momentum") {
  Random random(5);
  ModelBuilder builder;
  const BodyId housing = builder.add_body(testing::spatial_body(random));
  Coupler coupler;
  for (const double factor : {1.0, 1.0, -2.0}) {
    JointDef joint = testing::random_joint(random, JointKind::pin, false);
    joint.a = builder.add_body(testing::spatial_body(random));
    joint.b = housing;
    coupler.terms.push_back({builder.add_joint(joint), 0, factor});
  }
  builder.add_coupler(coupler);
  const Model model = builder.build().value();
  CHECK(model.couplers[0].bodies == std::vector<int>{0, 1, 2, 3});
  const State state = disturbed(model, random, 0.2);
  const RowsAndErrors rows(model, state);
  const MatrixXd J = testing::dense(rows.pool, model);
  const VectorXd v = testing::random_velocity(random, model), row = J.row(15);
  CHECK(testing::total(model, state, row).force.norm() < 1e-14);
  CHECK(testing::total(model, state, row).torque.norm() < 1e-14);
  const double h = 1e-6;
  const RowsAndErrors ahead(model, testing::moved(model, state, v, h));
  const RowsAndErrors behind(model, testing::moved(model, state, v, -h));
  CHECK(std::abs(row.dot(v) - (ahead.phi[15] - behind.phi[15]) / (2 * h)) < 2e-9);
}

}  // namespace perpend
