// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/pairs/ground_frame.hpp"

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"

namespace perpend {

Eigen::Vector3d centre_velocity(const Model& model, const State& pose, int index,
                                const Eigen::VectorXd& v) {
  const Body& body = model.bodies[index];
  if (body.kind == BodyKind::custom) return body_twist(model, pose, {index}).velocity;
  return linear_velocity(body, v);
}

Eigen::Vector3d velocity_of_ground(const Model& model, const MovingPieces& pieces,
                                   const State& pose, const Eigen::VectorXd& v) {
  const int ground = pieces.ground();
  return ground < 0 ? Eigen::Vector3d(0, 0, 0) : centre_velocity(model, pose, ground, v);
}

double energy_over_ground(const Model& model, const MovingPieces& pieces, const State& pose) {
  const Eigen::Vector3d ground = velocity_of_ground(model, pieces, pose, pose.v);
  if (ground.isZero(0)) return kinetic_energy(model, pose.q, pose.v);
  Eigen::VectorXd v = pose.v;
  for (const Body& body : model.bodies) {
    if (!body.is_dynamic() || body.kind == BodyKind::custom) continue;
    const int lines = linear_dof(body);
    v.segment(body.v_offset, lines) -= ground.head(lines);
  }
  return kinetic_energy(model, pose.q, v);
}

}  // namespace perpend
