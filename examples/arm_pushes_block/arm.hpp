// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <perpend/perpend.hpp>

/// A robot arm of two uniform bars in the x-y plane, in joint angles: q = (a, b), a of the first
/// bar against x, b of the second against the first; M(q) v' + c(q, v) = f, q' = v (Peiret et al.
/// 2017, eq. 13). The body's frame is that of the second bar: origin at its middle, x along it.
class Arm final : public perpend::BodyType {
 public:
  /// Both bars have this length (m) and mass (kg); a torque (N m) acts on each joint.
  Arm(double length, double mass, const Eigen::Vector2d& torque)
      : l_(length), m_(mass), inertia_(mass * length * length / 12), torque_(torque) {}

  int positions() const override { return 2; }
  int velocities() const override { return 2; }

  void mass(ConstSlice q, Eigen::Ref<Eigen::MatrixXd> mass) const override {
    const double near = m_ * l_ * l_ / 4, coupling = m_ * l_ * l_ / 2 * std::cos(q[1]);
    mass(1, 1) = inertia_ + near;
    mass(0, 1) = mass(1, 0) = inertia_ + near + coupling;
    mass(0, 0) = 2 * inertia_ + 2 * near + m_ * l_ * l_ + 2 * coupling;
  }
  /// f - c(q, v): torques, gravity, centrifugal and Coriolis terms.
  void force(ConstSlice q, ConstSlice v, const Eigen::Vector3d& gravity,
             Slice force) const override {
    const double s = m_ * l_ * l_ / 2 * std::sin(q[1]);
    force[0] = torque_[0] + s * v[1] * (2 * v[0] + v[1]);
    force[1] = torque_[1] - s * v[0] * v[0];
    force += m_ * (along(q[0], l_ / 2, Eigen::Vector2d(1, 0)) + far_jacobian(q)).transpose() *
             gravity.head<2>();
  }
  double potential(ConstSlice q, const Eigen::Vector3d& gravity) const override {
    const Eigen::Vector2d first = l_ / 2 * unit(q[0]);
    return -m_ * gravity.head<2>().dot(first + middle(q)) - torque_.dot(q);
  }
  void drift(double h, Slice q, Slice v) const override { q += h * v; }

  Eigen::Vector3d point(ConstSlice q, const Eigen::Vector3d& local) const override {
    const Eigen::Vector2d x = unit(q[0] + q[1]),
                          p = middle(q) + local.x() * x + local.y() * turn(x);
    return {p.x(), p.y(), local.z()};
  }
  void point_jacobian(ConstSlice q, const Eigen::Vector3d& local,
                      Eigen::Ref<Matrix3X> jacobian) const override {
    const Eigen::Vector2d x = unit(q[0] + q[1]);
    const Eigen::Vector2d arm = (l_ / 2 + local.x()) * x + local.y() * turn(x);
    jacobian.setZero();
    jacobian.topRows<2>().col(0) = turn(l_ * unit(q[0]) + arm);
    jacobian.topRows<2>().col(1) = turn(arm);
  }
  Eigen::Vector3d direction(ConstSlice q, const Eigen::Vector3d& local) const override {
    const Eigen::Vector2d x = unit(q[0] + q[1]), d = local.x() * x + local.y() * turn(x);
    return {d.x(), d.y(), local.z()};
  }
  void spin_jacobian(ConstSlice, Eigen::Ref<Matrix3X> jacobian) const override {
    jacobian.setZero();
    jacobian.row(2).setOnes();
  }

 private:
  static Eigen::Vector2d unit(double angle) { return {std::cos(angle), std::sin(angle)}; }
  static Eigen::Vector2d turn(const Eigen::Vector2d& r) { return {-r.y(), r.x()}; }
  Eigen::Vector2d middle(ConstSlice q) const {
    return l_ * unit(q[0]) + l_ / 2 * unit(q[0] + q[1]);
  }
  // 2 × 2 Jacobian of the point at `reach` along a bar whose angle is `weights` · q.
  static Eigen::Matrix2d along(double angle, double reach, const Eigen::Vector2d& weights) {
    return reach * turn(unit(angle)) * weights.transpose();
  }
  Eigen::Matrix2d far_jacobian(ConstSlice q) const {
    return along(q[0], l_, {1, 0}) + along(q[0] + q[1], l_ / 2, {1, 1});
  }

  double l_, m_, inertia_;
  Eigen::Vector2d torque_;
};
