// SPDX-License-Identifier: Apache-2.0
//
// Bodies that turn far within a step while a joint holds them off their centre. The rows of a step
// know their first turn only: a gyroscope on a ball joint that turns by 0.5 rad in a step loses
// 3e-4 of its energy in 10 s, one that turns by 1 rad a fourth of it. So do rods and ropes,
// distance joints and struts that bear something, whose line turns: what they hold goes on along
// its tangent. So do bearings of rotors that wobble or precess by radians, which open. Parts of
// such a step turn them less; what still turns too far in the shortest of them is named.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/joints/joint_end.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "sim/velocity/simulator_workspace.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kFarTurn = 0.5;  // rad
// Sine of the angle up to which a body turns about its arm.
constexpr double kAbout = 1e-3;

// Angle (rad) that a joint may be open by at the end of a step its bodies turn far in, and their
// turn (rad).
constexpr double kOpened = 1e-2, kOpeningTurn = 0.25;

// Whether the joint lets the axis of a body that turns about its arm go.
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

// rad/s, of the line from one anchor to the other.
double turn_of_line(const Model& model, const Joint& joint, const State& pose,
                    const Eigen::VectorXd& v) {
  const JointEnd a = joint_end(model, pose, joint.a, joint.frame_a);
  const JointEnd b = joint_end(model, pose, joint.b, joint.frame_b);
  const Vector3d line = b.anchor - a.anchor;
  return line.cross(anchor_velocity(b, v) - anchor_velocity(a, v)).norm() / line.squaredNorm();
}

}  // namespace

void Simulator::Workspace::find_swung() {
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[j];
    if (acts_along_line(joint.kind)) rods.push_back(j);
    if (joint.rows == 0 || joint.kind == JointKind::custom) continue;
    for (const auto& [id, frame] : {std::pair(joint.a, joint.frame_a), {joint.b, joint.frame_b}}) {
      if (id == kWorld || !turns(model.bodies[id.index])) continue;
      if (frame.p.isZero(1e-9)) continue;
      swung.push_back({j, id.index, frame.p, lets_axis_go(joint.kind)});
    }
  }
}

// rad/s, 0 where the joint follows it.
double Simulator::Workspace::turn_of(const Swung& one) const {
  const Vector3d omega = angular_velocity(model.bodies[one.body], v_new);
  const Vector3d arm = spatial_pose(model, pose, {one.body}).r * one.arm;
  const bool about = omega.cross(arm).norm() <= kAbout * omega.norm() * arm.norm();
  return about && !one.lets_axis_go ? 0.0 : omega.norm();
}

// A strut that bears nothing lets its ends go as they will.
bool Simulator::Workspace::bears(const Joint& line) {
  return line.kind == JointKind::distance ||
         coordinate_forces()[line.first_coordinate].total() != 0;
}

// Refuses a step that its parts would do better, and names what turns too far in the last of them.
void Simulator::Workspace::refuse_far_turns(StepReport& report) {
  if (report.status != StepStatus::ok || !options.joints.is_hard()) return;
  const auto is_far = [&](double rate) { return options.dt * rate > kFarTurn; };
  for (const Swung& one : swung) {
    if (pose.is_broken({one.joint})) continue;
    const double rate = turn_of(one);
    if (is_far(rate)) return refuse_far_turn(model.bodies[one.body].details->name, rate, report);
  }
  for (const int j : rods) {
    const Joint& rod = model.joints[j];
    if (pose.is_broken({j})) continue;
    const double rate = turn_of_line(model, rod, pose, v_new);
    if (is_far(rate) && bears(rod)) return refuse_far_turn(rod.name, rate, report);
  }
}

// rad/s, of what turns faster of its two bodies.
double Simulator::Workspace::turn_at(const Joint& joint) const {
  double fastest = 0;
  for (const BodyId id : {joint.a, joint.b})
    if (id != kWorld && turns(model.bodies[id.index]))
      fastest = std::max(fastest, angular_velocity(model.bodies[id.index], v_new).norm());
  return fastest;
}

// A joint that is open where its bodies turn far, if it was not displaced from outside.
void Simulator::Workspace::refuse_opened_joint(const JointError& open, StepReport& report) {
  if (report.status != StepStatus::ok || !options.joints.is_hard()) return;
  if (open.angle_joint < 0 || joints.is_displaced()) return;
  const Joint& joint = model.joints[open.angle_joint];
  const double rate = turn_at(joint);
  if (!(open.angle > kOpened) || !(options.dt * rate > kOpeningTurn)) return;
  char angle[64];
  std::snprintf(angle, sizeof angle, " is open by %.2g rad: a body in it", open.angle);
  refuse_far_turn("joint " + joint.name + angle, rate, report);
}

void Simulator::Workspace::refuse_far_turn(const std::string& name, double rate,
                                           StepReport& report) {
  char text[128];
  std::snprintf(text, sizeof text, " turns by %.2g rad in a step of %.2g s: try a shorter one",
                options.dt * rate, options.dt);
  report.message = name + text;
  if (options.halvings > 0 && !rows.setup.takes_best && !stops_crossings)
    report.status = StepStatus::unsolved;
  else
    report.uncertified = true;
}

}  // namespace perpend
