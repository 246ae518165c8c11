// SPDX-License-Identifier: Apache-2.0
//
// Rows of the planar joints. Symbols: x_a, x_b anchors in the world; r_a, r_b arms from the centres
// of mass; perp(r) = (-r_y, r_x) is the velocity of the anchor per unit of angular velocity.
#include "perpend/dynamics/joint_rows.hpp"

#include <Eigen/Geometry>
#include <array>
#include <cmath>

namespace perpend {
namespace {

using Eigen::Vector2d;

Vector2d perp(const Vector2d& r) {
  return {-r.y(), r.x()};
}

struct End {
  int body;
  planar::Pose pose;
  Vector2d r, x;
};

End end_of(const Model& model, const State& state, BodyId id, const spatial::Pose& frame) {
  End end{.body = id.index, .pose = {}, .r = {0, 0}, .x = {0, 0}};
  if (id != kWorld) end.pose = body_pose(model, state, id);
  end.r = Eigen::Rotation2Dd(end.pose.angle) * frame.p.head<2>();
  end.x = end.pose.p + end.r;
  return end;
}

// One row with direction n on the velocity of the anchor and w on the angular velocity.
void set_row(RowPool::Block block, int row, const Vector2d& n, double w) {
  if (block.cols() == 0) return;
  block(row, 0) = n.x();
  block(row, 1) = n.y();
  if (block.cols() == 3) block(row, 2) = w;
}

Vector2d axis_of(const Joint& joint) {
  return (joint.frame_a.r * Eigen::Vector3d::UnitX()).head<2>();
}

struct JointRows {
  const Model& model;
  RowPool& pool;
  std::vector<double>& phi;

  // Rows x_a - x_b.
  void coincide(int group, const End& a, const End& b) {
    for (int k = 0; k < 2; ++k) {
      const Vector2d n = k == 0 ? Vector2d(1, 0) : Vector2d(0, 1);
      set_row(pool.a(group), k, n, n.dot(perp(a.r)));
      set_row(pool.b(group), k, -n, -n.dot(perp(b.r)));
      phi.push_back(n.dot(a.x - b.x));
    }
  }

  // Row angle_b - angle_a - angle.
  void keep_angle(int group, int row, const End& a, const End& b, double angle) {
    set_row(pool.a(group), row, {0, 0}, -1);
    set_row(pool.b(group), row, {0, 0}, 1);
    phi.push_back(b.pose.angle - a.pose.angle - angle);
  }

  // Row n·(x_b - x_a), with n either fixed (distance) or turning with a (prismatic).
  void along(int group, const Vector2d& n, const End& a, const End& b, bool turns_with_a) {
    const Vector2d arm = turns_with_a ? Vector2d(b.x - a.pose.p) : a.r;
    set_row(pool.a(group), 0, -n, -n.dot(perp(arm)));
    set_row(pool.b(group), 0, n, n.dot(perp(b.r)));
  }

  void append(const Joint& joint, const End& a, const End& b) {
    const int group = pool.add(model, a.body, b.body, joint.rows);
    const Vector2d d = b.x - a.x;
    switch (joint.kind) {
      case JointKind::pin:
        return coincide(group, a, b);
      case JointKind::weld:
        coincide(group, a, b);
        return keep_angle(group, 2, a, b, -joint.angle);
      case JointKind::distance:
        along(group, d.normalized(), a, b, false);
        return phi.push_back(d.norm() - joint.length);
      default: {
        const Vector2d t = perp(Eigen::Rotation2Dd(a.pose.angle) * axis_of(joint));
        along(group, t, a, b, true);
        phi.push_back(t.dot(d));
        return keep_angle(group, 1, a, b, -joint.angle);
      }
    }
  }
};

// Which rows of a joint measure an angle.
bool is_angle(JointKind kind, int row) {
  return (kind == JointKind::weld && row == 2) || (kind == JointKind::prismatic && row == 1);
}

}  // namespace

void append_joint_rows(const Model& model, const State& state, RowPool& pool,
                       std::vector<double>& phi) {
  JointRows rows{model, pool, phi};
  for (const Joint& joint : model.joints)
    rows.append(joint, end_of(model, state, joint.a, joint.frame_a),
                end_of(model, state, joint.b, joint.frame_b));
}

JointError joint_error(const Model& model, const State& state) {
  JointError worst;
  RowPool pool;
  std::vector<double> phi;
  append_joint_rows(model, state, pool, phi);
  std::size_t row = 0;
  for (const Joint& joint : model.joints)
    for (int k = 0; k < joint.rows; ++k, ++row) {
      double& error = is_angle(joint.kind, k) ? worst.angle : worst.gap;
      error = std::max(error, std::abs(phi[row]));
    }
  return worst;
}

}  // namespace perpend
