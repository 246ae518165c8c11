// SPDX-License-Identifier: Apache-2.0
//
// Relative motion of the two bodies of a joint: equality rows and coordinates, all kinds.
//   x_a, x_b    anchors in the world;  d = x_a - x_b
//   x, y, z     axes of the joint frame on b in the world;  a_x its x axis on a
//   P = (w, p)  unit quaternion of the joint frame on a, seen in the one on b; w >= 0
//   Omega       omega_a - omega_b, seen in the joint frame on b
//
// Elementary parts, each with its exact rate as a wrench (point; force; torque) on a:
//   coincide  d                (x_c; e_k; 0), x_c = (x_a + x_b)/2 or the particle's own place
//   across    n·d, n fixed in b   (x_a; n; 0)
//   align     n·a_x               (0; 0; a_x × n)
//   lock      2 p                 (0; 0; w e_k + p × e_k in b), from P' = (0, Omega) P / 2
//   twist     2 atan2(p_x, w)     (0; 0; (w² e_x + w p × e_x + p_x p) / (w² + p_x²) in b)
// Only coincide is not the exact rate: with one point for both arms it errs by
// (omega_a + omega_b) × d / 2, which vanishes with d, and keeps angular momentum for any d (arms to
// two anchors lost 1 % of it in 3 s on a spinning chain; docs/methods/joints.md).
//
// Limits: lock has no unique axis half a turn away from the start; the swing of a spherical joint
// has no rate at 0, where any axis across is as good as another.
#include "joint_motion.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <numeric>

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Quaterniond, Eigen::Vector3d;

Wrench force_at(const Vector3d& point, const Vector3d& force) {
  return {point, force, Vector3d(0, 0, 0)};
}

Wrench couple(const Vector3d& torque) {
  return {Vector3d(0, 0, 0), Vector3d(0, 0, 0), torque};
}

Quaterniond joint_frame_a(const JointPlace& at) {
  return at.a.pose.r * at.joint.frame_a.r;
}

Quaterniond joint_frame_b(const JointPlace& at) {
  return at.b.pose.r * at.joint.frame_b.r;
}

// P with w >= 0.
Quaterniond relative_turn(const JointPlace& at) {
  Quaterniond P = joint_frame_b(at).conjugate() * joint_frame_a(at);
  if (P.w() < 0) P.coeffs() = -P.coeffs();
  return P;
}

struct Rows {
  const JointPlace& at;
  std::array<RelativeRow, JointType::kMaxRows>& rows;
  Vector3d d = at.a.anchor - at.b.anchor;
  int count = 0;

  void displacement(const Wrench& wrench, double phi) { rows[count++] = {wrench, phi, false}; }
  void angle(const Vector3d& torque, double phi) { rows[count++] = {couple(torque), phi, true}; }

  // A particle takes no moment about itself, so the force has to pass through it.
  Vector3d common_point() const {
    if (at.a.is_point()) return at.a.anchor;
    return at.b.is_point() ? at.b.anchor : Vector3d(0.5 * (at.a.anchor + at.b.anchor));
  }

  void coincide(int dimensions) {
    const Vector3d x_c = common_point();
    for (int k = 0; k < dimensions; ++k) displacement(force_at(x_c, Vector3d::Unit(k)), d[k]);
  }

  void across(const Vector3d& n) { displacement(force_at(at.a.anchor, n), n.dot(d)); }

  void align(const Vector3d& n, const Vector3d& a_x) { angle(a_x.cross(n), a_x.dot(n)); }

  // Keeps x of a along x of b.
  void align_axis(const Matrix3d& axes_b) {
    const Vector3d a_x = joint_frame_a(at) * Vector3d::UnitX();
    align(axes_b.col(1), a_x);
    align(axes_b.col(2), a_x);
  }

  void lock() {
    const Quaterniond P = relative_turn(at), Q_b = joint_frame_b(at);
    for (int k = 0; k < 3; ++k) {
      const Vector3d e = Vector3d::Unit(k);
      angle(Q_b * (P.w() * e + P.vec().cross(e)), 2 * P.vec()[k]);
    }
  }

