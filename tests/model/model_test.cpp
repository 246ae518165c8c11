// SPDX-License-Identifier: Apache-2.0
// States and prescribed motions of a Model.
#include "perpend/model/model.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "faults.hpp"
#include "perpend/core/error.hpp"
#include "relative.hpp"
#include "rod_type.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Quaterniond, Eigen::Vector2d, Eigen::Vector3d;

Vector3d drawn(Draw& draw) {
  return {draw(-1, 1), draw(-1, 1), draw(-1, 1)};
}

// Both coordinates move point 0 along x and y; the first turns the body about z.
class Turning final : public Rod {
 public:
  Turning() : Rod(2) {}
  Vector3d point(ConstSlice q, const Vector3d& local) const override {
    return Vector3d(q[0], q[1], 0) + direction(q, local);
  }
  Vector3d direction(ConstSlice q, const Vector3d& local) const override {
    return Eigen::AngleAxisd(q[0], Vector3d::UnitZ()) * local;
  }
  void point_jacobian(ConstSlice, const Vector3d&, Eigen::Ref<Matrix3X> j) const override {
    j.setZero();
    j(0, 0) = j(1, 1) = 1;
  }
  void spin_jacobian(ConstSlice, Eigen::Ref<Matrix3X> jacobian) const override {
    jacobian.setZero();
    jacobian(2, 0) = 1;
  }
};

BodyDef custom() {
  BodyDef def{.name = "custom", .kind = BodyKind::custom, .type = std::make_shared<Turning>()};
  def.shapes = {{planar::Disc{0.1}}};
  def.custom_q = Vector2d(2.5, 3);
  def.custom_v = Vector2d(0.25, -4);
  return def;
}

}  // namespace

TEST_CASE("the turn rate is the slope of the turn, whatever harmonics and spins are added up") {
  Draw draw(23);
  for (int trial = 0; trial < 40; ++trial) {
    CAPTURE(trial);
    const double size = trial % 4 == 0 ? 1e-5 : 1.0;  // of few 1e-5 rad, and of some rad
    Motion motion{.omega = trial % 3 == 0 ? Vector3d(0, 0, 0) : drawn(draw)};
    for (int k = 0; k < 1 + trial % 3; ++k)
      motion.harmonics.push_back({.rotation = size * drawn(draw),
                                  .frequency = draw(0.1, 1),
                                  .phase = draw(-3, 3),
                                  .start = k == 1 ? 0.4 : 0.0,
                                  .stop = k == 2 ? 0.6 : 1e300});
    for (const double t : {0.2, 0.5, 0.8, 1.7}) {
      const double h = 1e-5;
      const Quaterniond step = turn(motion, t + h) * turn(motion, t - h).conjugate();
      const Eigen::AngleAxisd by(step);
      const Vector3d slope = by.angle() * by.axis() / (2 * h);
      CHECK((turn_rate(motion, t) - slope).norm() < 1e-8);
    }
    CHECK(rocks(motion));
  }
  CHECK_FALSE(rocks({.omega = {1, 2, 3}, .harmonics = {{.amplitude = {1, 1, 1}}}}));
}

TEST_CASE("a harmonic turns from its start on and not from its stop on") {
  const Motion motion{
      .harmonics = {{.rotation = {0, 2, 0}, .frequency = 0.5, .start = 1, .stop = 3}}};
  CHECK(turn_rate(motion, 1).y() == relative(2 * std::numbers::pi));
  CHECK(turn_rate(motion, std::nextafter(1.0, 0)).y() == 0);
  CHECK(turn_rate(motion, 3).y() == 0);
  CHECK(turn_rate(motion, std::nextafter(3.0, 0)).y() == relative(2 * std::numbers::pi));
  CHECK(displacement_rate({.harmonics = {{.amplitude = {0, 2, 0}, .frequency = 0.5, .start = 1}}},
                          std::nextafter(1.0, 0))
            .y() == 0);
}

