// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/kinetics.hpp"

namespace perpend {
namespace {

Eigen::Vector3d motion_at(const Model& model, const Body& body, double t) {
  return model.start_q.segment<3>(body.q_offset) + displacement(body.motion, t);
}

}  // namespace

Eigen::VectorXd inverse_mass(const Model& model) {
  Eigen::VectorXd inverse = Eigen::VectorXd::Zero(model.dof());
  for (const Body& body : model.bodies) {
    if (!body.is_dynamic()) continue;
    inverse.segment<2>(body.v_offset).setConstant(1 / body.mass);
    if (body.dof == 3) inverse[body.v_offset + 2] = 1 / body.inertia;
  }
  return inverse;
}

double kinetic_energy(const Model& model, const Eigen::VectorXd& v) {
  double sum = 0;
  for (const Body& body : model.bodies) {
    if (!body.is_dynamic()) continue;
    sum += 0.5 * body.mass * v.segment<2>(body.v_offset).squaredNorm();
    if (body.dof == 3) sum += 0.5 * body.inertia * v[body.v_offset + 2] * v[body.v_offset + 2];
  }
  return sum;
}

double potential_energy(const Model& model, const Eigen::VectorXd& q) {
  double sum = 0;
  for (const Body& body : model.bodies)
    sum -= body.mass * model.gravity.head<2>().dot(q.segment<2>(body.q_offset));
  return sum;
}

double energy(const Model& model, const State& state) {
  return kinetic_energy(model, state.v) + potential_energy(model, state.q);
}

void free_velocity(const Model& model, const State& state, const Eigen::VectorXd& force, double dt,
                   Eigen::VectorXd& v_free) {
  v_free = state.v;
  for (const Body& body : model.bodies) {
    const int o = body.v_offset;
    if (body.is_dynamic()) {
      v_free.segment<2>(o) += dt * (model.gravity.head<2>() + force.segment<2>(o) / body.mass);
      if (body.dof == 3) v_free[o + 2] += dt * force[o + 2] / body.inertia;
    } else if (body.kind == BodyKind::kinematic) {
      v_free.segment<3>(o) =
          (motion_at(model, body, state.time + dt) - state.q.segment<3>(body.q_offset)) / dt;
    } else {
      v_free.segment<3>(o).setZero();
    }
  }
}

void advance(const Model& model, const Eigen::VectorXd& v, double dt, State& state) {
  state.v = v;
  state.step += 1;
  const double end = state.time + dt;
  for (const Body& body : model.bodies) {
    const int o = body.v_offset;
    if (body.kind == BodyKind::kinematic)
      state.q.segment<3>(body.q_offset) = motion_at(model, body, end);
    else
      state.q.segment(body.q_offset, body.dof) += dt * v.segment(o, body.dof);
  }
  state.time = end;
}

}  // namespace perpend
