// SPDX-License-Identifier: Apache-2.0
//
// Strut i has its foot at a_i = p - kFar e_i, where p is the point at the start, and its motor has
// the target |x - a_i|: the three lengths together put the point at x. The target of one step is at
// most kReach away, so that approaching it needs at most kAcceleration.
#include "view/rigid_hold.hpp"

#include <fmt/format.h>

#include <cmath>

#include "model/joint_frames.hpp"

namespace perpend::view {
namespace {

constexpr double kFar = 1000;          // m
constexpr double kFollows = 0.04;      // s, time in which the point reaches the hand
constexpr double kAcceleration = 200;  // m/s², as the spring of a pull
constexpr double kReach = kAcceleration * kFollows * kFollows;  // m
constexpr double kStrength = 1000;  // N per kg of connected mass, the largest force

Eigen::Vector3d within_reach(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Eigen::Vector3d way = to - from;
  const double far = way.norm();
  return far > kReach ? Eigen::Vector3d(from + kReach / far * way) : to;
}

}  // namespace

RigidHold::RigidHold(const Model& base, const State& state, const Pull& pull, int client,
                     Model& driven)
    : first_joint_(static_cast<int>(driven.joints.size())),
      first_coordinate_(driven.joint_coordinates),
      count_(base.bodies[pull.body().index].is_planar() ? 2 : 3) {
  const Eigen::Vector3d point = pull.point(base, state);
  for (int axis = 0; axis < count_; ++axis) {
    feet_[axis] = point - kFar * Eigen::Vector3d::Unit(axis);
    append_joint({.name = fmt::format("hand {} {}", client, axis),
                  .kind = JointKind::strut,
                  .a = pull.body(),
                  .b = kWorld,
                  .anchor = point,
                  .anchor_b = feet_[axis],
                  .coordinates = {{.motor = MotorKind::position,
                                   .target = kFar,
                                   .max_force = kStrength * pull.strength(),
                                   .time_constant = kFollows}}},
                 state, driven);
  }
}

void RigidHold::drive(const Model& base, const State& state, const Pull& pull,
                      Simulator& simulator) const {
  const Eigen::Vector3d point = pull.point(base, state);
  Eigen::Vector3d target = pull.target();
  if (count_ == 2) target.z() = point.z();
  target = within_reach(point, target);
  for (int axis = 0; axis < count_; ++axis)
    simulator.set_motor_target({first_joint_ + axis}, 0, (target - feet_[axis]).norm());
}

Eigen::Vector3d RigidHold::force(const Model& base, const State& state, const Pull& pull,
                                 const Simulator& simulator) const {
  const Eigen::Vector3d point = pull.point(base, state);
  Eigen::Vector3d sum{0, 0, 0};
  for (int axis = 0; axis < count_; ++axis)
    sum += simulator.coordinate_force({first_joint_ + axis}, 0).motor *
           (point - feet_[axis]).normalized();
  return sum;
}

void RigidHold::measure(const Model& base, const State& state, const Pull& pull,
                        Eigen::VectorXd& coordinates) const {
  const Eigen::Vector3d point = pull.point(base, state);
  for (int axis = 0; axis < count_; ++axis)
    coordinates[first_coordinate_ + axis] = (point - feet_[axis]).norm();
}

}  // namespace perpend::view
