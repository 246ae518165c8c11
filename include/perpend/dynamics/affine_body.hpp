// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/geometry/spatial/pose.hpp"
#include "perpend/model/body_type.hpp"

namespace perpend {

/// Body that also scales and shears: x = p + A X for material points X about the centre of mass
/// (Baraff 1996, section 3: a body of another dimension). N = 2: six velocities, moves in the x-y
/// plane; N = 3: twelve.
///
/// q = (p, a_1 .. a_N) with a_i the columns of A, v its rate; the mass block is constant:
/// m 1 for p and S_ij 1 between a_i and a_j, with the second moments S = ∫ X Xᵀ dm. Free motion is
/// p and A linear in time. Elasticity: V = stiffness/4 |AᵀA - 1|², 0 for a body that resists no
/// change of shape. Its rotation is that of the material x direction and, across it, of the
/// material y direction.
///
/// A planar one joins as bodies in space do: a pin is JointKind::point_on_line along z.
template <int N>
class AffineBody final : public BodyType {
 public:
  static_assert(N == 2 || N == 3);
  using Moments = Eigen::Matrix<double, N, N>;
  static constexpr int kSize = N + N * N;
  using Coordinates = Eigen::Matrix<double, kSize, 1>;

  /// mass > 0 (kg), second_moments positive definite (kg m²), stiffness >= 0 (J); throws
  /// InvalidArgument otherwise.
  AffineBody(double mass, const Moments& second_moments, double stiffness);

  /// q of a body with its centre of mass and material axes at `pose`, not stretched.
  static Coordinates coordinates(const spatial::Pose& pose);
  /// v of the rigid motion of such a body: m/s, rad/s, world frame.
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

/// Second moments of a rigid body's inertia tensor about its centre of mass: tr(I)/2 1 - I.
Eigen::Matrix3d second_moments(const Eigen::Matrix3d& inertia);

}  // namespace perpend
