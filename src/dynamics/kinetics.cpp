// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/kinetics.hpp"

#include <algorithm>
#include <array>

#include "free_rotation_eight.hpp"
#include "perpend/dynamics/free_rotation.hpp"

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d, Eigen::VectorXd;

Vector3d motion_at(const Model& model, const Body& body, double t) {
  return model.start_q.segment<3>(body.q_offset) + displacement(body.motion, t);
}

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
  body.type->mass(q.segment(body.q_offset, body.q_size), mass);
  return mass;
}

double kinetic_energy(const Body& body, const VectorXd& q, const VectorXd& v) {
  if (!body.is_dynamic()) return 0;
  const auto u = v.segment(body.v_offset, body.dof);
  if (body.kind == BodyKind::custom) return 0.5 * u.dot(custom_mass(body, q) * u);
  double twice = body.mass * u.head(body.is_planar() ? 2 : 3).squaredNorm();
  if (body.kind == BodyKind::rigid) twice += body.inertia * u[2] * u[2];
  if (body.kind == BodyKind::spatial) {
    const Vector3d omega = orientation(body, q).conjugate() * Vector3d(u.tail<3>());
    twice += body.principal_inertia.dot(omega.cwiseAbs2());
  }
  return 0.5 * twice;
}

double potential_energy(const Body& body, const Vector3d& gravity, const VectorXd& q) {
  const auto p = q.segment(body.q_offset, body.q_size);
  if (body.kind == BodyKind::custom) return body.type->potential(p, gravity);
  const int lines = body.is_planar() ? 2 : 3;
  return -body.mass * gravity.head(lines).dot(p.head(lines));
}

// Onto its motion at the time of the state.
void move_kinematic(const Model& model, const Body& body, State& state) {
  state.q.segment<3>(body.q_offset) = motion_at(model, body, state.time);
  if (!body.has_quaternion()) return;
  const Vector3d turn = body.motion.omega * state.time;
  const Eigen::AngleAxisd turned(turn.norm(), turn.stableNormalized());
  const Eigen::Quaterniond r = Eigen::Quaterniond(turned) * orientation(body, model.start_q);
  state.q.segment<4>(body.q_offset + 3) << r.w(), r.x(), r.y(), r.z();
}

void turn_spatial(const Body& body, double h, State& state) {
  Rotation rotation{orientation(body, state.q), state.v.segment<3>(body.v_offset + 3)};
  rotate_freely(body.principal_inertia, h, rotation);
  const Eigen::Quaterniond& r = rotation.orientation;
  state.q.segment<4>(body.q_offset + 3) << r.w(), r.x(), r.y(), r.z();
  state.v.segment<3>(body.v_offset + 3) = rotation.omega;
}

// Up to eight spatial bodies; those that turn too fast for one substep and spheres one by one.
struct SpatialBodies {
  std::array<const Body*, kLanes> bodies;
  int count = 0;

  void drift(double h, State& state) {
    std::array<const double*, kLanes> q, v, inertia;
    for (int m = 0; m < kLanes; ++m) {
      const Body& body = *bodies[std::min(m, count - 1)];
      q[m] = state.q.data() + body.q_offset;
      v[m] = state.v.data() + body.v_offset;
      inertia[m] = body.principal_inertia.data();
    }
    EightRotations eight;
    gather(eight.inertia, inertia, 0);
    gather(eight.orientation, q, 3);
    gather(eight.omega, v, 3);
    const LaneMask turned = rotate_eight(h, eight);
    for (int m = 0; m < count; ++m) {
      const Body& body = *bodies[m];
      state.q.segment<3>(body.q_offset) += h * state.v.segment<3>(body.v_offset);
      if (!turned[m]) {
        turn_spatial(body, h, state);
        continue;
      }
      const LanesTurn& r = eight.orientation;
      state.q.segment<4>(body.q_offset + 3) << r.w[m], r.u.x[m], r.u.y[m], r.u.z[m];
      state.v.segment<3>(body.v_offset + 3) << eight.omega.x[m], eight.omega.y[m], eight.omega.z[m];
    }
    count = 0;
  }
};

}  // namespace

Matrix3d world_inertia(const Body& body, const VectorXd& q) {
  const Matrix3d R = orientation(body, q).toRotationMatrix();
  return R * body.principal_inertia.asDiagonal() * R.transpose();
}