  void lock_in_plane() { angle(Vector3d::UnitZ(), at.a.turn - at.b.turn - at.joint.angle); }

  void rod() {
    const double length = d.norm();
    displacement(force_at(at.a.anchor, d / length), length - at.joint.length);
  }

  // Advance along the axis goes with the angle.
  void thread(const Vector3d& x, double near) {
    const CoordinateMotion turn = coordinate_motion(at, 0, near);
    const double advance = at.joint.pitch * (turn.value - start_value(at.joint, 0));
    Wrench wrench = force_at(at.a.anchor, x);
    wrench.torque = -at.joint.pitch * turn.rate.torque;
    displacement(wrench, x.dot(d) - advance);
  }

  // Height of the centre of a over the plane, then no velocity along the plane where they touch.
  void roll(const Matrix3d& axes_b) {
    const spatial::Pose& frame = at.joint.frame_a;
    const double side = std::copysign(1.0, -(frame.r.conjugate() * frame.p).x());
    const Vector3d n = side * axes_b.col(0), center = at.a.pose.p;
    const Vector3d contact = center - at.joint.length * n;
    displacement(force_at(contact, n), n.dot(contact - at.b.anchor));
    for (int k = 1; k < at.joint.rows; ++k) displacement(force_at(contact, axes_b.col(k)), 0.0);
  }

  void in_plane() {
    if (at.joint.kind == JointKind::distance) return rod();
    if (at.joint.kind == JointKind::pin || at.joint.kind == JointKind::spherical)
      return coincide(2);
    const Matrix3d axes_b = joint_frame_b(at).toRotationMatrix();
    switch (at.joint.kind) {
      case JointKind::weld:
        coincide(2);
        return lock_in_plane();
      case JointKind::prismatic:
        across(axes_b.col(1));
        return lock_in_plane();
      case JointKind::point_on_line:
        return across(axes_b.col(1));
      case JointKind::point_on_plane:
        return across(axes_b.col(0));
      default:
        return roll(axes_b);
    }
  }

  void in_space(const double* coordinates) {
    if (at.joint.kind == JointKind::spherical) return coincide(3);
    if (at.joint.kind == JointKind::distance) return rod();
    const Matrix3d axes_b = joint_frame_b(at).toRotationMatrix();
    switch (at.joint.kind) {
      case JointKind::pin:
        coincide(3);
        return align_axis(axes_b);
      case JointKind::weld:
        coincide(3);
        return lock();
      case JointKind::universal:
        coincide(3);
        return align(axes_b.col(1), joint_frame_a(at) * Vector3d::UnitX());
      case JointKind::planar:
        across(axes_b.col(0));
        return align_axis(axes_b);
      case JointKind::point_on_plane:
        return across(axes_b.col(0));
      case JointKind::rolling:
        return roll(axes_b);
      default:
        return on_line(axes_b, coordinates);
    }
  }

  void on_line(const Matrix3d& axes_b, const double* coordinates) {
    across(axes_b.col(1));
    across(axes_b.col(2));
    if (at.joint.kind == JointKind::prismatic) return lock();
    if (at.joint.kind == JointKind::point_on_line) return;
    align_axis(axes_b);
    if (at.joint.kind == JointKind::screw) thread(axes_b.col(0), coordinates[0]);
  }
};

// What a coordinate measures.
enum class Measure { along_x, along_y, along_z, angle_in_plane, twist, swing, first, second };

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
    case JointKind::universal:
      return k == 0 ? Measure::first : Measure::second;
    default:
      if (joint.in_plane) return Measure::angle_in_plane;
      return joint.kind == JointKind::spherical ? Measure::swing : Measure::twist;
  }
}

CoordinateMotion along(const JointPlace& at, int axis) {
  const Vector3d n = joint_frame_b(at) * Vector3d::Unit(axis);
  return {n.dot(at.a.anchor - at.b.anchor), force_at(at.a.anchor, n)};
}

