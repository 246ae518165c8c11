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
#include "dynamics/bodies/body_velocity.hpp"

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

void ride(const StepRows& rows, const Body& carrier, const Body& body, VectorXd& v) {
  const Vector3d spin = angular_velocity(carrier, rows.v_free);
  const Vector3d velocity = linear_velocity(carrier, rows.v_free) +
                            spin.cross(centre_of(rows, body) - centre_of(rows, carrier));
  for (int i = 0; i < linear_dof(body); ++i) v[body.v_offset + i] = velocity[i];
  if (body.is_planar() && body.dof == 3) v[body.v_offset + 2] = spin.z();
  if (body.dof == 6) v.segment<3>(body.v_offset + 3) = spin;
}

}  // namespace

VectorXd co_motion(const StepRows& rows, std::span<const int> groups) {
  const int carrier = carrier_of(rows, groups);
  if (carrier < 0) return {};
  const std::vector<Body>& bodies = rows.setup.model->bodies;
  VectorXd v = VectorXd::Zero(rows.v_free.size());
  for (const int group : groups)
    for (const RowBlock& block : rows.pool.blocks(group))
      ride(rows, bodies[carrier], bodies[block.body], v);
  return v;
}

}  // namespace perpend
