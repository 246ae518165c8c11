// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace perpend {

/// Base class of user-defined body kinds (Baraff 1996, section 3: a body is a black box with a
/// velocity and a mass block). Joints use only its material points and directions, so every joint
/// and coupler works on it. All members are pure: they read q and v and write their output, and
/// several threads may call them at once (SimulationOptions::threads).
class BodyType {
 public:
  static constexpr int kMaxVelocities = 12;
  using Matrix3X = Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, kMaxVelocities>;
  using Slice = Eigen::Ref<Eigen::VectorXd>;
  using ConstSlice = Eigen::Ref<const Eigen::VectorXd>;

  virtual ~BodyType() = default;

  /// Return the size of the body's slice of State::q and of State::v (1 to kMaxVelocities).
  virtual int positions() const = 0;
  virtual int velocities() const = 0;

  /// Computes the mass block (velocities × velocities), symmetric positive definite.
  virtual void mass(ConstSlice q, Eigen::Ref<Eigen::MatrixXd> mass) const = 0;
  /// Computes the generalised force of gravity (given in m/s²), of the body's own elasticity and of
  /// its velocity terms.
  virtual void force(ConstSlice q, ConstSlice v, const Eigen::Vector3d& gravity,
                     Slice force) const = 0;
  /// Returns the potential energy of gravity and elasticity, J.
  virtual double potential(ConstSlice q, const Eigen::Vector3d& gravity) const = 0;
  /// Moves q along v for the time h (s); v may rotate with the body (free motion).
  virtual void drift(double h, Slice q, Slice v) const = 0;

  /// Returns the world position (m) of the material point with body coordinates `local`.
  virtual Eigen::Vector3d point(ConstSlice q, const Eigen::Vector3d& local) const = 0;
  /// Computes the 3 × velocities Jacobian of point(): its velocity is jacobian · v, m/s, world.
  virtual void point_jacobian(ConstSlice q, const Eigen::Vector3d& local,
                              Eigen::Ref<Matrix3X> jacobian) const = 0;
  /// Returns the world direction of the material direction `local`, a unit vector where the body is
  /// not stretched.
  virtual Eigen::Vector3d direction(ConstSlice q, const Eigen::Vector3d& local) const = 0;
  /// Computes the 3 × velocities matrix for which the angular velocity is jacobian · v, rad/s,
  /// world frame.
  virtual void spin_jacobian(ConstSlice q, Eigen::Ref<Matrix3X> jacobian) const = 0;
};

}  // namespace perpend