TEST_CASE("each body and the world have the pose and motion of their part of the state") {
  ModelBuilder builder;
  builder.allow_start_overlap();
  builder.add_body({.name = "bead", .kind = BodyKind::particle, .pose = {{8, 9}, 5}, .mass = 1});
  BodyDef grain{.name = "grain", .kind = BodyKind::spatial_particle, .mass = 1};
  grain.spatial.pose.p = {1, 2, 3};
  grain.spatial.velocity = {4, 5, 6};
  builder.add_body(grain);
  builder.add_body(custom());
  builder.add_body(
      {.name = "bar", .pose = {{1, 2}, 7.5}, .velocity = {3, 4, 5}, .mass = 1, .inertia = 1});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  CHECK(spatial_pose(model, state, {0}).p == Vector3d(8, 9, 0));
  CHECK(spatial_pose(model, state, {0}).r.angularDistance(Quaterniond::Identity()) == 0);
  CHECK(spatial_pose(model, state, {1}).p == Vector3d(1, 2, 3));
  CHECK(body_twist(model, state, {1}).velocity == Vector3d(4, 5, 6));
  CHECK(body_twist(model, state, {1}).omega.isZero(0));
  const Quaterniond about_z(Eigen::AngleAxisd(2.5, Vector3d::UnitZ()));
  CHECK((spatial_pose(model, state, {2}).p - Vector3d(2.5, 3, 0)).norm() < 1e-15);
  CHECK(spatial_pose(model, state, {2}).r.angularDistance(about_z) < 1e-7);
  CHECK(body_twist(model, state, {2}).velocity == Vector3d(0.25, -4, 0));
  CHECK(body_twist(model, state, {2}).omega == Vector3d(0, 0, 0.25));
  const Quaterniond turned(Eigen::AngleAxisd(7.5, Vector3d::UnitZ()));
  CHECK(spatial_pose(model, state, {3}).r.angularDistance(turned) < 1e-7);
  CHECK(body_twist(model, state, {3}).velocity == Vector3d(3, 4, 0));
  CHECK(body_twist(model, state, {3}).omega == Vector3d(0, 0, 5));
  CHECK(spatial_pose(model, state, kWorld).p.isZero(0));
  CHECK(spatial_frame_pose(model, state, kWorld).p.isZero(0));
  CHECK(body_twist(model, state, kWorld).omega.isZero(0));
  CHECK(find_body(model, "custom") == BodyId{2});
  CHECK(find_body(model, "bea") == kWorld);
}

TEST_CASE("poses of the plane are asked of its bodies alone, which are told by name") {
  ModelBuilder builder;
  builder.add_body({.name = "bead", .kind = BodyKind::particle, .mass = 1});
  builder.add_body(solid("ball", {0, 0, 0}, spatial::Sphere{1}));
  const Model model = builder.build().value();
  const State state = initial_state(model);
  CHECK_THROWS_WITH_AS(body_pose(model, state, {1}), "body must be a planar body, got ball",
                       InvalidArgument);
  CHECK_THROWS_WITH_AS(body_velocity(model, state, {1}), doctest::Contains("ball"),
                       InvalidArgument);
  for (const int none : {-1, 2}) {
    CHECK_THROWS_AS(body_pose(model, state, {none}), InvalidArgument);
    CHECK_THROWS_AS(frame_pose(model, state, {none}), InvalidArgument);
  }
  for (const int none : {-2, 2}) {
    CHECK_THROWS_AS(spatial_pose(model, state, {none}), InvalidArgument);
    CHECK_THROWS_AS(body_twist(model, state, {none}), InvalidArgument);
  }
}

TEST_CASE("coordinates of all joints start where they are told to, struts at their length") {
  ModelBuilder builder;
  const BodyId bar = builder.add_body({.mass = 1, .inertia = 1});
  BodyDef bit{.kind = BodyKind::spatial, .mass = 1};
  bit.spatial.inertia = Eigen::Matrix3d::Identity();
  const BodyId other = builder.add_body(bit);
  builder.add_joint({.a = bar, .coordinates = {{.start = 7}}});
  builder.add_joint({.kind = JointKind::strut, .a = bar, .anchor_b = Vector3d(3, 4, 0)});
  builder.add_joint({.kind = JointKind::cylindrical,
                     .a = other,
                     .coordinates = {{.coordinate = 1, .start = -2}, {.coordinate = 0}}});
  const State start = initial_state(builder.build().value());
  CHECK(start.coordinates == Eigen::Vector4d(7, 5, 0, -2));
  CHECK(start.joint_impulses == Eigen::VectorXd::Zero(6));
  CHECK(start.time == 0);
  CHECK(start.step == 0);
  CHECK(start.broken.empty());
  CHECK_FALSE(start.is_broken({2}));
}

TEST_CASE("the hash tells where a number stands, and how many there are") {
  State one, other;
  one.q = Eigen::Vector3d(1, 2, 3);
  one.v = one.joint_impulses = one.coordinates = Eigen::VectorXd::Zero(1);
  other = one;
  std::swap(other.q[0], other.q[1]);
  CHECK(hash(one) != hash(other));
  other = one;
  other.q = Eigen::Vector2d(1, 2);
  other.v = Eigen::Vector2d(3, 0);
  CHECK(hash(one) != hash(other));
  other = one;
  other.step = 1LL << 40;
  CHECK(hash(one) != hash(other));
  other = one;
  other.v[0] = -0.0;
  CHECK(hash(one) != hash(other));
  one.broken = {0, 1};
  other = one;
  other.broken = {1, 0};
  CHECK(hash(one) != hash(other));
}

}  // namespace perpend
