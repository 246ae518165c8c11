// SPDX-License-Identifier: Apache-2.0
//
// K = -d(J' lambda)/dq row by row (symbols in geometric_stiffness.hpp). With th an increment of
// rotation about world axes, d(r) = th x r for every vector r fixed in the body, and
//   -d(r x f) = A(r, f) th,   A(r, f) = (r·f) 1 - r f',   for a force f that keeps its direction.
// The skew part of K is half the torque on a body, in that body's rotation block alone. No energy
// corresponds to it, and the projections drop it.
//
// Projection: K = E' K^ E with E mapping to the orthonormal coordinates ((p_a - p_b)/√2, th_a,
// th_b), since common translations have no effect. Clipping the eigenvalues of K^ clips those of K,
// and translations stay in the null space whatever the round-off of the eigenvectors.
//
// Limits: metres and radians have equal weight in the clipping of 12 x 12 matrices. Lengths far
// from 1 m change what is clipped, but the result is always positive semidefinite.
// Tried and rejected: clipping the full matrix (translations are null vectors only to round-off,
// and the eigenproblem is larger).
#include "dynamics/mass_system/geometric_stiffness.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace perpend {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

// First rows of the blocks of spatial bodies.
constexpr int kPa = 0, kTa = 3, kPb = 6, kTb = 9;

Matrix3d hat(const Vector3d& v) {
  Matrix3d X;
  X << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return X;
}

Vector2d perp(const Vector2d& v) {
  return {-v.y(), v.x()};
}

// Matrix of at most 12 rows and columns, on the stack. One type serves spatial and planar bodies,
// since each fixed size costs as much compile time as the rest of this file.
using Bounded = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 12, 12>;

struct BodyCoordinates {
  Eigen::Index translations, rotations;
};

// Returns E K.
Bounded relative_rows(const Bounded& K, BodyCoordinates of) {
  Bounded rows(of.translations + 2 * of.rotations, K.cols());
  rows.topRows(of.translations) =
      (K.topRows(of.translations) - K.middleRows(of.translations + of.rotations, of.translations)) /
      std::numbers::sqrt2;
  rows.middleRows(of.translations, of.rotations) = K.middleRows(of.translations, of.rotations);
  rows.bottomRows(of.rotations) = K.bottomRows(of.rotations);
  return rows;
}

// Returns E' K^.
Bounded absolute_rows(const Bounded& K, BodyCoordinates of) {
  const Eigen::Index body = of.translations + of.rotations;
  Bounded rows(2 * body, K.cols());
  rows.topRows(of.translations) = K.topRows(of.translations) / std::numbers::sqrt2;
  rows.middleRows(of.translations, of.rotations) = K.middleRows(of.translations, of.rotations);
  rows.middleRows(body, of.translations) = -rows.topRows(of.translations);
  rows.bottomRows(of.rotations) = K.bottomRows(of.rotations);
  return rows;
}

template <class Stiffness>
void clip(Stiffness& K, BodyCoordinates of) {
  const Bounded half = relative_rows(0.5 * (K + K.transpose()), of).transpose();
  const Eigen::SelfAdjointEigenSolver<Bounded> eigen(relative_rows(half, of));
  Bounded factor = eigen.eigenvectors();
  for (Eigen::Index i = 0; i < factor.cols(); ++i)
    factor.col(i) *= std::sqrt(std::max(eigen.eigenvalues()[i], 0.0));
  const Bounded root = absolute_rows(factor, of);
  K = root.lazyProduct(root.transpose());
}

}  // namespace

Matrix3d ball_stiffness(const Vector3d& arm, const Vector3d& force) {
  return arm.dot(force) * Matrix3d::Identity() - arm * force.transpose();
}

// With unit vectors r, f and c = r·f the symmetric part has the eigenvalues |arm||force| times c on
// r x f, (1 + c)/2 on r - f and -(1 - c)/2 on r + f. Where c > 0 and the first eigenvalue counts,
// the projector on r x f is expressed by the other two, so nothing is divided by a small number.
Matrix3d ball_stiffness_psd(const Vector3d& arm, const Vector3d& force) {
  const double arm_norm = arm.norm(), force_norm = force.norm(), size = arm_norm * force_norm;
  if (!(size > 0)) return Matrix3d::Zero();
  const Vector3d r = arm / arm_norm, f = force / force_norm;
  const double c = r.dot(f);
  const double weight = c > 0 ? 0.25 : std::max(0.0, (1 + c) / (4 * (1 - c)));
  const Vector3d difference = std::sqrt(size * weight) * (r - f);
  Matrix3d K = difference * difference.transpose();
  if (c <= 0) return K;
  const Vector3d sum = std::sqrt(size * c / (2 * (1 + c))) * (r + f);
  K -= sum * sum.transpose();
  K.diagonal().array() += size * c;
  return K;
}

