// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "dynamics/joints/joint_end.hpp"

namespace perpend {

/// One row of a built-in joint: the wrench acts on a and its negative on b, at the same world
/// point, so that no row changes the total linear or angular momentum of its bodies.
struct RelativeRow {
  Wrench wrench;
  double phi;  ///< m or rad; 0 for nonholonomic rows
  bool angle;  ///< phi is an angle
};

/// A coordinate of a joint and its rate, force · (v_a - v_b)(point) + torque · (omega_a - omega_b).
struct CoordinateMotion {
  double value;  ///< m or rad, offset by the joint's start value
  Wrench rate;
};

/// A joint at a pose.
struct JointPlace {
  const Joint& joint;
  JointEnd a, b;
};
inline Wrench force_at(const Eigen::Vector3d& point, const Eigen::Vector3d& force) {
  return {point, force, Eigen::Vector3d(0, 0, 0)};
}
inline Wrench couple(const Eigen::Vector3d& torque) {
  return {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0), torque};
}

inline Eigen::Quaterniond joint_frame_a(const JointPlace& at) {
  return at.a.pose.r * at.joint.frame_a.r;
}
inline Eigen::Quaterniond joint_frame_b(const JointPlace& at) {
  return at.b.pose.r * at.joint.frame_b.r;
}
/// Returns the rotation of the joint frame on a relative to the one on b, with w >= 0.
inline Eigen::Quaterniond relative_rotation(const JointPlace& at) {
  Eigen::Quaterniond P = joint_frame_b(at).conjugate() * joint_frame_a(at);
  if (P.w() < 0) P.coeffs() = -P.coeffs();
  return P;
}

JointPlace place(const Model& model, const State& state, const Joint& joint);

/// Computes the equality rows of a joint of any kind except custom; returns their number.
/// `coordinates` is the joint's slice of State::coordinates.
int relative_rows(const JointPlace& at, const double* coordinates,
                  std::array<RelativeRow, JointType::kMaxRows>& rows);

/// Computes the rows of a custom joint.
void custom_rows(const Model& model, const State& state, const JointPlace& at,
                 std::array<JointRow, JointType::kMaxRows>& rows);

/// Returns coordinate k; an angle is given on the turn nearest to `near`.
CoordinateMotion coordinate_motion(const JointPlace& at, int k, double near);

/// True if a spring or servo acts along the swing of a spherical joint in space, so that its torque
/// changes direction as the bodies rotate across the swing.
bool turns_across(const Joint& joint, const CoordinateDef& def);

/// Returns the unit couple along the difference of the x axes of a and b, the axis about which
/// relative rotation changes the direction of the swing most.
Wrench across_swing(const JointPlace& at);

/// True if coordinate k is an angle in space, known only up to full turns.
bool counts_turns(const Joint& joint, int k);

/// Returns the angle plus the full turns that bring it nearest to `near`.
double nearest_turn(double angle, double near);

/// Returns the rate of a coordinate at state.v.
double rate_of(const State& state, const JointPlace& at, const Wrench& rate);

/// Appends a group of one row with `sign` times the wrench on a and its negative on b.
int append_relative(const Model& model, const JointPlace& at, const Wrench& wrench, double sign,
                    RowPool& pool);

/// Returns the joint's slice of State::coordinates.
inline const double* coordinates_of(const State& state, const Joint& joint) {
  return state.coordinates.data() + joint.first_coordinate;
}

/// Returns the value of coordinate k in the start pose.
double start_value(const Joint& joint, int k);

}  // namespace perpend
