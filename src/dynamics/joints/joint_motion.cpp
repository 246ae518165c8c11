// SPDX-License-Identifier: Apache-2.0
//
// Equality rows of all joint kinds except custom.
//   x_a, x_b    anchors in the world;  d = x_a - x_b
//   x, y, z     axes of the joint frame on b in the world;  a_x its x axis on a
//   P = (w, p)  unit quaternion of the joint frame on a relative to the one on b; w >= 0
//   Omega       omega_a - omega_b in the joint frame on b
//
// Elementary parts, each with its exact rate as a wrench (point; force; torque) on a:
//   coincide  d                   (x_c; e_k; 0), x_c = (x_a + x_b)/2 or the particle's own place
//   across    n·d, n fixed in b   (x_a; n; 0)
//   align     n·a_x               (0; 0; a_x × n)
//   lock      2 p                 (0; 0; w e_k + p × e_k in b), from P' = (0, Omega) P / 2
// Only the rate of coincide is not exact: with one point for both arms it errs by
// (omega_a + omega_b) × d / 2, which vanishes with d, but it conserves angular momentum for any d
// (arms to two anchors lost 1 % of it in 3 s on a spinning chain; docs/methods/joints.md).
//
// Limits: lock has no unique axis at half a turn from the start; a rod whose ends coincide has no
// direction.
#include "dynamics/joints/joint_motion.hpp"

#include <cmath>
#include <numeric>

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Quaterniond, Eigen::Vector3d;

struct Rows {
  const JointPlace& at;
  std::array<RelativeRow, JointType::kMaxRows>& rows;
  Vector3d d = at.a.anchor - at.b.anchor;
  int count = 0;

  void displacement(const Wrench& wrench, double phi) { rows[count++] = {wrench, phi, false}; }
  void angle(const Vector3d& torque, double phi) { rows[count++] = {couple(torque), phi, true}; }

  // A particle takes no moment about itself, so the force must act at its position.
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
    const Quaterniond P = relative_rotation(at), Q_b = joint_frame_b(at);
    for (int k = 0; k < 3; ++k) {
      const Vector3d e = Vector3d::Unit(k);
      angle(Q_b * (P.w() * e + P.vec().cross(e)), 2 * P.vec()[k]);
    }
  }

  void lock_in_plane() { angle(Vector3d::UnitZ(), at.a.angle - at.b.angle - at.joint.angle); }

  void rod() {
    const double length = d.norm();
    displacement(force_at(at.a.anchor, d / length), length - at.joint.length);
  }

  // Couples the advance along the axis to the angle.
  void thread(const Vector3d& x, double near) {
    const CoordinateMotion rotation = coordinate_motion(at, 0, near);
    const double advance = at.joint.pitch * (rotation.value - start_value(at.joint, 0));
    Wrench wrench = force_at(at.a.anchor, x);
    wrench.torque = -at.joint.pitch * rotation.rate.torque;
    displacement(wrench, x.dot(d) - advance);
  }

  // Constrains the height of the centre of a over the plane, and the velocity at the contact point
  // along the plane.
  void roll(const Matrix3d& axes_b) {
    const spatial::Pose& frame = at.joint.frame_a;
    const double side = std::copysign(1.0, -(frame.r.conjugate() * frame.p).x());
    const Vector3d n = side * axes_b.col(0), center = at.a.anchor;
    const Vector3d contact = center - at.joint.length * n;
    displacement(force_at(contact, n), n.dot(contact - at.b.anchor));
    for (int k = 1; k < at.joint.rows; ++k) displacement(force_at(contact, axes_b.col(k)), 0.0);
  }

  void in_plane() {
    if (at.joint.kind == JointKind::strut) return;
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
    if (at.joint.kind == JointKind::strut) return;
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

JointBody joint_body(const Model& model, const State& state, BodyId id, const JointEnd& end) {
  const Twist twist = body_twist(model, state, id);
  return {end.pose, twist.velocity, twist.omega};
}

}  // namespace

JointPlace place(const Model& model, const State& state, const Joint& joint) {
  // The rim of a rolling wheel is at a different material point at every moment; its centre stays.
  const bool rolls = joint.kind == JointKind::rolling;
  return {joint, joint_end(model, state, joint.a, rolls ? spatial::Pose() : joint.frame_a),
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

void custom_rows(const Model& model, const State& state, const JointPlace& at,
                 std::array<JointRow, JointType::kMaxRows>& rows) {
  at.joint.type->evaluate(joint_body(model, state, at.joint.a, at.a),
                          joint_body(model, state, at.joint.b, at.b), rows);
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
  if (joint.kind == JointKind::strut) return joint.length;
  for (const CoordinateDef& def : joint.coordinates)
    if (def.coordinate == k) return def.start;
  return 0.0;
}

}  // namespace perpend