// With unit a and t normal to each other the symmetric part, in (a·th_a, t·th_a, a·th_b, t·th_b),
// is that of a path graph with the weights -1/2, 1, -1/2. Its eigenvectors are (x, y, y, x) for (1
// + √2)/2 and (y, x, -x, -y) for (√2 - 1)/2, with the components below.
Matrix12d hinge_stiffness_psd(const Vector3d& a, const Vector3d& t) {
  const Vector3d across = t - a.dot(t) * a;
  const double size = across.norm();
  Matrix12d K = Matrix12d::Zero();
  if (!(size > 0)) return K;
  const Vector3d u = across / size;
  constexpr double kRoot = std::numbers::sqrt2;
  const double y = 0.5 * std::sqrt(1 + 1 / kRoot), x = -0.5 * std::sqrt(1 - 1 / kRoot);
  const auto add = [&](double value, const Vector3d& on_a, const Vector3d& on_b) {
    Eigen::Matrix<double, 12, 1> w = Eigen::Matrix<double, 12, 1>::Zero();
    w.segment<3>(kTa) = on_a;
    w.segment<3>(kTb) = on_b;
    K.noalias() += value * size * w * w.transpose();
  };
  add((1 + kRoot) / 2, x * a + y * u, y * a + x * u);
  add((kRoot - 1) / 2, y * a + x * u, -x * a - y * u);
  return K;
}

Matrix12d distance_stiffness(const Vector3d& d, const Vector3d& r_a, const Vector3d& r_b,
                             double impulse) {
  const double length = d.norm();
  const Vector3d u = d / length;
  Eigen::Matrix<double, 3, 12> G;  // rate of change of d
  G << Matrix3d::Identity(), -hat(r_a), -Matrix3d::Identity(), hat(r_b);
  const Eigen::Matrix<double, 3, 12> across = G - u * (u.transpose() * G);
  Matrix12d K = -impulse / length * across.transpose() * across;
  K.block<3, 3>(kTa, kTa) += ball_stiffness(r_a, impulse * u);
  K.block<3, 3>(kTb, kTb) += ball_stiffness(r_b, -impulse * u);
  return K;
}

Matrix12d prismatic_stiffness(const Vector3d& t, const Vector3d& d, const Vector3d& r_b) {
  const Matrix3d T = hat(t), across = T * hat(r_b);
  Matrix12d K = Matrix12d::Zero();
  K.block<3, 3>(kPa, kTa) = -T;
  K.block<3, 3>(kTa, kPa) = T;
  K.block<3, 3>(kPb, kTa) = T;
  K.block<3, 3>(kTa, kPb) = -T;
  K.block<3, 3>(kTa, kTa) = ball_stiffness(t, d);
  K.block<3, 3>(kTa, kTb) = across;
  K.block<3, 3>(kTb, kTa) = across.transpose();
  K.block<3, 3>(kTb, kTb) = ball_stiffness(r_b, t);
  return K;
}

void project_psd(Matrix12d& K) {
  clip(K, {.translations = 3, .rotations = 3});
}

namespace planar {

double pin_stiffness(const Vector2d& arm, const Vector2d& force) {
  return arm.dot(force);
}

Matrix6d distance_stiffness(const Vector2d& d, const Vector2d& r_a, const Vector2d& r_b,
                            double impulse) {
  const double length = d.norm();
  const Vector2d u = d / length, n = perp(u);
  Eigen::Matrix<double, 1, 6> across;  // rate of change of d across u
  across << n.transpose(), n.dot(perp(r_a)), -n.transpose(), -n.dot(perp(r_b));
  Matrix6d K = -impulse / length * across.transpose() * across;
  K(2, 2) += pin_stiffness(r_a, impulse * u);
  K(5, 5) += pin_stiffness(r_b, -impulse * u);
  return K;
}

Matrix6d prismatic_stiffness(const Vector2d& t, const Vector2d& d, const Vector2d& r_b) {
  const Vector2d rotated = perp(t);
  Matrix6d K = Matrix6d::Zero();
  K.block<2, 1>(0, 2) = rotated;
  K.block<1, 2>(2, 0) = rotated.transpose();
  K.block<2, 1>(3, 2) = -rotated;
  K.block<1, 2>(2, 3) = -rotated.transpose();
  K(2, 2) = t.dot(d);
  K(2, 5) = K(5, 2) = -t.dot(r_b);
  K(5, 5) = t.dot(r_b);
  return K;
}

void project_psd(Matrix6d& K) {
  clip(K, {.translations = 2, .rotations = 1});
}

}  // namespace planar
}  // namespace perpend