CoordinateMotion twist(const JointPlace& at) {
  const Quaterniond P = relative_turn(at);
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

// Angle of x of a about y of b: u = x of a seen in b, rate (e_y - u u_y) / (u_x² + u_z²).
CoordinateMotion universal_first(const JointPlace& at) {
  const Quaterniond Q_b = joint_frame_b(at);
  const Vector3d u = Q_b.conjugate() * (joint_frame_a(at) * Vector3d::UnitX());
  const Vector3d rate = (Vector3d::UnitY() - u.y() * u) / (1 - u.y() * u.y());
  return {std::atan2(-u.z(), u.x()), couple(Q_b * rate)};
}

// Angle about x of a: u = y of b seen in a, rate (e_x - u u_x) / (u_y² + u_z²) in a.
CoordinateMotion universal_second(const JointPlace& at) {
  const Quaterniond Q_a = joint_frame_a(at);
  const Vector3d u = Q_a.conjugate() * (joint_frame_b(at) * Vector3d::UnitY());
  const Vector3d rate = (Vector3d::UnitX() - u.x() * u) / (1 - u.x() * u.x());
  return {std::atan2(-u.z(), u.y()), couple(Q_a * rate)};
}

CoordinateMotion measured(const JointPlace& at, Measure what) {
  switch (what) {
    case Measure::angle_in_plane:
      return {at.a.turn - at.b.turn - at.joint.angle, couple(Vector3d::UnitZ())};
    case Measure::twist:
      return twist(at);
    case Measure::swing:
      return swing(at);
    case Measure::first:
      return universal_first(at);
    case Measure::second:
      return universal_second(at);
    default:
      return along(at, static_cast<int>(what));
  }
}

bool is_periodic(Measure what) {
  return what == Measure::twist || what == Measure::first || what == Measure::second;
}

}  // namespace

JointPlace place(const Model& model, const State& state, const Joint& joint) {
  return {joint, joint_end(model, state, joint.a, joint.frame_a),
          joint_end(model, state, joint.b, joint.frame_b)};
}

int relative_rows(const JointPlace& at, const double* coordinates,
                  std::array<RelativeRow, JointType::kMaxRows>& rows) {
  Rows build{at, rows};
  if (at.joint.in_plane)
    build.in_plane();
  else
    build.in_space(coordinates);
  return build.count;
}

CoordinateMotion coordinate_motion(const JointPlace& at, int k, double near) {
  const Measure what = measure(at.joint, k);
  CoordinateMotion motion = measured(at, what);
  motion.value += start_value(at.joint, k);
  if (is_periodic(what)) {
    constexpr double kTurn = 2 * std::numbers::pi;
    motion.value += kTurn * std::round((near - motion.value) / kTurn);
  }
  return motion;
}

double rate_of(const State& state, const JointPlace& at, const Wrench& rate) {
  const auto of = [&](const JointEnd& end, double sign) {
    if (!end.body) return 0.0;
    std::array<double, BodyType::kMaxVelocities> row{};
    const std::size_t n = static_cast<std::size_t>(end.body->dof);
    add_wrench(std::span(row).first(n), end, rate, sign);
    return std::inner_product(row.begin(), row.begin() + n, state.v.data() + end.body->v_offset,
                              0.0);
  };
  return of(at.a, 1.0) + of(at.b, -1.0);
}

int append_relative(const Model& model, const JointPlace& at, const Wrench& wrench, double sign,
                    RowPool& pool) {
  const int group = pool.add(model, at.joint.a.index, at.joint.b.index, 1);
  RowPool::Block a = pool.a(group), b = pool.b(group);
  add_wrench(row_of(a, 0), at.a, wrench, sign);
  add_wrench(row_of(b, 0), at.b, wrench, -sign);
  return group;
}

double start_value(const Joint& joint, int k) {
  for (const CoordinateDef& def : joint.coordinates)
    if (def.coordinate == k) return def.start;
  return 0.0;
}

}  // namespace perpend
