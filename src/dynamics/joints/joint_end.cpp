// SPDX-License-Identifier: Apache-2.0
//
// Columns of a wrench on a body. Symbols: p origin of the body frame, x point of attack, f force,
// m torque, r = x - p.
//   planar rigid, fixed, kinematic  (f_x, f_y, m_z + (r × f)_z)
//   spatial rigid                   (f, m + r × f)
//   particles                       f, whatever the point: they take no torque
//   custom                          f·J(anchor) + (m + (x - anchor) × f)·S, S its spin Jacobian
#include "dynamics/joints/joint_end.hpp"

#include <Eigen/LU>
#include <cmath>

namespace perpend {
namespace {

using Eigen::Map, Eigen::Vector3d, Eigen::VectorXd;

void place_planar(const Body& body, JointEnd& end) {
  end.pose.p = {end.q[0], end.q[1], 0};
  if (body.dof != 3) return;
  end.angle = end.q[2];
  end.pose.r = {std::cos(0.5 * end.angle), 0, 0, std::sin(0.5 * end.angle)};
}

void place_custom(const Model& model, const State& state, BodyId id, JointEnd& end) {
  const Body& body = model.bodies[id.index];
  const Map<const VectorXd> q(end.q, body.q_size);
  end.pose = spatial_pose(model, state, id);
  end.anchor = body.details->type->point(q, end.local);
  end.at_anchor.resize(3, body.dof);
  end.spin.resize(3, body.dof);
  body.details->type->point_jacobian(q, end.local, end.at_anchor);
  body.details->type->spin_jacobian(q, end.spin);
}

// Reads `local` from the model, not from end: loading data that was just stored in pieces of
// another size stalls the processor, which made up a third of the cost of a joint.
void place_spatial(const Vector3d& local, JointEnd& end) {
  const Vector3d p(end.q[0], end.q[1], end.q[2]), u(end.q[4], end.q[5], end.q[6]);
  const Vector3d t = 2 * u.cross(local);
  end.anchor = p + local + end.q[3] * t + u.cross(t);
  end.pose.p = p;
  end.pose.r = {end.q[3], u.x(), u.y(), u.z()};
}

// Returns the body coordinates of the material point at world point x: one Newton step from the
// anchor, exact where the body deforms linearly.
Vector3d material_point(const JointEnd& end, const Vector3d& x) {
  const Map<const VectorXd> q(end.q, end.body->q_size);
  Eigen::Matrix3d gradient;
  for (int k = 0; k < 3; ++k)
    gradient.col(k) = end.body->details->type->direction(q, Vector3d::Unit(k));
  return end.local + gradient.inverse() * (x - end.anchor);
}

}  // namespace

JointEnd joint_end(const Model& model, const State& state, BodyId id,
                   const spatial::Pose& joint_frame) {
  JointEnd end{nullptr, nullptr, {}, 0.0, joint_frame.p, joint_frame.p, {}, {}};
  if (id == kWorld) return end;
  const Body& body = model.bodies[id.index];
  end.body = &body;
  end.q = state.q.data() + body.q_offset;
  switch (body.kind) {
    case BodyKind::spatial:
    case BodyKind::spatial_fixed:
    case BodyKind::spatial_kinematic:
      place_spatial(joint_frame.p, end);
      break;
    case BodyKind::spatial_particle:
      end.pose.p = {end.q[0], end.q[1], end.q[2]};
      end.anchor = end.pose.p + end.local;
      break;
    case BodyKind::custom:
      place_custom(model, state, id, end);
      break;
    default:
      place_planar(body, end);
      end.anchor = transform_point(end.pose, end.local);
  }
  return end;
}

void add_custom_wrench(std::span<double> row, const JointEnd& end, const Wrench& wrench,
                       double sign) {
  const Vector3d f = sign * wrench.force;
  const Vector3d m = sign * wrench.torque + (wrench.point - end.anchor).cross(f);
  for (std::size_t k = 0; k < row.size(); ++k)
    row[k] += f.dot(end.at_anchor.col(k)) + m.dot(end.spin.col(k));
}

void add_material_wrench(std::span<double> row, const JointEnd& end, const Wrench& wrench) {
  if (!end.body || end.body->kind != BodyKind::custom) return add_wrench(row, end, wrench, 1.0);
  const Map<const VectorXd> q(end.q, end.body->q_size);
  BodyType::Matrix3X at_point(3, end.body->dof);
  end.body->details->type->point_jacobian(q, material_point(end, wrench.point), at_point);
  for (std::size_t k = 0; k < row.size(); ++k)
    row[k] += wrench.force.dot(at_point.col(k)) + wrench.torque.dot(end.spin.col(k));
}

}  // namespace perpend
