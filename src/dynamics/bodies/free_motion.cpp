// SPDX-License-Identifier: Apache-2.0
//
// Motion between velocity updates: spatial bodies rotate freely, kinematic ones follow their
// motion.
#include <algorithm>
#include <array>
#include <cmath>

#include "dynamics/bodies/free_rotation.hpp"
#include "dynamics/bodies/free_rotation_batch.hpp"
#include "dynamics/bodies/kinetics.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

Vector3d motion_at(const Model& model, const Body& body, double t) {
  return model.start_q.segment<3>(body.q_offset) + displacement(body.details->motion, t);
}

Eigen::Quaterniond orientation(const Body& body, const VectorXd& q) {
  const double* r = q.data() + body.q_offset + 3;
  return {r[0], r[1], r[2], r[3]};
}

// Returns the constant angular velocity whose rotation over the step ends on the motion. Both
// quaternions change continuously, so that a rotation by half a turn or more is distinguished from
// the shorter one in the opposite direction.
Vector3d mean_turn_rate(const Motion& motion, double t, double dt) {
  if (!rocks(motion)) return motion.omega;
  const Eigen::Quaterniond turned = turn(motion, t + dt) * turn(motion, t).conjugate();
  const double half = turned.vec().norm();
  const double angle = 2 * std::atan2(half, turned.w());
  return turned.vec() * ((half > 0 ? angle / half : 2.0) / dt);
}

// Moves a driven body by its velocity, from its pose in the state.
void move_driven(const Body& body, double h, State& state) {
  state.q.segment<3>(body.q_offset) += h * state.v.segment<3>(body.v_offset);
  if (!body.has_quaternion()) return;
  const Vector3d angle = h * state.v.segment<3>(body.v_offset + 3);
  if (angle.isZero(0)) return;
  const Eigen::AngleAxisd turned(angle.stableNorm(), angle.stableNormalized());
  const Eigen::Quaterniond r = (turned * orientation(body, state.q)).normalized();
  state.q.segment<4>(body.q_offset + 3) << r.w(), r.x(), r.y(), r.z();
}

// Moves a kinematic body onto its motion at the time of the state.
void move_kinematic(const Model& model, const Body& body, State& state) {
  state.q.segment<3>(body.q_offset) = motion_at(model, body, state.time);
  if (!body.has_quaternion()) return;
  const Eigen::Quaterniond r =
      turn(body.details->motion, state.time) * orientation(body, model.start_q);
  state.q.segment<4>(body.q_offset + 3) << r.w(), r.x(), r.y(), r.z();
}

void rotate_spatial(const Body& body, double h, State& state) {
  Rotation rotation{orientation(body, state.q), state.v.segment<3>(body.v_offset + 3)};
  rotate_freely(body.principal_inertia, h, rotation);
  const Eigen::Quaterniond& r = rotation.orientation;
  state.q.segment<4>(body.q_offset + 3) << r.w(), r.x(), r.y(), r.z();
  state.v.segment<3>(body.v_offset + 3) = rotation.omega;
}

// Drifts up to eight spatial bodies at once; spheres and bodies that rotate too fast for one
// substep are rotated one by one.
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
    RotationBatch batch;
    gather(batch.inertia, inertia, 0);
    gather(batch.orientation, q, 3);
    gather(batch.omega, v, 3);
    const LaneMask rotated = rotate_batch(h, batch);
    for (int m = 0; m < count; ++m) {
      const Body& body = *bodies[m];
      state.q.segment<3>(body.q_offset) += h * state.v.segment<3>(body.v_offset);
      if (!rotated[m]) {
        rotate_spatial(body, h, state);
        continue;
      }
      const LanesRotation& r = batch.orientation;
      state.q.segment<4>(body.q_offset + 3) << r.w[m], r.u.x[m], r.u.y[m], r.u.z[m];
      state.v.segment<3>(body.v_offset + 3) << batch.omega.x[m], batch.omega.y[m], batch.omega.z[m];
    }
    count = 0;
  }
};

}  // namespace

void copy_motion(const Model& model, Chunk bodies, const VectorXd& q, const VectorXd& v,
                 State& to) {
  if (bodies.first == bodies.last) return;
  const Body &first = model.bodies[bodies.first], &last = model.bodies[bodies.last - 1];
  const auto q_rows = Eigen::seq(first.q_offset, last.q_offset + last.q_size - 1);
  const auto v_rows = Eigen::seq(first.v_offset, last.v_offset + last.dof - 1);
  to.q(q_rows) = q(q_rows);
  to.v(v_rows) = v(v_rows);
}

void free_velocity(const Model& model, Chunk bodies, const State& state, const VectorXd& force,
                   double dt, VectorXd& v_free) {
  for (int i = bodies.first; i < bodies.last; ++i) {
    const Body& body = model.bodies[i];
    const int o = body.v_offset;
    v_free.segment(o, body.dof) = state.v.segment(o, body.dof);
    if (body.is_driven()) continue;
    if (body.is_kinematic()) {
      v_free.segment<3>(o) =
          (motion_at(model, body, state.time + dt) - motion_at(model, body, state.time)) / dt;
      if (body.has_quaternion())
        v_free.segment<3>(o + 3) = mean_turn_rate(body.details->motion, state.time, dt);
    } else if (!body.is_dynamic()) {
      v_free.segment(o, body.dof).setZero();
    } else if (body.is_planar()) {
      v_free.segment<2>(o) += dt * (model.gravity.head<2>() + force.segment<2>(o) / body.mass);
      if (body.dof == 3) v_free[o + 2] += dt * force[o + 2] / body.inertia();
    }
  }
}

void drift(const Model& model, double h, State& state) {
  state.time += h;
  drift(model, all_bodies(model), h, state);
}

void drift(const Model& model, Chunk bodies, double h, State& state) {
  SpatialBodies waiting;
  for (int i = bodies.first; i < bodies.last; ++i) {
    const Body& body = model.bodies[i];
    const int o = body.q_offset;
    if (body.kind == BodyKind::spatial) {
      waiting.bodies[waiting.count++] = &body;
      if (waiting.count == kLanes) waiting.drift(h, state);
    } else if (body.is_driven())
      move_driven(body, h, state);
    else if (body.is_kinematic())
      move_kinematic(model, body, state);
    else if (body.kind == BodyKind::custom)
      body.details->type->drift(h, state.q.segment(o, body.q_size),
                                state.v.segment(body.v_offset, body.dof));
    else if (!body.is_fixed())
      state.q.segment(o, body.dof) += h * state.v.segment(body.v_offset, body.dof);
  }
  if (waiting.count > 0) waiting.drift(h, state);
}

}  // namespace perpend
