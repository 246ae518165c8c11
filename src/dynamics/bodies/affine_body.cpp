// SPDX-License-Identifier: Apache-2.0
//
// Affine bodies. Symbols: p (N) centre of mass, A (N × N) with columns a_i, S second moments, X a
// material point, g gravity.
//   T = m |p'|²/2 + tr(A' S A'ᵀ)/2,   V = -m g·p + k/4 |AᵀA - 1|²,   f_A = -k A (AᵀA - 1).
//   x = p + A X,   x' = p' + sum_i X_i a_i'.
// Rotation: orthonormal x, y, z with x along a_1, y along b = a_2 - (a_2·x) x, z = x × y. From
// x' = omega × x and y' = omega × y
//   omega = x (a_2'·z - (a_2·x)/|a_1| a_1'·z)/|b| - y (a_1'·z)/|a_1| + z (a_1'·y)/|a_1|.
//
// Limits: V lets the body turn inside out at finite energy, and its rotation is lost where a_1 and
// a_2 become parallel. Tried and rejected: the polar rotation of A as the rotation, symmetric in
// the axes but with a Jacobian that needs the singular values.
#include "perpend/dynamics/affine_body.hpp"

#include <Eigen/Cholesky>

#include "perpend/core/error.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

template <int N>
Eigen::Matrix<double, N, N> deformation(BodyType::ConstSlice q) {
  return Eigen::Map<const Eigen::Matrix<double, N, N>>(q.data() + N);
}

template <int N>
Vector3d embedded(const Eigen::Matrix<double, N, 1>& x) {
  Vector3d y(0, 0, 0);
  y.head<N>() = x;
  return y;
}

}  // namespace

template <int N>
AffineBody<N>::AffineBody(double mass, const Moments& second_moments, double stiffness)
    : mass_(mass), stiffness_(stiffness), second_moments_(second_moments) {
  require(mass > 0, "mass", "> 0", mass);
  require(stiffness >= 0, "stiffness", ">= 0", stiffness);
  require(second_moments.isApprox(second_moments.transpose()) &&
              second_moments.llt().info() == Eigen::Success,
          "second_moments", "symmetric positive definite", second_moments.determinant());
}

template <int N>
typename AffineBody<N>::Coordinates AffineBody<N>::coordinates(const spatial::Pose& pose) {
  Coordinates q;
  q.template head<N>() = pose.p.head<N>();
  for (int i = 0; i < N; ++i)
    q.template segment<N>(N + N * i) = (pose.r * Vector3d::Unit(i)).template head<N>();
  return q;
}

template <int N>
typename AffineBody<N>::Coordinates AffineBody<N>::velocities(const spatial::Pose& pose,
                                                              const Vector3d& velocity,
                                                              const Vector3d& omega) {
  Coordinates v;
  v.template head<N>() = velocity.head<N>();
  for (int i = 0; i < N; ++i)
    v.template segment<N>(N + N * i) = omega.cross(pose.r * Vector3d::Unit(i)).template head<N>();
  return v;
}

template <int N>
void AffineBody<N>::mass(ConstSlice, Eigen::Ref<Eigen::MatrixXd> mass) const {
  mass.setZero();
  for (int k = 0; k < N; ++k) {
    mass(k, k) = mass_;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) mass(N + N * i + k, N + N * j + k) = second_moments_(i, j);
  }
}

template <int N>
void AffineBody<N>::force(ConstSlice q, ConstSlice, const Vector3d& gravity, Slice force) const {
  const Moments A = deformation<N>(q);
  force.template head<N>() = mass_ * gravity.head<N>();
  Eigen::Map<Moments>(force.data() + N) =
      -stiffness_ * A * (A.transpose() * A - Moments::Identity());
}

template <int N>
double AffineBody<N>::potential(ConstSlice q, const Vector3d& gravity) const {
  const Moments A = deformation<N>(q);
  return -mass_ * gravity.head<N>().dot(q.template head<N>()) +
         0.25 * stiffness_ * (A.transpose() * A - Moments::Identity()).squaredNorm();
}

template <int N>
void AffineBody<N>::drift(double h, Slice q, Slice v) const {
  q += h * v;
}

template <int N>
Vector3d AffineBody<N>::point(ConstSlice q, const Vector3d& local) const {
  return embedded<N>(q.template head<N>()) + direction(q, local);
}

template <int N>
void AffineBody<N>::point_jacobian(ConstSlice, const Vector3d& local,
                                   Eigen::Ref<Matrix3X> jacobian) const {
  jacobian.setZero();
  for (int k = 0; k < N; ++k) {
    jacobian(k, k) = 1;
    for (int i = 0; i < N; ++i) jacobian(k, N + N * i + k) = local[i];
  }
}

template <int N>
Vector3d AffineBody<N>::direction(ConstSlice q, const Vector3d& local) const {
  Vector3d x = local;
  x.head<N>() = deformation<N>(q) * local.head<N>();
  return x;
}

template <int N>
void AffineBody<N>::spin_jacobian(ConstSlice q, Eigen::Ref<Matrix3X> jacobian) const {
  const Vector3d a_1 = embedded<N>(q.template segment<N>(N));
  const Vector3d a_2 = embedded<N>(q.template segment<N>(2 * N));
  const double length = a_1.norm();
  const Vector3d x = a_1 / length, b = a_2 - a_2.dot(x) * x;
  const Vector3d y = b.normalized(), z = x.cross(y);
  const Eigen::Matrix3d by_a_2 = x * z.transpose() / b.norm();
  const Eigen::Matrix3d by_a_1 =
      (z * y.transpose() - y * z.transpose()) / length - a_2.dot(x) / length * by_a_2;
  jacobian.setZero();
  jacobian.template middleCols<N>(N) = by_a_1.leftCols<N>();
  jacobian.template middleCols<N>(2 * N) = by_a_2.leftCols<N>();
}

template class AffineBody<2>;
template class AffineBody<3>;

Eigen::Matrix3d second_moments(const Eigen::Matrix3d& inertia) {
  return 0.5 * inertia.trace() * Eigen::Matrix3d::Identity() - inertia;
}

}  // namespace perpend
