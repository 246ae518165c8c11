// SPDX-License-Identifier: Apache-2.0
//
// Bodies that turn far within a step while a joint holds them off their centre. The rows of a step
// know their first turn only: a gyroscope on a ball joint that turns by 0.5 rad in a step loses
// 3e-4 of its energy in 10 s, one that turns by 1 rad a fourth of it. Parts of such a step turn it
// less; what still turns too far in the shortest of them is named.
#include <cstdio>
#include <utility>

#include "sim/velocity/simulator_workspace.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kFarTurn = 0.5;  // rad
// Sine of the angle up to which a body turns about its arm.
constexpr double kAbout = 1e-3;

// Whether the joint lets the axis of a body that turns about its arm go.
bool lets_axis_go(JointKind kind) {
  return kind == JointKind::spherical || kind == JointKind::universal;
}

bool turns(const Body& body) {
  return body.kind == BodyKind::spatial || body.kind == BodyKind::rigid;
}

Vector3d angular_velocity(const Body& body, const Eigen::VectorXd& v) {
  if (body.is_planar()) return {0, 0, v[body.v_offset + 2]};
  return v.segment<3>(body.v_offset + 3);
}

}  // namespace

void Simulator::Workspace::find_swung() {
  for (const Joint& joint : model.joints) {
    if (joint.rows == 0 || joint.kind == JointKind::custom) continue;
    for (const auto& [id, frame] : {std::pair(joint.a, joint.frame_a), {joint.b, joint.frame_b}}) {
      if (id == kWorld || !turns(model.bodies[id.index])) continue;
      if (frame.p.isZero(1e-9)) continue;
      swung.push_back({id.index, frame.p, lets_axis_go(joint.kind)});
    }
  }
}

// Refuses a step that its parts would do better, and names what turns too far in the last of them.
void Simulator::Workspace::refuse_far_turns(StepReport& report) {
  if (report.status != StepStatus::ok || !options.joints.is_hard()) return;
  for (const Swung& one : swung) {
    const Body& body = model.bodies[one.body];
    const Vector3d omega = angular_velocity(body, v_new);
    const double turn = options.dt * omega.norm();
    if (!(turn > kFarTurn)) continue;
    const Vector3d arm = spatial_pose(model, pose, {one.body}).r * one.arm;
    const bool about = omega.cross(arm).norm() <= kAbout * omega.norm() * arm.norm();
    if (about && !one.lets_axis_go) continue;
    char text[128];
    std::snprintf(text, sizeof text, " turns by %.2g rad in a step of %.2g s: try a shorter one",
                  turn, options.dt);
    report.message = body.details->name + text;
    if (options.halvings > 0 && !rows.setup.takes_best && !stops_crossings)
      report.status = StepStatus::unsolved;
    else
      report.uncertified = true;
    return;
  }
}

}  // namespace perpend
