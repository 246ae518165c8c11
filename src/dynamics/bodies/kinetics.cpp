// SPDX-License-Identifier: Apache-2.0
#include "dynamics/bodies/kinetics.hpp"

#include "dynamics/bodies/body_velocity.hpp"

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d, Eigen::VectorXd;

Eigen::Quaterniond orientation(const Body& body, const VectorXd& q) {
  const double* r = q.data() + body.q_offset + 3;
  return {r[0], r[1], r[2], r[3]};
}

Vector3d spin_momentum(const Body& body, const VectorXd& q, const VectorXd& v) {
  const Eigen::Quaterniond r = orientation(body, q);
  const Vector3d omega = r.conjugate() * v.segment<3>(body.v_offset + 3);
  return r * body.principal_inertia.cwiseProduct(omega);
}

Eigen::MatrixXd custom_mass(const Body& body, const VectorXd& q) {
  Eigen::MatrixXd mass(body.dof, body.dof);
  body.details->type->mass(q.segment(body.q_offset, body.q_size), mass);
  return mass;
}

double potential_energy(const Body& body, const Vector3d& gravity, const VectorXd& q) {
  const auto p = q.segment(body.q_offset, body.q_size);
  if (body.kind == BodyKind::custom) return body.details->type->potential(p, gravity);
  const int lines = linear_dof(body);
  return -body.mass * gravity.head(lines).dot(p.head(lines));
}

}  // namespace

double kinetic_energy(const Body& body, const VectorXd& q, const VectorXd& v) {
  if (!body.is_dynamic()) return 0;
  const auto u = v.segment(body.v_offset, body.dof);
  if (body.kind == BodyKind::custom) return 0.5 * u.dot(custom_mass(body, q) * u);
  double twice = body.mass * u.head(linear_dof(body)).squaredNorm();
  if (body.kind == BodyKind::rigid) twice += body.inertia() * u[2] * u[2];
  if (body.kind == BodyKind::spatial) {
    const Vector3d omega = orientation(body, q).conjugate() * Vector3d(u.tail<3>());
    twice += body.principal_inertia.dot(omega.cwiseAbs2());
  }
  return 0.5 * twice;
}

Matrix3d world_inertia(const Body& body, const VectorXd& q) {
  const Matrix3d R = orientation(body, q).toRotationMatrix();
  return R * body.principal_inertia.asDiagonal() * R.transpose();
}

VectorXd inverse_mass(const Model& model) {
  VectorXd inverse = VectorXd::Zero(model.dof());
  for (const Body& body : model.bodies) {
    if (!body.is_dynamic() || !body.is_planar()) continue;
    inverse.segment<2>(body.v_offset).setConstant(1 / body.mass);
    if (body.dof == 3) inverse[body.v_offset + 2] = 1 / body.inertia();
  }
  return inverse;
}

void mass_block(const Model& model, const VectorXd& q, int index,
                Eigen::Map<Eigen::MatrixXd> mass) {
  const Body& body = model.bodies[index];
  if (body.kind == BodyKind::custom) {
    mass = custom_mass(body, q);
    return;
  }
  mass.setZero();
  mass.diagonal().setConstant(body.mass);
  if (body.kind == BodyKind::rigid) mass(2, 2) = body.inertia();
  if (body.kind == BodyKind::spatial) mass.bottomRightCorner<3, 3>() = world_inertia(body, q);
}

BodyMatrix mass_block(const Model& model, const VectorXd& q, int body) {
  const int n = model.bodies[body].dof;
  BodyMatrix mass(n, n);
  mass_block(model, q, body, {mass.data(), n, n});
  return mass;
}

void momentum(const Model& model, Chunk bodies, const VectorXd& q, const VectorXd& v, VectorXd& p) {
  for (int i = bodies.first; i < bodies.last; ++i) {
    const Body& body = model.bodies[i];
    const int o = body.v_offset;
    if (!body.is_dynamic()) {
      p.segment(o, body.dof).setZero();
      continue;
    }
    if (body.kind == BodyKind::custom) {
      p.segment(o, body.dof) = custom_mass(body, q) * v.segment(o, body.dof);
      continue;
    }
    const int lines = linear_dof(body);
    p.segment(o, lines) = body.mass * v.segment(o, lines);
    if (body.kind == BodyKind::rigid) p[o + 2] = body.inertia() * v[o + 2];
    if (body.kind == BodyKind::spatial) p.segment<3>(o + 3) = spin_momentum(body, q, v);
  }
}

void momentum(const Model& model, const VectorXd& q, const VectorXd& v, VectorXd& p) {
  p.resize(v.size());
  momentum(model, all_bodies(model), q, v, p);
}

void applied_force(const Model& model, Chunk bodies, const VectorXd& q, const VectorXd& v,
                   VectorXd& force) {
  for (int i = bodies.first; i < bodies.last; ++i) {
    const Body& body = model.bodies[i];
    const int o = body.v_offset;
    force.segment(o, body.dof).setZero();
    if (body.kind == BodyKind::custom)
      body.details->type->force(q.segment(body.q_offset, body.q_size), v.segment(o, body.dof),
                                model.gravity, force.segment(o, body.dof));
    else if (body.is_dynamic() && body.is_planar())
      force.segment<2>(o) = body.mass * model.gravity.head<2>();
    else if (body.is_dynamic())
      force.segment<3>(o) = body.mass * model.gravity;
  }
}

void applied_force(const Model& model, const VectorXd& q, const VectorXd& v, VectorXd& force) {
  force.resize(v.size());
  applied_force(model, all_bodies(model), q, v, force);
}

double kinetic_energy(const Model& model, const VectorXd& q, const VectorXd& v) {
  double sum = 0;
  for (const Body& body : model.bodies) sum += kinetic_energy(body, q, v);
  return sum;
}

double potential_energy(const Model& model, const VectorXd& q) {
  double sum = 0;
  for (const Body& body : model.bodies) sum += potential_energy(body, model.gravity, q);
  return sum;
}

double energy(const Model& model, Chunk bodies, const State& state) {
  double kinetic = 0, potential = 0;
  for (int i = bodies.first; i < bodies.last; ++i) {
    kinetic += kinetic_energy(model.bodies[i], state.q, state.v);
    potential += potential_energy(model.bodies[i], model.gravity, state.q);
  }
  return kinetic + potential;
}

double energy(const Model& model, const State& state) {
  return energy(model, all_bodies(model), state);
}

Momentum total_momentum(const Model& model, const State& state) {
  Momentum total;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (!body.is_dynamic() || body.kind == BodyKind::custom) continue;
    const Vector3d p = spatial_pose(model, state, {i}).p;
    const Twist twist = body_twist(model, state, {i});
    total.linear += body.mass * twist.velocity;
    total.angular += body.mass * p.cross(twist.velocity);
    if (body.kind == BodyKind::rigid) total.angular.z() += body.inertia() * twist.omega.z();
    if (body.kind == BodyKind::spatial) total.angular += spin_momentum(body, state.q, state.v);
  }
  return total;
}

}  // namespace perpend
