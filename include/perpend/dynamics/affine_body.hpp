// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/geometry/spatial/pose.hpp"
#include "perpend/model/body_type.hpp"

namespace perpend {

/// A body that also scales and shears: x = p + A X for material points X about the centre of mass
/// (Baraff 1996, section 3: a body of another dimension). With N = 2 it has six velocities and
/// moves in the x-y plane, with N = 3 it has twelve.
///
/// The coordinates are q = (p, a_1 .. a_N) with a_i the columns of A, and v is their rate. The mass
/// block is constant: m 1 for p and S_ij 1 between a_i and a_j, with the second moments
/// S = ∫ X Xᵀ dm. In free motion p and A are linear in time. The elastic energy is
/// V = stiffness/4 |AᵀA - 1|²; with stiffness 0 the body resists no change of shape. The x axis of
/// its rotation is the material x direction, the y axis is the component of the material y
/// direction normal to it. See docs/methods/affine_body.md.
///
/// Joints treat a planar affine body like a body in space: a pin is JointKind::point_on_line
/// along z.
template <int N>
class AffineBody final : public BodyType {
 public:
  static_assert(N == 2 || N == 3);
  using Moments = Eigen::Matrix<double, N, N>;
  static constexpr int kSize = N + N * N;
  using Coordinates = Eigen::Matrix<double, kSize, 1>;

  /// Throws InvalidArgument unless mass > 0 (kg), second_moments is positive definite (kg m²) and
  /// stiffness >= 0 (J).
  AffineBody(double mass, const Moments& second_moments, double stiffness);

  /// Returns q of an unstretched body with its centre of mass and material axes at `pose`.
  static Coordinates coordinates(const spatial::Pose& pose);
  /// Returns v of an unstretched body at `pose` that moves rigidly with `velocity` (m/s) of its
  /// centre of mass and angular velocity `omega` (rad/s), world frame.
  static Coordinates velocities(const spatial::Pose& pose, const Eigen::Vector3d& velocity,
                                const Eigen::Vector3d& omega);

  int positions() const override { return kSize; }
  int velocities() const override { return kSize; }
  void mass(ConstSlice q, Eigen::Ref<Eigen::MatrixXd> mass) const override;
  void force(ConstSlice q, ConstSlice v, const Eigen::Vector3d& gravity,
             Slice force) const override;
  double potential(ConstSlice q, const Eigen::Vector3d& gravity) const override;
  void drift(double h, Slice q, Slice v) const override;
  Eigen::Vector3d point(ConstSlice q, const Eigen::Vector3d& local) const override;
  void point_jacobian(ConstSlice q, const Eigen::Vector3d& local,
                      Eigen::Ref<Matrix3X> jacobian) const override;
  Eigen::Vector3d direction(ConstSlice q, const Eigen::Vector3d& local) const override;
  void spin_jacobian(ConstSlice q, Eigen::Ref<Matrix3X> jacobian) const override;

 private:
  double mass_, stiffness_;
  Moments second_moments_;
};

extern template class AffineBody<2>;
extern template class AffineBody<3>;

/// Returns the second moments tr(I)/2 1 - I (kg m²) that belong to a rigid body's inertia tensor I
/// about its centre of mass.
Eigen::Matrix3d second_moments(const Eigen::Matrix3d& inertia);

}  // namespace perpend
