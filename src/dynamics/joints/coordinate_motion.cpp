// SPDX-License-Identifier: Apache-2.0
//
// Coordinates of joints and their rates. x, y, z are the axes of the joint frame on b and P = (w,
// p) the unit quaternion of the frame on a relative to it, w >= 0; Omega = omega_a - omega_b. From
// P' = (0, Omega) P / 2 with Omega in the frame on b:
//   along    n·(x_a - x_b), n fixed in b     rate: force n at x_a
//   twist    2 atan2(p_x, w)                 torque (w² e_x + w p × e_x + p_x p) / (w² + p_x²) in b
// and the angles of swing and universal joints from u' = Omega × u for axes of a expressed in b.
// All rates are exact at any pose, not only where the joint's equality rows hold.
//
//   length     |d| of a strut                 force d / |d| at x_a
//
// Limits: the swing of a spherical joint has no unique rate at 0, where every transverse axis is
// equivalent; a universal joint has none where its axes coincide.
#include <cmath>
#include <numbers>

#include "dynamics/joints/joint_motion.hpp"

namespace perpend {
namespace {

using Eigen::Quaterniond, Eigen::Vector3d;

// The quantity that a coordinate measures.
enum class Measure {
  along_x,
  along_y,
  along_z,
  angle_in_plane,
  twist,
  swing,
  first,
  second,
  length
};

Measure measure(const Joint& joint, int k) {
  constexpr Measure kPlane[] = {Measure::along_y, Measure::along_z, Measure::twist};
  switch (joint.kind) {
    case JointKind::prismatic:
    case JointKind::point_on_line:
      return Measure::along_x;
    case JointKind::cylindrical:
      return k == 0 ? Measure::along_x : Measure::twist;
    case JointKind::planar:
    case JointKind::point_on_plane:
      return kPlane[k];
    case JointKind::strut:
      return Measure::length;
    case JointKind::universal:
      return k == 0 ? Measure::first : Measure::second;
    default:
      if (joint.in_plane) return Measure::angle_in_plane;
      return joint.kind == JointKind::spherical && k == 0 ? Measure::swing : Measure::twist;
  }
}

CoordinateMotion along(const JointPlace& at, int axis) {
  const Vector3d n = joint_frame_b(at) * Vector3d::Unit(axis);
  return {n.dot(at.a.anchor - at.b.anchor), force_at(at.a.anchor, n)};
}

CoordinateMotion twist(const JointPlace& at) {
  const Quaterniond P = relative_rotation(at);
  const double w = P.w();
  const Vector3d p = P.vec(), e = Vector3d::UnitX();
  const Vector3d rate = (w * w * e + w * p.cross(e) + p.x() * p) / (w * w + p.x() * p.x());
  return {2 * std::atan2(p.x(), w), couple(joint_frame_b(at) * rate)};
}

// Angle from x of b to x of a, about the axis normal to both.
CoordinateMotion swing(const JointPlace& at) {
  const Quaterniond Q_b = joint_frame_b(at);
  const Vector3d x = Q_b * Vector3d::UnitX(), a_x = joint_frame_a(at) * Vector3d::UnitX();
  const Vector3d n = x.cross(a_x);
  const double sine = n.norm();
  return {std::atan2(sine, x.dot(a_x)),
          couple(sine > 0 ? Vector3d(n / sine) : Vector3d(Q_b * Vector3d::UnitY()))};
}

// Angle of x of a about y of b: u = x of a expressed in b, rate (e_y - u u_y) / (u_x² + u_z²).
CoordinateMotion universal_first(const JointPlace& at) {
  const Quaterniond Q_b = joint_frame_b(at);
  const Vector3d u = Q_b.conjugate() * (joint_frame_a(at) * Vector3d::UnitX());
  const Vector3d rate = (Vector3d::UnitY() - u.y() * u) / (1 - u.y() * u.y());
  return {std::atan2(-u.z(), u.x()), couple(Q_b * rate)};
}

// Angle about x of a: u = y of b expressed in a, rate (e_x - u u_x) / (u_y² + u_z²) in a.
CoordinateMotion universal_second(const JointPlace& at) {
  const Quaterniond Q_a = joint_frame_a(at);
  const Vector3d u = Q_a.conjugate() * (joint_frame_b(at) * Vector3d::UnitY());
  const Vector3d rate = (Vector3d::UnitX() - u.x() * u) / (1 - u.x() * u.x());
  return {std::atan2(-u.z(), u.y()), couple(Q_a * rate)};
}

// Where the anchors coincide any direction serves.
CoordinateMotion length(const JointPlace& at) {
  const Vector3d d = at.a.anchor - at.b.anchor;
  const double now = d.norm();
  return {now - at.joint.length,
          force_at(at.a.anchor, now > 0 ? Vector3d(d / now) : Vector3d(Vector3d::UnitX()))};
}

CoordinateMotion measured(const JointPlace& at, Measure what) {
  switch (what) {
    case Measure::angle_in_plane:
      return {at.a.angle - at.b.angle - at.joint.angle, couple(Vector3d::UnitZ())};
    case Measure::twist:
      return twist(at);
    case Measure::swing:
      return swing(at);
    case Measure::first:
      return universal_first(at);
    case Measure::second:
      return universal_second(at);
    case Measure::length:
      return length(at);
    default:
      return along(at, static_cast<int>(what));
  }
}

bool is_periodic(Measure what) {
  return what == Measure::twist || what == Measure::first || what == Measure::second;
}

}  // namespace

bool turns_across(const Joint& joint, const CoordinateDef& def) {
  const bool pulls = def.stiffness > 0 || def.motor_stiffness > 0;
  return pulls && measure(joint, def.coordinate) == Measure::swing;
}

Wrench across_swing(const JointPlace& at) {
  const Quaterniond Q_b = joint_frame_b(at);
  const Vector3d d = joint_frame_a(at) * Vector3d::UnitX() - Q_b * Vector3d::UnitX();
  const double chord = d.norm();
  return couple(chord > 0 ? Vector3d(d / chord) : Vector3d(Q_b * Vector3d::UnitZ()));
}

bool counts_turns(const Joint& joint, int k) {
  return is_periodic(measure(joint, k));
}

double nearest_turn(double angle, double near) {
  constexpr double kTurn = 2 * std::numbers::pi;
  return angle + kTurn * std::round((near - angle) / kTurn);
}

CoordinateMotion coordinate_motion(const JointPlace& at, int k, double near) {
  const Measure what = measure(at.joint, k);
  CoordinateMotion motion = measured(at, what);
  motion.value += start_value(at.joint, k);
  if (is_periodic(what)) motion.value = nearest_turn(motion.value, near);
  return motion;
}

}  // namespace perpend
