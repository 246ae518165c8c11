// SPDX-License-Identifier: Apache-2.0
#include "sim/derivatives/tangent.hpp"

#include <Eigen/Geometry>

#include "dynamics/bodies/kinetics.hpp"

namespace perpend {
namespace {

using Eigen::Quaterniond, Eigen::Vector3d, Eigen::VectorXd;

Quaterniond orientation(const Body& body, const VectorXd& q) {
  const double* r = q.data() + body.q_offset + 3;
  return {r[0], r[1], r[2], r[3]};
}

// Returns pose and velocity of all bodies after the drift, with velocity k, or pose k, changed by
// h.
State drifted(const Model& model, State state, bool velocity, int k, double h, double time) {
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (!body.is_dynamic() || k >= body.dof) continue;
    if (velocity)
      state.v[body.v_offset + k] += h;
    else
      displace(model, i, k, h, state);
  }
  drift(model, time, state);
  return state;
}

}  // namespace

bool has_tangent(const Body& body) {
  return body.kind != BodyKind::custom || body.q_size == body.dof;
}

void displace(const Model& model, int index, int k, double h, State& state) {
  const Body& body = model.bodies[index];
  if (body.kind == BodyKind::custom) {
    VectorXd along = h * VectorXd::Unit(body.dof, k);
    body.details->type->drift(1.0, state.q.segment(body.q_offset, body.q_size), along);
    return;
  }
  if (!body.has_quaternion() || k < 3) {
    state.q[body.q_offset + k] += h;
    return;
  }
  const Eigen::AngleAxisd rotation(h, Vector3d::Unit(k - 3));
  const Quaterniond r = Quaterniond(rotation) * orientation(body, state.q);
  state.q.segment<4>(body.q_offset + 3) << r.w(), r.x(), r.y(), r.z();
}

VectorXd displacement_between(const Model& model, int index, const VectorXd& q_a,
                              const VectorXd& q_b) {
  const Body& body = model.bodies[index];
  if (!body.has_quaternion()) return (q_b - q_a).segment(body.q_offset, body.dof);
  VectorXd difference(6);
  difference.head<3>() = (q_b - q_a).segment<3>(body.q_offset);
  const Quaterniond r = orientation(body, q_b) * orientation(body, q_a).conjugate();
  difference.tail<3>() = 2 * (r.w() < 0 ? -1.0 : 1.0) * r.vec();
  return difference;
}

// Returns the Jacobians; a drift moves every body by itself, so one coordinate of all is changed at
// once.
std::vector<DriftJacobian> drift_jacobians(const Model& model, const State& from, const VectorXd& v,
                                           double time) {
  State state = from;
  state.v = v;
  int most = 0;
  std::vector<DriftJacobian> jacobians(model.bodies.size());
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (!body.is_dynamic()) continue;
    jacobians[i].setZero(2 * body.dof, 2 * body.dof);
    most = std::max(most, body.dof);
  }
  for (const bool velocity : {false, true})
    for (int k = 0; k < most; ++k) {
      const State ahead = drifted(model, state, velocity, k, kDifference, time);
      const State behind = drifted(model, state, velocity, k, -kDifference, time);
      for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
        const Body& body = model.bodies[i];
        if (!body.is_dynamic() || k >= body.dof) continue;
        auto column = jacobians[i].col(k + (velocity ? body.dof : 0));
        column.head(body.dof) = displacement_between(model, i, behind.q, ahead.q);
        column.tail(body.dof) = (ahead.v - behind.v).segment(body.v_offset, body.dof);
        column /= 2 * kDifference;
      }
    }
  return jacobians;
}

}  // namespace perpend
