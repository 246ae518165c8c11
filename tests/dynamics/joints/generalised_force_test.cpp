// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/generalised_force.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "dynamics/joint_models.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/affine_body.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

// A body in space whose frame is neither at its centre of mass nor along its principal axes.
Model skew_body(testing::Random& random) {
  BodyDef def = testing::spatial_body(random);
  def.spatial.center_of_mass = random.vector();
  Eigen::Matrix3d inertia;
  inertia << 0.4, 0.05, 0.02, 0.05, 0.5, -0.03, 0.02, -0.03, 0.6;
  def.spatial.inertia = inertia;
  ModelBuilder builder;
  builder.add_body(def);
  return builder.build().value();
}

}  // namespace

TEST_CASE("a force at a point does the work of the point's velocity") {
  testing::Random random(5);
  for (int trial = 0; trial < 20; ++trial) {
    const Model model = skew_body(random);
    State state = initial_state(model);
    const ForceAt at{.force = random.vector(), .torque = random.vector(), .point = random.vector()};
    VectorXd force = VectorXd::Zero(model.dof());
    add_force_at(model, state, {0}, at, force);
    const VectorXd v = testing::random_velocity(random, model);
    const double h = 1e-6;
    const auto place = [&](double t) {
      return world_point(model, testing::moved(model, state, v, t), {0}, at.point, Frame::body);
    };
    const Vector3d velocity = (place(h) - place(-h)) / (2 * h);
    CHECK(force.dot(v) == relative(at.force.dot(velocity) + at.torque.dot(v.tail<3>()), 1e-8));
  }
}

TEST_CASE("forces and points in the frame of the body are those of the world seen from it") {
  testing::Random random(6);
  const Model model = skew_body(random);
  const State state = initial_state(model);
  const spatial::Pose pose = spatial_frame_pose(model, state, {0});
  const ForceAt own{.force = random.vector(),
                    .torque = random.vector(),
                    .point = random.vector(),
                    .force_in = Frame::body};
  const ForceAt world{.force = pose.r * own.force,
                      .torque = pose.r * own.torque,
                      .point = transform_point(pose, own.point),
                      .point_in = Frame::world};
  VectorXd a = VectorXd::Zero(6), b = VectorXd::Zero(6);
  add_force_at(model, state, {0}, own, a);
  add_force_at(model, state, {0}, world, b);
  CHECK((a - b).norm() < 1e-14);
}

TEST_CASE("a force off the centre of a planar body turns it") {
  ModelBuilder builder;
  const BodyId body = builder.add_body({.pose = {{1, 2}, M_PI / 2}, .mass = 2.0, .inertia = 0.5});
  const Model model = builder.build().value();
  VectorXd force = VectorXd::Zero(3);
  const ForceAt at{.force = {3, 0, 0}, .point = {0.5, 0, 0}};
  add_force_at(model, initial_state(model), body, at, force);
  CHECK((force - Vector3d(3, 0, -1.5)).norm() < 1e-14);
}

TEST_CASE("a stretched body takes a force at its material point") {
  const AffineBody<3> type(2.0, Eigen::Matrix3d::Identity(), 1.0);
  ModelBuilder builder;
  AffineBody<3>::Coordinates q = AffineBody<3>::coordinates({{1, 0, 0}});
  q[3] = 2.0;  // stretched along x
  builder.add_body({.kind = BodyKind::custom,
                    .type = std::make_shared<AffineBody<3>>(type),
                    .custom_q = q,
                    .custom_v = VectorXd::Zero(12)});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  const Vector3d place = world_point(model, state, {0}, {1, 0, 0}, Frame::body);
  CHECK((place - Vector3d(3, 0, 0)).norm() < 1e-14);
  VectorXd force = VectorXd::Zero(12);
  add_force_at(model, state, {0}, {.force = {0, 5, 0}, .point = {1, 0, 0}}, force);
  // Half of the velocity of that point comes from a_1: the point has X = (1, 0, 0).
  CHECK(force[1] == relative(5));
  CHECK(force[4] == relative(5));
  CHECK(force.norm() == relative(std::sqrt(50.0)));
}

TEST_CASE("a force along a joint coordinate does the work of its rate") {
  testing::Random random(7);
  for (const JointKind kind : {JointKind::pin, JointKind::prismatic, JointKind::universal,
                               JointKind::cylindrical, JointKind::strut})
    for (const bool to_world : {false, true}) {
      const Model model = testing::one_joint(random, kind, testing::Space::space, to_world);
      State state = initial_state(model);
      state.v = testing::random_velocity(random, model);
      VectorXd force = VectorXd::Zero(model.dof());
      add_joint_force(model, state, {0}, 0, 2.5, force);
      CHECK(force.dot(state.v) == relative(2.5 * coordinate_rate(model, state, {0}, 0), 1e-12));
    }
}

TEST_CASE("what leaves the plane is no force on a planar body, and is none that is dropped") {
  testing::Random random(12);
  ModelBuilder builder;
  builder.add_body({.name = "slab", .mass = 1.0, .inertia = 1.0});
  builder.add_body({.kind = BodyKind::particle, .mass = 1.0});
  builder.add_body(testing::spatial_body(random));
  const Model model = builder.build().value();
  const auto in_plane = [&] { return random.vector().cwiseProduct(Vector3d(1, 1, 0)).eval(); };
  const auto normal = [&] { return random.vector().cwiseProduct(Vector3d(0, 0, 1)).eval(); };
  for (int member = 0; member < 50; ++member)
    for (int body = 0; body < 3; ++body) {
      const ForceAt whole{in_plane(), normal(), in_plane()};
      CHECK_NOTHROW(check_force_at(model, {body}, whole));
      for (Vector3d ForceAt::*part : {&ForceAt::force, &ForceAt::torque, &ForceAt::point}) {
        ForceAt off = whole;
        (off.*part) +=
            std::pow(10, -6 + member / 4) * (part == &ForceAt::torque ? in_plane() : normal());
        if (body == 2)
          CHECK_NOTHROW(check_force_at(model, {body}, off));
        else
          CHECK_THROWS_AS(check_force_at(model, {body}, off), InvalidArgument);
      }
    }
  CHECK_THROWS_WITH_AS(
      check_force_at(model, {0}, {.force = {1, 0, 2.5}}),
      "force must be [x, y] or [x, y, 0] for 'slab', which is a body of the plane, "
      "got [1, 0, 2.5]",
      InvalidArgument);
}

TEST_CASE("forces that nothing can take are the caller's mistake") {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::fixed});
  builder.add_body({.mass = 1.0, .inertia = 1.0});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  VectorXd force = VectorXd::Zero(model.dof()), small(1);
  CHECK_THROWS_AS(add_force_at(model, state, {0}, {}, force), InvalidArgument);
  CHECK_THROWS_AS(add_force_at(model, state, {7}, {}, force), InvalidArgument);
  CHECK_THROWS_AS(add_force_at(model, state, {1}, {.force = {NAN, 0, 0}}, force), InvalidArgument);
  CHECK_THROWS_AS(add_force_at(model, state, {1}, {}, small), InvalidArgument);
  CHECK_THROWS_AS(add_joint_force(model, state, {0}, 0, 1.0, force), InvalidArgument);
}

}  // namespace perpend
