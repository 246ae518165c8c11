// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <random>
#include <vector>

#include "dynamics/row_pool.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend::testing {

struct Random {
  std::mt19937_64 engine;
  explicit Random(unsigned seed) : engine(seed) {}
  double uniform() { return static_cast<double>(engine() >> 11) * 0x1p-52 - 1; }  // [-1, 1)
  Eigen::Vector3d vector() { return {uniform(), uniform(), uniform()}; }
  Eigen::Quaterniond rotation() {
    return Eigen::Quaterniond(uniform(), uniform(), uniform(), uniform()).normalized();
  }
};

enum class Space { plane, space, mixed };

inline BodyDef planar_body(Random& random) {
  return {.pose = {{random.uniform(), random.uniform()}, 3 * random.uniform()},
          .mass = 1.3,
          .inertia = 0.4};
}

inline BodyDef spatial_body(Random& random) {
  BodyDef def{.kind = BodyKind::spatial, .mass = 1.7};
  def.spatial.pose = {random.vector(), random.rotation()};
  def.spatial.inertia = Eigen::Vector3d(0.3, 0.4, 0.5).asDiagonal();
  return def;
}

/// A valid joint with random anchors and axes; rolling joints need the centre of a.
inline JointDef random_joint(Random& random, JointKind kind, bool in_plane) {
  JointDef def{.kind = kind};
  def.anchor = random.vector();
  def.axis = random.vector();
  if (in_plane) def.anchor.z() = def.axis.z() = 0;
  def.axis_b = def.axis.unitOrthogonal();
  def.pitch = 0.3;
  if (kind == JointKind::distance || kind == JointKind::strut) {
    def.anchor_b = random.vector();
    if (in_plane) def.anchor_b->z() = 0;
  }
  return def;
}

/// The anchor of a rolling joint: radius 0.7 along the axis below the centre of a.
inline void put_on_plane(JointDef& def, const Eigen::Vector3d& center) {
  def.anchor = center - 0.7 * def.axis.normalized();
}

/// Bodies a, b and a joint of that kind between a and b, or a and the world.
inline Model one_joint(Random& random, JointKind kind, Space space, bool to_world,
                       const CoordinateDef* coordinate = nullptr) {
  ModelBuilder builder;
  const BodyDef a = space == Space::plane ? planar_body(random) : spatial_body(random);
  const BodyDef b = space == Space::space ? spatial_body(random) : planar_body(random);
  JointDef joint = random_joint(random, kind, space == Space::plane);
  joint.a = builder.add_body(a);
  const BodyId other = builder.add_body(b);
  if (!to_world) joint.b = other;
  const Eigen::Vector3d planar_center(a.pose.p.x(), a.pose.p.y(), 0);
  if (kind == JointKind::rolling)
    put_on_plane(joint, space == Space::plane ? planar_center : a.spatial.pose.p);
  if (coordinate) joint.coordinates = {*coordinate};
  builder.add_joint(joint);
  return builder.build().value();
}

/// State moved along v for h seconds, angular velocities held.
inline State moved(const Model& model, State state, const Eigen::VectorXd& v, double h) {
  for (const Body& body : model.bodies) {
    auto q = state.q.segment(body.q_offset, body.q_size);
    const auto u = v.segment(body.v_offset, body.dof);
    if (body.kind == BodyKind::custom) {
      Eigen::VectorXd q_new = q, u_new = u;
      body.details->type->drift(h, q_new, u_new);
      q = q_new;
    } else if (body.kind != BodyKind::spatial) {
      q += h * u;
    } else {
      q.head<3>() += h * u.head<3>();
      const Eigen::Vector3d turn = h * u.tail<3>();
      const Eigen::Quaterniond before(q[3], q[4], q[5], q[6]);
      const Eigen::Quaterniond after =
          Eigen::AngleAxisd(turn.norm(), turn.stableNormalized()) * before;
      q.tail<4>() << after.w(), after.x(), after.y(), after.z();
    }
  }
  return state;
}

inline Eigen::VectorXd random_velocity(Random& random, const Model& model) {
  Eigen::VectorXd v(model.dof());
  for (double& component : v) component = random.uniform();
  return v;
}

/// J of the whole pool over all velocities of the model.
inline Eigen::MatrixXd dense(const RowPool& pool, const Model& model) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(pool.rows(), model.dof());
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
    const RowGroup& group = pool.groups()[g];
    for (int k = 0; k < group.blocks; ++k)
      if (const RowBlock& block = pool.blocks(g)[k]; block.body >= 0)
        J.block(group.first_row, model.bodies[block.body].v_offset, group.rows, block.cols) +=
            pool.block(g, k);
  }
  return J;
}

/// Total force and total torque about the origin of generalised forces on all bodies.
struct Total {
  Eigen::Vector3d force{0, 0, 0}, torque{0, 0, 0};
};
inline Total total(const Model& model, const State& state, const Eigen::VectorXd& generalised) {
  Total sum;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    const auto u = generalised.segment(body.v_offset, body.dof);
    Eigen::Vector3d force(0, 0, 0), torque(0, 0, 0);
    force.head(body.is_planar() ? 2 : 3) = u.head(body.is_planar() ? 2 : 3);
    if (body.kind == BodyKind::spatial) torque = u.tail<3>();
    if (body.kind == BodyKind::rigid) torque.z() = u[2];
    sum.force += force;
    sum.torque += torque + spatial_pose(model, state, {i}).p.cross(force);
  }
  return sum;
}

}  // namespace perpend::testing
