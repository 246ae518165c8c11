// SPDX-License-Identifier: Apache-2.0
//
// Bodies that rotate far within a step while a joint holds them off their centre. The rows of a
// step are linear in the rotation: a gyroscope on a ball joint that rotates by 0.5 rad in a step
// loses 3e-4 of its energy in 10 s, one that rotates by 1 rad a quarter of it. The same goes for
// rods and ropes, that is distance joints and struts under load, whose line rotates: what they hold
// goes on along its tangent. Bearings of rotors that wobble or precess by radians open for the same
// reason. Parts of such a step rotate less; what still rotates too far in the shortest of them is
// named.
#include "sim/velocity/far_turns.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/joints/joint_end.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kFarTurn = 0.5;  // rad
// Sine of the angle between rotation axis and arm up to which a body rotates about its arm.
constexpr double kAbout = 1e-3;

// Angle (rad) that a joint may be open by at the end of a step, if its bodies rotate in that step
// by more than kOpeningTurn (rad).
constexpr double kOpened = 1e-2, kOpeningTurn = 0.25;

// True if the joint does not hold the axis of a body that rotates about its arm.
bool lets_axis_go(JointKind kind) {
  return kind == JointKind::spherical || kind == JointKind::universal;
}

bool turns(const Body& body) {
  return body.kind == BodyKind::spatial || body.kind == BodyKind::rigid;
}

Vector3d anchor_velocity(const JointEnd& end, const Eigen::VectorXd& v) {
  if (!end.body) return Vector3d::Zero();
  const Body& body = *end.body;
  if (body.kind == BodyKind::custom) return end.at_anchor * v.segment(body.v_offset, body.dof);
  Vector3d velocity = Vector3d::Zero();
  const int lines = linear_dof(body);
  velocity.head(lines) = v.segment(body.v_offset, lines);
  if (body.is_point()) return velocity;
  return velocity + angular_velocity(body, v).cross(end.anchor - end.pose.p);
}

}  // namespace

FarTurns::FarTurns(const Model& model) : model_(&model) {
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[j];
    if (acts_along_line(joint.kind)) lines_.push_back(j);
    if (joint.rows == 0 || joint.kind == JointKind::custom) continue;
    for (const auto& [id, frame] : {std::pair(joint.a, joint.frame_a), {joint.b, joint.frame_b}}) {
      if (id == kWorld || !turns(model.bodies[id.index])) continue;
      if (frame.p.isZero(1e-9)) continue;
      arms_.push_back({j, id.index, frame.p, lets_axis_go(joint.kind)});
    }
  }
}

bool FarTurns::is_far(double rate, double dt) {
  return dt * rate > kFarTurn;
}

// Returns the rate of the body, rad/s; 0 if it rotates about its arm and the joint holds that axis.
double FarTurns::turn_of(const Arm& one, const State& pose, const Eigen::VectorXd& v) const {
  const Vector3d omega = angular_velocity(model_->bodies[one.body], v);
  const Vector3d arm = spatial_pose(*model_, pose, {one.body}).r * one.at;
  const bool about = omega.cross(arm).norm() <= kAbout * omega.norm() * arm.norm();
  return about && !one.lets_axis_go ? 0.0 : omega.norm();
}

// Returns the rate of the line from one anchor to the other, rad/s.
double FarTurns::turn_of_line(const Joint& joint, const State& pose,
                              const Eigen::VectorXd& v) const {
  const JointEnd a = joint_end(*model_, pose, joint.a, joint.frame_a);
  const JointEnd b = joint_end(*model_, pose, joint.b, joint.frame_b);
  const Vector3d line = b.anchor - a.anchor;
  return line.cross(anchor_velocity(b, v) - anchor_velocity(a, v)).norm() / line.squaredNorm();
}

// Returns the rate of the faster rotating of the two bodies, rad/s.
double FarTurns::turn_at(const Joint& joint, const Eigen::VectorXd& v) const {
  double fastest = 0;
  for (const BodyId id : {joint.a, joint.b})
    if (id != kWorld && turns(model_->bodies[id.index]))
      fastest = std::max(fastest, angular_velocity(model_->bodies[id.index], v).norm());
  return fastest;
}

std::optional<Turn> FarTurns::of_bodies(const State& pose, const Eigen::VectorXd& v,
                                        double dt) const {
  for (const Arm& one : arms_) {
    if (pose.is_broken({one.joint})) continue;
    const double rate = turn_of(one, pose, v);
    if (is_far(rate, dt)) return Turn{model_->bodies[one.body].details->name, rate};
  }
  return {};
}

std::optional<Turn> FarTurns::of_opened(const JointError& error, const Eigen::VectorXd& v,
                                        double dt) const {
  if (error.angle_joint < 0) return {};
  const Joint& joint = model_->joints[error.angle_joint];
  const double rate = turn_at(joint, v);
  if (!(error.angle > kOpened) || !(dt * rate > kOpeningTurn)) return {};
  char angle[64];
  std::snprintf(angle, sizeof angle, " is open by %.2g rad: a body in it", error.angle);
  return Turn{"joint " + joint.name + angle, rate};
}

}  // namespace perpend