VectorXd inverse_mass(const Model& model) {
  VectorXd inverse = VectorXd::Zero(model.dof());
  for (const Body& body : model.bodies) {
    if (!body.is_dynamic() || !body.is_planar()) continue;
    inverse.segment<2>(body.v_offset).setConstant(1 / body.mass);
    if (body.dof == 3) inverse[body.v_offset + 2] = 1 / body.inertia;
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
  if (body.kind == BodyKind::rigid) mass(2, 2) = body.inertia;
  if (body.kind == BodyKind::spatial) mass.bottomRightCorner<3, 3>() = world_inertia(body, q);
}

void momentum(const Model& model, const VectorXd& q, const VectorXd& v, VectorXd& p) {
  p.resize(v.size());
  for (const Body& body : model.bodies) {
    const int o = body.v_offset;
    if (!body.is_dynamic()) {
      p.segment(o, body.dof).setZero();
      continue;
    }
    if (body.kind == BodyKind::custom) {
      p.segment(o, body.dof) = custom_mass(body, q) * v.segment(o, body.dof);
      continue;
    }
    const int lines = body.is_planar() ? 2 : 3;
    p.segment(o, lines) = body.mass * v.segment(o, lines);
    if (body.kind == BodyKind::rigid) p[o + 2] = body.inertia * v[o + 2];
    if (body.kind == BodyKind::spatial) p.segment<3>(o + 3) = spin_momentum(body, q, v);
  }
}

void applied_force(const Model& model, const VectorXd& q, const VectorXd& v, VectorXd& force) {
  force.setZero(v.size());
  for (const Body& body : model.bodies) {
    const int o = body.v_offset;
    if (body.kind == BodyKind::custom)
      body.type->force(q.segment(body.q_offset, body.q_size), v.segment(o, body.dof), model.gravity,
                       force.segment(o, body.dof));
    else if (body.is_dynamic() && body.is_planar())
      force.segment<2>(o) = body.mass * model.gravity.head<2>();
    else if (body.is_dynamic())
      force.segment<3>(o) = body.mass * model.gravity;
  }
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

double energy(const Model& model, const State& state) {
  double kinetic = 0, potential = 0;
  for (const Body& body : model.bodies) {
    kinetic += kinetic_energy(body, state.q, state.v);
    potential += potential_energy(body, model.gravity, state.q);
  }
  return kinetic + potential;
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
    if (body.kind == BodyKind::rigid) total.angular.z() += body.inertia * twist.omega.z();
    if (body.kind == BodyKind::spatial) total.angular += spin_momentum(body, state.q, state.v);
  }
  return total;
}

void free_velocity(const Model& model, const State& state, const VectorXd& force, double dt,
                   VectorXd& v_free) {
  v_free = state.v;
  for (const Body& body : model.bodies) {
    const int o = body.v_offset;
    if (body.is_kinematic()) {
      v_free.segment<3>(o) =
          (motion_at(model, body, state.time + dt) - motion_at(model, body, state.time)) / dt;
      if (body.has_quaternion()) v_free.segment<3>(o + 3) = body.motion.omega;
    } else if (!body.is_dynamic()) {
      v_free.segment(o, body.dof).setZero();
    } else if (body.is_planar()) {
      v_free.segment<2>(o) += dt * (model.gravity.head<2>() + force.segment<2>(o) / body.mass);
      if (body.dof == 3) v_free[o + 2] += dt * force[o + 2] / body.inertia;
    }
  }
}

void drift(const Model& model, double h, State& state) {
  state.time += h;
  SpatialBodies waiting;
  for (const Body& body : model.bodies) {
    const int o = body.q_offset;
    if (body.kind == BodyKind::spatial) {
      waiting.bodies[waiting.count++] = &body;
      if (waiting.count == kLanes) waiting.drift(h, state);
    } else if (body.is_kinematic())
      move_kinematic(model, body, state);
    else if (body.kind == BodyKind::custom)
      body.type->drift(h, state.q.segment(o, body.q_size),
                       state.v.segment(body.v_offset, body.dof));
    else if (!body.is_fixed())
      state.q.segment(o, body.dof) += h * state.v.segment(body.v_offset, body.dof);
  }
  if (waiting.count > 0) waiting.drift(h, state);
}

void advance(const Model& model, const VectorXd& v, double dt, State& state) {
  state.v = v;
  state.step += 1;
  drift(model, dt, state);
}

}  // namespace perpend
