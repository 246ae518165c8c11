// SPDX-License-Identifier: Apache-2.0
//
// The rows of contacts take the velocity of a rotating kinematic body at different points of its
// way: normal rows at the pose, tangential ones at the middle of the step. The difference is of the
// second order of its rotation, but a body that it encloses without play, with more friction than
// lets a wedge slip, has no motion that satisfies all rows. In the motion of one rigid body no
// contact slips or opens.
#include "contact/restitution/co_motion.hpp"

#include <Eigen/Geometry>

#include "contact/induced_rates.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

bool can_ride(const StepRows& rows, int body) {
  const Body& rider = rows.setup.model->bodies[body];
  return rider.is_dynamic() && rider.kind != BodyKind::custom && !is_led(rows, body);
}

// Returns the one body of the island that does not yield, if it moves and all others can ride on
// it; -1 if not.
int carrier_of(const StepRows& rows, std::span<const int> groups) {
  int carrier = -1;
  for (const int group : groups)
    for (const RowBlock& block : rows.pool.blocks(group)) {
      if (block.body < 0) return -1;
      if (can_ride(rows, block.body)) continue;
      if (!rows.setup.model->bodies[block.body].is_kinematic()) return -1;
      if (carrier >= 0 && carrier != block.body) return -1;
      carrier = block.body;
    }
  return carrier;
}

Vector3d centre_of(const StepRows& rows, const Body& body) {
  const double* q = rows.pose->q.data() + body.q_offset;
  return body.is_planar() ? Vector3d(q[0], q[1], 0) : Vector3d(q[0], q[1], q[2]);
}

struct RigidMotion {
  Vector3d centre, velocity, spin;  // m, m/s, rad/s

  Vector3d velocity_at(const Vector3d& point) const {
    return velocity + spin.cross(point - centre);
  }
};

RigidMotion motion_of(const StepRows& rows, int carrier) {
  const Body& body = rows.setup.model->bodies[carrier];
  const double* v = rows.v_free.data() + body.v_offset;
  const bool in_plane = body.is_planar();
  return {.centre = centre_of(rows, body),
          .velocity = in_plane ? Vector3d(v[0], v[1], 0) : Vector3d(v[0], v[1], v[2]),
          .spin = in_plane ? Vector3d(0, 0, v[2]) : Vector3d(v[3], v[4], v[5])};
}

void ride(const StepRows& rows, const RigidMotion& motion, int index, VectorXd& v) {
  const Body& body = rows.setup.model->bodies[index];
  const Vector3d velocity = motion.velocity_at(centre_of(rows, body));
  const int lines = body.is_planar() ? 2 : 3;
  v.segment(body.v_offset, lines) = velocity.head(lines);
  if (body.dof == lines) return;
  v.segment(body.v_offset + lines, body.dof - lines) = motion.spin.tail(body.dof - lines);
}

}  // namespace

VectorXd co_motion(const StepRows& rows, std::span<const int> groups) {
  const int carrier = carrier_of(rows, groups);
  if (carrier < 0) return {};
  const RigidMotion motion = motion_of(rows, carrier);
  VectorXd v = VectorXd::Zero(rows.v_free.size());
  for (const int group : groups)
    for (const RowBlock& block : rows.pool.blocks(group))
      if (block.body != carrier) ride(rows, motion, block.body, v);
  const Body& body = rows.setup.model->bodies[carrier];
  v.segment(body.v_offset, body.dof) = rows.v_free.segment(body.v_offset, body.dof);
  return v;
}

double co_motion_rate(const StepRows& rows, const VectorXd& co_motion, int group, int r) {
  const auto blocks = rows.pool.blocks(group);
  double rate = 0;
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    rate +=
        rows.pool.block(group, k).row(r).dot(co_motion.segment(blocks[k].v_offset, blocks[k].cols));
  return rate;
}

}  // namespace perpend
