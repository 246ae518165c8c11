// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/set_motion.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "dynamics/joint_models.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/affine_body.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "relative.hpp"

namespace perpend {

TEST_CASE("a pose that is set is the pose that is read") {
  testing::Random random(8);
  BodyDef def = testing::spatial_body(random);
  def.spatial.center_of_mass = random.vector();
  ModelBuilder builder;
  const BodyId space = builder.add_body(def);
  const BodyId plane = builder.add_body({.shapes = {{planar::box(1, 2), {{0.3, 0.4}, 0.0}}}});
  const Model model = builder.build().value();
  State state = initial_state(model);

  const spatial::Pose pose{random.vector(), random.rotation()};
  set_pose(model, space, pose, state);
  CHECK((spatial_frame_pose(model, state, space).p - pose.p).norm() < 1e-14);
  CHECK(spatial_frame_pose(model, state, space).r.angularDistance(pose.r) < 1e-14);
  const Eigen::VectorXd q = state.q;
  set_pose(model, space, spatial::Pose{pose.p, Eigen::Quaterniond(3 * pose.r.coeffs())}, state);
  CHECK((state.q - q).norm() < 1e-14);
  set_velocity(model, space, Twist{{1, 2, 3}, {4, 5, 6}}, state);
  CHECK(body_twist(model, state, space).omega == Eigen::Vector3d(4, 5, 6));
  CHECK(body_twist(model, state, space).velocity == Eigen::Vector3d(1, 2, 3));

  set_pose(model, plane, planar::Pose{{5, 6}, 7.5}, state);
  CHECK((frame_pose(model, state, plane).p - Eigen::Vector2d(5, 6)).norm() < 1e-14);
  CHECK(frame_pose(model, state, plane).angle == 7.5);
  set_velocity(model, plane, Eigen::Vector3d(1, 2, 3), state);
  CHECK(body_velocity(model, state, plane) == Eigen::Vector3d(1, 2, 3));
}

TEST_CASE("joint coordinates follow a body that is put elsewhere") {
  ModelBuilder builder;
  BodyDef def{.kind = BodyKind::spatial, .mass = 1.0};
  def.spatial.inertia = Eigen::Matrix3d::Identity();
  const BodyId body = builder.add_body(def);
  const JointId pin = builder.add_joint({.kind = JointKind::pin, .a = body, .axis = {0, 0, 1}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  const Eigen::AngleAxisd turn(0.7, Eigen::Vector3d::UnitZ());
  set_pose(model, body, spatial::Pose{{0, 0, 0}, Eigen::Quaterniond(turn)}, state);
  CHECK(state.coordinates[0] == relative(0.7, 1e-14));
  CHECK(coordinate(model, state, pin, 0) == relative(0.7, 1e-14));
}

// A fixed body has a pose to set as well: the joints at either end follow.
TEST_CASE("joint coordinates in the plane follow a body that is put elsewhere") {
  ModelBuilder builder;
  const BodyId base = builder.add_body({.kind = BodyKind::fixed});
  const BodyId slide = builder.add_body({.mass = 1.0, .inertia = 1.0});
  const BodyId wheel = builder.add_body({.mass = 1.0, .inertia = 1.0});
  builder.add_joint({.kind = JointKind::prismatic, .a = slide, .b = base, .axis = {1, 0, 0}});
  builder.add_joint({.kind = JointKind::pin,
                     .a = wheel,
                     .b = slide,
                     .coordinates = {{.coordinate = 0, .start = 0.25}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  set_pose(model, slide, planar::Pose{{0.4, 0}, 0}, state);
  CHECK(state.coordinates[0] == relative(0.4, 1e-14));
  CHECK(state.coordinates[1] == relative(0.25, 1e-14));
  set_pose(model, wheel, planar::Pose{{0.4, 0}, -7.5}, state);
  CHECK(state.coordinates[0] == relative(0.4, 1e-14));
  CHECK(state.coordinates[1] == relative(-7.25, 1e-14));
  CHECK(coordinate(model, state, {1}, 0) == relative(-7.25, 1e-14));
  set_pose(model, base, planar::Pose{{0.1, 0}, 0}, state);
  CHECK(state.coordinates[0] == relative(0.3, 1e-14));
  CHECK(state.coordinates[1] == relative(-7.25, 1e-14));
}

TEST_CASE("motions that a body cannot have are the caller's mistake") {
  ModelBuilder builder;
  const BodyId fixed = builder.add_body({.kind = BodyKind::fixed});
  const BodyId driven = builder.add_body({.kind = BodyKind::kinematic});
  const BodyId free = builder.add_body({.mass = 1.0, .inertia = 1.0});
  const Model model = builder.build().value();
  State state = initial_state(model);
  CHECK_NOTHROW(set_pose(model, fixed, planar::Pose{{1, 1}, 0}, state));
  CHECK_THROWS_AS(set_velocity(model, fixed, Eigen::Vector3d(1, 0, 0), state), InvalidArgument);
  CHECK_THROWS_AS(set_pose(model, driven, planar::Pose{}, state), InvalidArgument);
  CHECK_THROWS_AS(set_pose(model, free, spatial::Pose{}, state), InvalidArgument);
  CHECK_THROWS_AS(set_pose(model, free, planar::Pose{{NAN, 0}, 0}, state), InvalidArgument);
  CHECK_THROWS_AS(set_velocity(model, free, Twist{}, state), InvalidArgument);
  CHECK_THROWS_AS(set_velocity(model, {9}, Eigen::Vector3d(0, 0, 0), state), InvalidArgument);
}

TEST_CASE("bodies that are not there or no rotation at all are the caller's mistake") {
  testing::Random random(9);
  ModelBuilder builder;
  const BodyId space = builder.add_body(testing::spatial_body(random));
  const BodyId custom = builder.add_body(
      {.kind = BodyKind::custom,
       .type = std::make_shared<AffineBody<3>>(1.0, Eigen::Matrix3d::Identity(), 1.0),
       .custom_q = AffineBody<3>::coordinates(spatial::Pose{}),
       .custom_v = Eigen::VectorXd::Zero(12)});
  const Model model = builder.build().value();
  State state = initial_state(model);
  const State before = state;
  const Eigen::Quaterniond r(1, 0, 0, 0);
  const auto refused = [&](BodyId body, const Eigen::Vector3d& p, const Eigen::Quaterniond& by) {
    CHECK_THROWS_AS(set_pose(model, body, spatial::Pose{p, by}, state), InvalidArgument);
  };
  refused({2}, {0, 0, 0}, r);
  refused({-1}, {0, 0, 0}, r);
  refused(custom, {0, 0, 0}, r);
  refused(space, {0, NAN, 0}, r);
  refused(space, {0, 0, 0}, Eigen::Quaterniond(NAN, 0, 0, 1));
  refused(space, {0, 0, 0}, Eigen::Quaterniond(0, 0, 0, HUGE_VAL));
  refused(space, {0, 0, 0}, Eigen::Quaterniond(0, 0, 0, 0));
  refused(space, {0, 0, 0}, Eigen::Quaterniond(1e200, 0, 1e200, 0));
  const auto thrown = [&](BodyId body, const Twist& twist) {
    CHECK_THROWS_AS(set_velocity(model, body, twist, state), InvalidArgument);
  };
  thrown({2}, {});
  thrown(custom, {});
  thrown(space, {{NAN, 0, 0}, {0, 0, 0}});
  thrown(space, {{0, 0, 0}, {0, 0, HUGE_VAL}});
  CHECK(state.q == before.q);
  CHECK(state.v == before.v);
}

TEST_CASE("a particle that is put elsewhere and thrown leaves its neighbours as they were") {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::particle, .mass = 1.0});
  builder.add_body({.kind = BodyKind::spatial_particle, .mass = 1.0});
  builder.add_body({.pose = {{3, 4}, 0.5}, .velocity = {1, 2, 3}, .mass = 1.0, .inertia = 1.0});
  const Model model = builder.build().value();
  State state = initial_state(model);
  Eigen::VectorXd q = state.q, v = state.v;
  q.head<5>() << 5, 6, 7, 8, 9;
  v.head<5>() << 1, 2, 3, 4, 5;
  set_pose(model, {0}, planar::Pose{{5, 6}, 0.7}, state);
  set_pose(model, {1}, spatial::Pose{{7, 8, 9}, Eigen::Quaterniond(0, 0, 0, 1)}, state);
  set_velocity(model, {0}, Eigen::Vector3d(1, 2, 9), state);
  set_velocity(model, {1}, Twist{{3, 4, 5}, {9, 9, 9}}, state);
  CHECK(state.q == q);
  CHECK(state.v == v);
}

}  // namespace perpend
