// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "dynamics/row_pool.hpp"

namespace perpend {

/// Force (N) at a point (m) and torque (N·m) for a multiplier of 1, world frame.
struct Wrench {
  Eigen::Vector3d point, force, torque;
};

/// One body of a joint at the pose of a State, with the data that joint rows need.
struct JointEnd {
  const Body* body;                    ///< null: the world
  const double* q;                     ///< the body's slice of State::q
  spatial::Pose pose;                  ///< pose of the body frame
  double angle;                        ///< angle of a planar body, full turns included; else 0
  Eigen::Vector3d local;               ///< the joint's anchor in the body frame, m
  Eigen::Vector3d anchor;              ///< the anchor in the world frame, m
  BodyType::Matrix3X at_anchor, spin;  ///< Jacobians of anchor and rotation; custom bodies only

  bool is_point() const { return body && body->is_point(); }
};

JointEnd joint_end(const Model& model, const State& state, BodyId body,
                   const spatial::Pose& joint_frame);

/// Returns row r of a block.
inline std::span<double> row_of(RowPool::Block& block, int r) {
  return {block.data() + r * block.cols(), static_cast<std::size_t>(block.cols())};
}

/// Adds the generalised force of `sign` times the wrench on the body to one row of its columns. On
/// a deformable custom body the wrench acts at the anchor and as a couple, so that the row's
/// velocity is that of a point which moves with the anchor and rotates with the body.
void add_custom_wrench(std::span<double> row, const JointEnd& end, const Wrench& wrench,
                       double sign);
inline void add_wrench(std::span<double> row, const JointEnd& end, const Wrench& wrench,
                       double sign) {
  if (!end.body) return;
  if (end.body->kind == BodyKind::custom) return add_custom_wrench(row, end, wrench, sign);
  const Eigen::Vector3d f = sign * wrench.force;
  if (end.body->is_point()) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] += f[k];
    return;
  }
  const Eigen::Vector3d m = sign * wrench.torque + (wrench.point - end.pose.p).cross(f);
  if (end.body->has_quaternion()) {
    Eigen::Map<Eigen::Vector3d>(row.data()) += f;
    Eigen::Map<Eigen::Vector3d>(row.data() + 3) += m;
  } else {
    Eigen::Map<Eigen::Vector3d>(row.data()) += Eigen::Vector3d(f.x(), f.y(), m.z());
  }
}

/// Does the same with the force on the material point at wrench.point, which differs from
/// add_wrench on deformable bodies.
void add_material_wrench(std::span<double> row, const JointEnd& end, const Wrench& wrench);

}  // namespace perpend
