// SPDX-License-Identifier: Apache-2.0
//
// A central difference of fourth order, g' = (8 (g(h) - g(-h)) - (g(2h) - g(-2h))) / 12h. With h a
// thousandth of the shortest time in which something rotates by a radian, its truncation error is
// 1e-13 of g', and so is its round-off.
#include "dynamics/mass_system/instant_rates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_motion.hpp"
#include "dynamics/joints/joint_rows.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

constexpr double kAngle = 1e-3;  // rotation per step of the difference, rad

// Velocity and acceleration of a prescribed motion from t on: a harmonic that starts at t counts,
// one that stops at t does not.
struct MotionRates {
  Vector3d velocity, acceleration{0, 0, 0};

  MotionRates(const Motion& motion, double t) : velocity(motion.velocity) {
    for (const Harmonic& harmonic : motion.harmonics) {
      if (t < harmonic.start || t >= harmonic.stop) continue;
      const double omega = 2 * std::numbers::pi * harmonic.frequency;
      const double angle = omega * (t - harmonic.start) + harmonic.phase;
      velocity += omega * std::cos(angle) * harmonic.amplitude;
      acceleration -= omega * omega * std::sin(angle) * harmonic.amplitude;
    }
  }
};

// Moves a kinematic body by t seconds (negative: back) with the acceleration it has at the start: a
// motion that starts or stops has no smooth past.
void move_kinematic(const Body& body, const State& start, double t, State& state) {
  const MotionRates rates(body.details->motion, start.time);
  state.q.segment<3>(body.q_offset) =
      start.q.segment<3>(body.q_offset) + t * rates.velocity + 0.5 * t * t * rates.acceleration;
  state.v.segment<3>(body.v_offset) = rates.velocity + t * rates.acceleration;
  if (body.has_quaternion())
    state.v.segment<3>(body.v_offset + 3) =
        turn_rate(continued_rotation(body.details->motion, start.time), start.time + t);
}

// Rates above this (rad/s) are ignored: where anchors coincide, their line has no direction.
constexpr double kFastestLine = 1e9;

// Returns the largest rate (rad/s) at which a direction changes.
double fastest_turn(const Model& model, const State& state) {
  double fastest = 1.0;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    fastest = std::max(fastest, body_twist(model, state, {i}).omega.norm());
    for (const Harmonic& harmonic : model.bodies[i].details->motion.harmonics)
      fastest = std::max(fastest, 2 * std::numbers::pi * std::abs(harmonic.frequency));
  }
  for (const Joint& joint : model.joints) {
    if (!acts_along_line(joint.kind)) continue;
    const JointPlace at = place(model, state, joint);
    const double speed = body_twist(model, state, joint.a).velocity.norm() +
                         body_twist(model, state, joint.b).velocity.norm();
    const double apart = (at.a.anchor - at.b.anchor).norm();
    if (speed < kFastestLine * apart) fastest = std::max(fastest, speed / apart);
  }
  return fastest;
}

// v, J v of all rows and the rates of the driven coordinates, t seconds along the free motion.
struct Rates {
  VectorXd all;

  Rates(const Model& model, const State& start, std::span<const CoordinateId> driven, double t) {
    State state = start;
    drift(model, t, state);
    for (const Body& body : model.bodies)
      if (body.is_kinematic() && !body.is_driven()) move_kinematic(body, start, t, state);
    RowPool pool;
    std::vector<double> phi;
    append_joint_rows(model, state, pool, phi);
    for (const CoordinateId& id : driven)
      append_coordinate(model, state, id.joint, id.coordinate, 1.0, pool);
    all.resize(model.dof() + pool.rows());
    all.head(model.dof()) = state.v;
    for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
      const RowGroup& group = pool.groups()[g];
      multiply(pool, g, state.v, all.segment(model.dof() + group.first_row, group.rows));
    }
  }
};

}  // namespace

FreeRates free_rates(const Model& model, const State& state, std::span<const CoordinateId> driven) {
  const double h = kAngle / fastest_turn(model, state);
  const auto at = [&](double t) { return Rates(model, state, driven, t).all; };
  const VectorXd rates = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  const int dof = model.dof(), rows = model.joint_rows;
  return {rates.head(dof), rates.segment(dof, rows), rates.tail(rates.size() - dof - rows)};
}

// A harmonic that starts whole cycles earlier leads to the same rotation.
Motion continued_rotation(const Motion& motion, double t) {
  Motion continued = motion;
  for (Harmonic& harmonic : continued.harmonics) {
    if (t < harmonic.start) harmonic.rotation.setZero();
    if (harmonic.frequency == 0 || t < harmonic.start) continue;
    const double cycle = 1 / std::abs(harmonic.frequency);
    harmonic.start -= cycle;
    harmonic.stop = t < harmonic.stop ? HUGE_VAL : harmonic.stop - cycle;
  }
  return continued;
}

}  // namespace perpend
