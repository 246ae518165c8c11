// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/generalised_force.hpp"

#include <array>
#include <cmath>
#include <span>

#include "dynamics/bodies/plane_vectors.hpp"
#include "dynamics/joints/joint_motion.hpp"
#include "perpend/core/error.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

// Columns of one body in a row, filled by add_wrench() or add_material_wrench().
struct BodyRow {
  const Body& body;
  std::array<double, BodyType::kMaxVelocities> values{};

  std::span<double> span() { return std::span(values).first(static_cast<std::size_t>(body.dof)); }
  void add_to(VectorXd& force) const {
    force.segment(body.v_offset, body.dof) += Eigen::Map<const VectorXd>(values.data(), body.dof);
  }
};

void add_end(const JointEnd& end, const Wrench& wrench, double sign, VectorXd& force) {
  if (!end.body || !end.body->is_dynamic()) return;
  BodyRow row{*end.body};
  add_wrench(row.span(), end, wrench, sign);
  row.add_to(force);
}

void check_size(const Model& model, const VectorXd& force) {
  require(force.size() == model.dof(), "force", "an entry per velocity of the model",
          static_cast<double>(force.size()));
}

}  // namespace

Vector3d world_point(const Model& model, const State& state, BodyId id, const Vector3d& point,
                     Frame point_in) {
  if (point_in == Frame::world) return point;
  require(id.index >= 0 && id.index < static_cast<int>(model.bodies.size()), "body",
          "a body of the model", id.index);
  const Body& body = model.bodies[id.index];
  if (body.kind == BodyKind::custom)
    return body.details->type->point(state.q.segment(body.q_offset, body.q_size), point);
  return transform_point(spatial_frame_pose(model, state, id), point);
}

void check_force_at(const Model& model, BodyId body, const ForceAt& at) {
  require(body.index >= 0 && body.index < static_cast<int>(model.bodies.size()), "body",
          "a body of the model", body.index);
  require(model.bodies[body.index].is_dynamic(), "body", "a body that forces move",
          model.bodies[body.index].details->name);
  require(at.force.allFinite(), "force", "finite", at.force.norm());
  require(at.torque.allFinite(), "torque", "finite", at.torque.norm());
  require(at.point.allFinite(), "point", "finite", at.point.norm());
  require_in_plane(model.bodies[body.index], "force", at.force);
  require_about_normal(model.bodies[body.index], "torque", at.torque);
  require_in_plane(model.bodies[body.index], "point", at.point);
}

void check_joint_force(const Model& model, JointId joint, int k, double value) {
  require(joint.index >= 0 && joint.index < static_cast<int>(model.joints.size()), "joint",
          "a joint of the model", joint.index);
  const Joint& found = model.joints[joint.index];
  require(k >= 0 && k < coordinate_count(found.kind, found.in_plane), "coordinate",
          "a coordinate of joint '" + found.name + "'", k);
  require(std::isfinite(value), "force", "finite", value);
}

void add_force_at(const Model& model, const State& state, BodyId id, const ForceAt& at,
                  VectorXd& force) {
  check_force_at(model, id, at);
  check_size(model, force);
  const Eigen::Quaterniond r = at.force_in == Frame::world ? Eigen::Quaterniond::Identity()
                                                           : spatial_frame_pose(model, state, id).r;
  const Wrench wrench{world_point(model, state, id, at.point, at.point_in), r * at.force,
                      r * at.torque};
  const JointEnd end = joint_end(model, state, id, spatial::Pose());
  BodyRow row{*end.body};
  add_material_wrench(row.span(), end, wrench);
  row.add_to(force);
}

void add_joint_force(const Model& model, const State& state, JointId id, int k, double value,
                     VectorXd& force) {
  check_joint_force(model, id, k, value);
  check_size(model, force);
  const Joint& joint = model.joints[id.index];
  const JointPlace at = place(model, state, joint);
  const Wrench along = coordinate_motion(at, k, coordinates_of(state, joint)[k]).rate;
  add_end(at.a, along, value, force);
  add_end(at.b, along, -value, force);
}

}  // namespace perpend
