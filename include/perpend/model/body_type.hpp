// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace perpend {

/// A body kind of the user's own (Baraff 1996, section 3: a body is a black box with a velocity and
/// a mass block). Joints reach it through material points and directions only, so every joint and
/// coupler works on it at once. All members are pure: they read q and v and write their output,
/// and several threads may call them at once (SimulationOptions::threads).
class BodyType {
 public:
  static constexpr int kMaxVelocities = 12;
  using Matrix3X = Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, kMaxVelocities>;
  using Slice = Eigen::Ref<Eigen::VectorXd>;
  using ConstSlice = Eigen::Ref<const Eigen::VectorXd>;

  virtual ~BodyType() = default;

  /// Size of the body's slice of State::q and of State::v (1 to kMaxVelocities).
  virtual int positions() const = 0;
  virtual int velocities() const = 0;

  /// Mass block (velocities × velocities), symmetric positive definite.
  virtual void mass(ConstSlice q, Eigen::Ref<Eigen::MatrixXd> mass) const = 0;
  /// Generalised force of gravity (m/s²) and of the body's own elasticity and velocity terms.
  virtual void force(ConstSlice q, ConstSlice v, const Eigen::Vector3d& gravity,
                     Slice force) const = 0;
  /// Potential energy, J, of gravity and elasticity.
  virtual double potential(ConstSlice q, const Eigen::Vector3d& gravity) const = 0;
  /// q moved along v for the time h (s); v may rotate with it (free motion).
  virtual void drift(double h, Slice q, Slice v) const = 0;

  /// World position (m) of the material point with body coordinates `local`.
  virtual Eigen::Vector3d point(ConstSlice q, const Eigen::Vector3d& local) const = 0;
  /// 3 × velocities: the velocity of that point is jacobian · v.
  virtual void point_jacobian(ConstSlice q, const Eigen::Vector3d& local,
                              Eigen::Ref<Matrix3X> jacobian) const = 0;
  /// World direction of the material direction `local` (unit where the body does not stretch).
  virtual Eigen::Vector3d direction(ConstSlice q, const Eigen::Vector3d& local) const = 0;
  /// 3 × velocities: the angular velocity, rad/s in the world frame, is jacobian · v.
  virtual void spin_jacobian(ConstSlice q, Eigen::Ref<Matrix3X> jacobian) const = 0;
};

}  // namespace perpend
