// SPDX-License-Identifier: Apache-2.0
#include "sim/acceleration/prescribed.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/mass_system/instant_rates.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// True if the harmonic moves at t, which it does at its start but not at its stop.
bool moves_at(const Harmonic& harmonic, double t) {
  return t >= harmonic.start && t < harmonic.stop;
}

double angular_frequency(const Harmonic& harmonic) {
  return 2 * std::numbers::pi * harmonic.frequency;
}

double angle_at(const Harmonic& harmonic, double t) {
  return angular_frequency(harmonic) * (t - harmonic.start) + harmonic.phase;
}

Vector3d acceleration_at(const Motion& motion, double t) {
  Vector3d acceleration = Vector3d::Zero();
  for (const Harmonic& h : motion.harmonics) {
    const double w = angular_frequency(h);
    if (moves_at(h, t)) acceleration -= w * w * std::sin(angle_at(h, t)) * h.amplitude;
  }
  return acceleration;
}

// Returns the angular acceleration by a central difference.
Vector3d turn_acceleration(const Motion& motion, double t) {
  constexpr double kStep = 1e-5;
  if (!rocks(motion)) return Vector3d::Zero();
  const Motion smooth = continued_rotation(motion, t);
  return (turn_rate(smooth, t + kStep) - turn_rate(smooth, t - kStep)) / (2 * kStep);
}

}  // namespace

void place_prescribed(const Model& model, State& state) {
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (body.is_fixed()) state.v.segment(body.v_offset, body.dof).setZero();
    if (!body.is_kinematic() || body.is_driven()) continue;
    drift(model, Chunk{i, i + 1}, 0.0, state);
    state.v.segment<3>(body.v_offset) = displacement_rate(body.details->motion, state.time);
    if (body.has_quaternion())
      state.v.segment<3>(body.v_offset + 3) = turn_rate(body.details->motion, state.time);
  }
}

void prescribe_acceleration(const Model& model, double time, Eigen::VectorXd& a) {
  for (const Body& body : model.bodies) {
    if (body.is_dynamic()) continue;
    a.segment(body.v_offset, body.dof).setZero();
    if (body.is_kinematic())
      a.segment<3>(body.v_offset) = acceleration_at(body.details->motion, time);
    if (body.is_kinematic() && body.has_quaternion())
      a.segment<3>(body.v_offset + 3) = turn_acceleration(body.details->motion, time);
  }
}

double next_break(const Model& model, double time) {
  double next = std::numeric_limits<double>::infinity();
  for (const Body& body : model.bodies)
    for (const Harmonic& harmonic : body.details->motion.harmonics)
      for (const double t : {harmonic.start, harmonic.stop})
        if (t > time) next = std::min(next, t);
  return next;
}

}  // namespace perpend
