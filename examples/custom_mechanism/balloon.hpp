// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <perpend/perpend.hpp>

/// A body of the user's own: an elastic shell that moves and scales but does not turn.
/// q = (p, s): point X of the body is at p + s X. All of its mass lies at |X| = radius, so the
/// kinetic energy is m |p'|²/2 + m radius² s'²/2; the shell resists with k (s - 1)²/2.
class Balloon final : public perpend::BodyType {
 public:
  /// mass in kg, radius in m, stiffness k in J.
  Balloon(double mass, double radius, double stiffness)
      : mass_(mass), radius_(radius), stiffness_(stiffness) {}

  int positions() const override { return 4; }
  int velocities() const override { return 4; }
  void mass(ConstSlice, Eigen::Ref<Eigen::MatrixXd> mass) const override {
    mass = mass_ * Eigen::Vector4d(1, 1, 1, radius_ * radius_).asDiagonal();
  }
  void force(ConstSlice q, ConstSlice, const Eigen::Vector3d& gravity, Slice force) const override {
    force.head<3>() = mass_ * gravity;
    force[3] = -stiffness_ * (q[3] - 1);
  }
  double potential(ConstSlice q, const Eigen::Vector3d& gravity) const override {
    return -mass_ * gravity.dot(q.head<3>()) + 0.5 * stiffness_ * (q[3] - 1) * (q[3] - 1);
  }
  void drift(double h, Slice q, Slice v) const override { q += h * v; }

  Eigen::Vector3d point(ConstSlice q, const Eigen::Vector3d& local) const override {
    return q.head<3>() + q[3] * local;
  }
  void point_jacobian(ConstSlice, const Eigen::Vector3d& local,
                      Eigen::Ref<Matrix3X> jacobian) const override {
    jacobian.leftCols<3>().setIdentity();
    jacobian.col(3) = local;
  }
  Eigen::Vector3d direction(ConstSlice q, const Eigen::Vector3d& local) const override {
    return q[3] * local;
  }
  void spin_jacobian(ConstSlice, Eigen::Ref<Matrix3X> jacobian) const override {
    jacobian.setZero();
  }

 private:
  double mass_, radius_, stiffness_;
};
