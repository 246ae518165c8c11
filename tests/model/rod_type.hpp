// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/body_type.hpp"

namespace perpend {

/// A custom body that stays where it is, whatever its two coordinates are.
class Rod : public BodyType {
 public:
  explicit Rod(int velocities) : velocities_(velocities) {}
  int positions() const override { return 2; }
  int velocities() const override { return velocities_; }
  void mass(ConstSlice, Eigen::Ref<Eigen::MatrixXd> mass) const override { mass.setIdentity(); }
  void force(ConstSlice, ConstSlice, const Eigen::Vector3d&, Slice force) const override {
    force.setZero();
  }
  double potential(ConstSlice, const Eigen::Vector3d&) const override { return 0; }
  void drift(double h, Slice q, Slice v) const override { q += h * v; }
  Eigen::Vector3d point(ConstSlice, const Eigen::Vector3d& local) const override { return local; }
  void point_jacobian(ConstSlice, const Eigen::Vector3d&, Eigen::Ref<Matrix3X> j) const override {
    j.setZero();
  }
  Eigen::Vector3d direction(ConstSlice, const Eigen::Vector3d& local) const override {
    return local;
  }
  void spin_jacobian(ConstSlice, Eigen::Ref<Matrix3X> jacobian) const override {
    jacobian.setZero();
  }

 private:
  int velocities_;
};

}  // namespace perpend
