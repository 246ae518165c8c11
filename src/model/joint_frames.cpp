// SPDX-License-Identifier: Apache-2.0
#include "model/joint_frames.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

// Returns a right-handed frame with x along the axis. In the plane its z stays normal to the plane.
Eigen::Quaterniond frame_along(const Vector3d& axis, bool in_plane) {
  const Vector3d x = axis.normalized();
  const Vector3d y = in_plane ? Vector3d(-x.y(), x.x(), 0) : x.unitOrthogonal();
  Matrix3d R;
  R << x, y, x.cross(y);
  return Eigen::Quaterniond(R).normalized();
}

// Returns a frame with x along the axis of a and y along the axis of b made normal to it.
Eigen::Quaterniond universal_frame(const JointDef& def) {
  const Vector3d x = def.axis.normalized();
  const Vector3d y = (def.axis_b - def.axis_b.dot(x) * x).normalized();
  Matrix3d R;
  R << x, y, x.cross(y);
  return Eigen::Quaterniond(R).normalized();
}

Vector3d center(const Model& model, const State& start, BodyId body) {
  return spatial_pose(model, start, body).p;
}

double length_of(const JointDef& def, const Model& model, const State& start) {
  if (acts_along_line(def.kind)) return (*def.anchor_b - def.anchor).norm();
  if (def.kind == JointKind::rolling) return (center(model, start, def.a) - def.anchor).norm();
  return 0.0;
}

// Returns the angle of a planar body, full turns included.
double angle_of(const Model& model, BodyId id) {
  if (id == kWorld || model.bodies[id.index].is_point()) return 0.0;
  return model.start_q[model.bodies[id.index].q_offset + 2];
}

BodyKind kind_of(const Model& model, BodyId body, BodyKind world) {
  return body == kWorld ? world : model.bodies[body.index].kind;
}

}  // namespace

bool lies_in_plane(BodyKind a, BodyKind b) {
  return a <= BodyKind::kinematic && b <= BodyKind::kinematic;
}

void append_joint(const JointDef& def, const State& start, Model& model) {
  Joint joint{.kind = def.kind, .a = def.a, .b = def.b};
  joint.name = def.name;
  const BodyKind a = model.bodies[def.a.index].kind;
  joint.in_plane = lies_in_plane(a, kind_of(model, def.b, a));
  joint.type = def.type;
  joint.rows = def.type ? def.type->rows() : row_count(def.kind, joint.in_plane);
  joint.first_row = model.joint_rows;
  joint.first_coordinate = model.joint_coordinates;

  spatial::Pose frame{def.anchor};
  frame.r = def.kind == JointKind::universal ? universal_frame(def)
                                             : frame_along(def.axis, joint.in_plane);
  joint.frame_a = compose(inverse(spatial_pose(model, start, def.a)), frame);
  if (acts_along_line(def.kind)) frame.p = *def.anchor_b;
  joint.frame_b = compose(inverse(spatial_pose(model, start, def.b)), frame);
  if (joint.in_plane) joint.angle = angle_of(model, def.a) - angle_of(model, def.b);
  joint.length = length_of(def, model, start);
  joint.pitch = def.pitch;
  joint.break_force = def.break_force;
  joint.break_torque = def.break_torque;
  joint.coordinates = def.coordinates;
  for (CoordinateDef& along : joint.coordinates) {
    if (def.kind == JointKind::strut) along.start = joint.length;
    along.rest = along.rest.value_or(def.kind == JointKind::strut ? joint.length : 0.0);
  }
  std::stable_sort(joint.coordinates.begin(), joint.coordinates.end(),
                   [](const auto& x, const auto& y) { return x.coordinate < y.coordinate; });
  model.joint_rows += joint.rows;
  model.joint_coordinates += coordinate_count(def.kind, joint.in_plane);
  model.joints.push_back(std::move(joint));
}

}  // namespace perpend
