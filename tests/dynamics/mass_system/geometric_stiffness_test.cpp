// SPDX-License-Identifier: Apache-2.0
#include "dynamics/mass_system/geometric_stiffness.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

namespace perpend {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

struct Random {
  std::mt19937_64 engine{11};
  double uniform() { return static_cast<double>(engine() >> 11) * 0x1p-52 - 1; }
  template <int N>
  Eigen::Matrix<double, N, 1> vector() {
    Eigen::Matrix<double, N, 1> v;
    for (double& component : v) component = uniform();
    return v;
  }
};

Matrix3d rotated_by(const Vector3d& rotation) {
  return Eigen::AngleAxisd(rotation.norm(), rotation.stableNormalized()).toRotationMatrix();
}

// What an increment x = (p_a, th_a, p_b, th_b) does to points, arms and axes.
struct Moved {
  Vector3d p_a, p_b;
  Matrix3d R_a, R_b;
  explicit Moved(const VectorXd& x)
      : p_a(x.segment<3>(0)),
        p_b(x.segment<3>(6)),
        R_a(rotated_by(x.segment<3>(3))),
        R_b(rotated_by(x.segment<3>(9))) {}
};

// The whole of what hinge_stiffness_psd() is the positive part of.
Matrix12d hinge_stiffness(const Vector3d& a, const Vector3d& t) {
  const Matrix3d rotation_a = ball_stiffness(a, t);
  Matrix12d K = Matrix12d::Zero();
  K.block<3, 3>(3, 3) = rotation_a;
  K.block<3, 3>(3, 9) = -rotation_a.transpose();
  K.block<3, 3>(9, 3) = -rotation_a;
  K.block<3, 3>(9, 9) = rotation_a.transpose();
  return K;
}

VectorXd wrench(const Vector3d& f_a, const Vector3d& m_a, const Vector3d& f_b,
                const Vector3d& m_b) {
  VectorXd w(12);
  w << f_a, m_a, f_b, m_b;
  return w;
}

// -d(force)/dx at x = 0 by central differences: error h²/6 of third derivatives of order one.
template <class Force>
Eigen::MatrixXd differenced(const Force& force, int size) {
  const double h = 1e-5;
  Eigen::MatrixXd K(size, size);
  for (int j = 0; j < size; ++j) {
    const VectorXd x = h * VectorXd::Unit(size, j);
    K.col(j) = (force(-x) - force(x)) / (2 * h);
  }
  return K;
}

constexpr double kDifferenceError = 1e-9;
constexpr double kPi = std::numbers::pi;

double error(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  return (A - B).cwiseAbs().maxCoeff();
}

// The symmetric part with its negative eigenvalues set to zero.
Eigen::MatrixXd clipped(const Eigen::MatrixXd& K) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(0.5 * (K + K.transpose()));
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() *
         eigen.eigenvectors().transpose();
}

double smallest_eigenvalue(const Eigen::MatrixXd& K) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues().minCoeff();
}

}  // namespace

TEST_CASE("ball stiffness is minus the derivative of the joint's forces") {
  Random random;
  const Vector3d r_a = random.vector<3>(), r_b = random.vector<3>(), f = random.vector<3>();
  const auto force = [&](const VectorXd& x) {
    const Moved at(x);
    return wrench(f, (at.R_a * r_a).cross(f), -f, -(at.R_b * r_b).cross(f));
  };
  Matrix12d K = Matrix12d::Zero();
  K.block<3, 3>(3, 3) = ball_stiffness(r_a, f);
  K.block<3, 3>(9, 9) = ball_stiffness(r_b, -f);
  CHECK(error(K, differenced(force, 12)) < kDifferenceError);
}

TEST_CASE("hinge stiffness covers both angular rows") {
  Random random;
  const Vector3d a = random.vector<3>(), t1 = random.vector<3>(), t2 = random.vector<3>();
  const double l1 = 0.7, l2 = -1.9;
  const auto force = [&](const VectorXd& x) {
    const Moved at(x);
    const Vector3d axis = at.R_a * a;
    const Vector3d couple = l1 * axis.cross(at.R_b * t1) + l2 * axis.cross(at.R_b * t2);
    return wrench(Vector3d::Zero(), couple, Vector3d::Zero(), -couple);
  };
  CHECK(error(hinge_stiffness(a, l1 * t1 + l2 * t2), differenced(force, 12)) < kDifferenceError);
}

TEST_CASE("distance stiffness is minus the derivative of the rod's forces") {
  Random random;
  const Vector3d r_a = random.vector<3>(), r_b = random.vector<3>(), d = random.vector<3>();
  for (const double impulse : {1.3, -0.8}) {
    const auto force = [&](const VectorXd& x) {
      const Moved at(x);
      const Vector3d arm_a = at.R_a * r_a, arm_b = at.R_b * r_b;
      const Vector3d f = impulse * (d + at.p_a + arm_a - r_a - at.p_b - arm_b + r_b).normalized();
      return wrench(f, arm_a.cross(f), -f, -arm_b.cross(f));
    };
    CHECK(error(distance_stiffness(d, r_a, r_b, impulse), differenced(force, 12)) <
          10 * kDifferenceError);
  }
}

TEST_CASE("prismatic stiffness covers both rows and a contact with a turning face") {
  Random random;
  const Vector3d t1 = random.vector<3>(), t2 = random.vector<3>(), d = random.vector<3>();
  const Vector3d r_b = random.vector<3>();
  const double l1 = 0.7, l2 = -1.9;
  const auto force = [&](const VectorXd& x) {
    const Moved at(x);
    const Vector3d f = at.R_a * (l1 * t1 + l2 * t2), arm_b = at.R_b * r_b;
    const Vector3d point = d - r_b + at.p_b + arm_b - at.p_a;
    return wrench(-f, -point.cross(f), f, arm_b.cross(f));
  };
  CHECK(error(prismatic_stiffness(l1 * t1 + l2 * t2, d, r_b), differenced(force, 12)) <
        kDifferenceError);
}

TEST_CASE("planar stiffness is minus the derivative of the forces") {
  Random random;
  const Vector2d r_a = random.vector<2>(), r_b = random.vector<2>(), d = random.vector<2>();
  const Vector2d t = random.vector<2>();
  const auto moment = [](const Vector2d& r, const Vector2d& f) {
    return r.x() * f.y() - r.y() * f.x();
  };
  const auto loads = [&](const Vector2d& f, const Vector2d& arm_a, const Vector2d& arm_b) {
    VectorXd w(6);
    w << f, moment(arm_a, f), -f, -moment(arm_b, f);
    return w;
  };
  const auto turn = [](double angle, const Vector2d& r) {
    return Vector2d(Eigen::Rotation2Dd(angle) * r);
  };
  const auto pin = [&](const VectorXd& x) { return loads(t, turn(x[2], r_a), turn(x[5], r_b)); };
  Matrix6d K = Matrix6d::Zero();
  K(2, 2) = planar::pin_stiffness(r_a, t);
  K(5, 5) = planar::pin_stiffness(r_b, -t);
  CHECK(error(K, differenced(pin, 6)) < kDifferenceError);

  const auto rod = [&](const VectorXd& x) {
    const Vector2d arm_a = turn(x[2], r_a), arm_b = turn(x[5], r_b);
    const Vector2d now = d + x.segment<2>(0) + arm_a - r_a - x.segment<2>(3) - arm_b + r_b;
    return loads(-0.8 * now.normalized(), arm_a, arm_b);
  };
  CHECK(error(planar::distance_stiffness(d, r_a, r_b, -0.8), differenced(rod, 6)) <
        10 * kDifferenceError);

  const auto slide = [&](const VectorXd& x) {
    const Vector2d arm_b = turn(x[5], r_b);
    const Vector2d point = d - r_b + x.segment<2>(3) + arm_b - x.segment<2>(0);
    return loads(-turn(x[2], t), point, arm_b);
  };
  CHECK(error(planar::prismatic_stiffness(t, d, r_b), differenced(slide, 6)) < kDifferenceError);
}

TEST_CASE("the skew part is half the torque on each body") {
  Random random;
  const Vector3d r_a = random.vector<3>(), r_b = random.vector<3>(), d = random.vector<3>();
  const Vector3d u = d.normalized();
  const Matrix12d K = distance_stiffness(d, r_a, r_b, 1.3);
  Matrix12d skew = 0.5 * (K - K.transpose());
  const Vector3d torque_a = r_a.cross(1.3 * u), torque_b = -r_b.cross(1.3 * u);
  for (const auto& [row, torque] : {std::pair{3, torque_a}, std::pair{9, torque_b}}) {
    const Vector3d axis(skew(row + 2, row + 1), skew(row, row + 2), skew(row + 1, row));
    CHECK((axis - 0.5 * torque).norm() < 1e-15);
    skew.block<3, 3>(row, row).setZero();
  }
  CHECK(skew.cwiseAbs().maxCoeff() < 1e-15);
}

TEST_CASE("the closed form of the hinge's projection clips eigenvalues") {
  Random random;
  for (int trial = 0; trial < 100; ++trial) {
    const Vector3d a = random.vector<3>().normalized();
    const Vector3d t = random.vector<3>().cross(a) * std::pow(10.0, 3 * random.uniform());
    CHECK(error(hinge_stiffness_psd(a, t), clipped(hinge_stiffness(a, t))) <
          1e-13 * (1 + t.norm()));
    CHECK(error(hinge_stiffness_psd(a, t + 0.1 * a), hinge_stiffness_psd(a, t)) <
          1e-13 * (1 + t.norm()));
  }
  CHECK(hinge_stiffness_psd(Vector3d::UnitX(), Vector3d::Zero()).isZero(0));
}

TEST_CASE("the closed form of the ball's projection clips eigenvalues") {
  Random random;
  for (int trial = 0; trial < 1000; ++trial) {
    const Vector3d r = random.vector<3>(), f = 50 * random.vector<3>();
    const Matrix3d K = ball_stiffness_psd(r, f);
    CHECK(error(K, clipped(ball_stiffness(r, f))) < 1e-15 * 10 * r.norm() * f.norm());
    CHECK(K == K.transpose());
  }
}

TEST_CASE("the ball's projection is regular where arm and force are parallel, normal or zero") {
  Random random;
  const Vector3d r = random.vector<3>().normalized(), n = r.unitOrthogonal();
  for (const double angle : {0.0, 1e-9, 1e-4, 1.0, kPi / 2, kPi - 1e-4, kPi - 1e-9, kPi}) {
    const Vector3d f = std::cos(angle) * r + std::sin(angle) * n;
    CHECK(error(ball_stiffness_psd(r, f), clipped(ball_stiffness(r, f))) < 4e-16 * 4);
    CHECK(smallest_eigenvalue(ball_stiffness_psd(r, f)) > -4e-16);
  }
  CHECK(error(ball_stiffness_psd(r, r), Matrix3d::Identity() - r * r.transpose()) < 1e-15);
  CHECK(ball_stiffness_psd(r, Vector3d::Zero()) == Matrix3d::Zero());
  CHECK(ball_stiffness_psd(Vector3d::Zero(), r) == Matrix3d::Zero());
}

TEST_CASE("projected stiffness is positive semidefinite, clipped and blind to translation") {
  Random random;
  for (int trial = 0; trial < 100; ++trial) {
    const Vector3d r_a = random.vector<3>(), r_b = random.vector<3>(), d = random.vector<3>();
    const Vector3d t = random.vector<3>(), a = random.vector<3>();
    for (const Matrix12d& K : {distance_stiffness(d, r_a, r_b, random.uniform()),
                               prismatic_stiffness(t, d, r_b), hinge_stiffness(a, t),
                               Matrix12d(prismatic_stiffness(t, d, r_b) + hinge_stiffness(a, t))}) {
      Matrix12d P = K;
      project_psd(P);
      const double rounding = 1e-14 * std::max(1.0, K.norm());
      CHECK(error(P, clipped(K)) < rounding);
      CHECK(smallest_eigenvalue(P) > -rounding);
      CHECK(error(P, P.transpose()) < rounding);
      CHECK((P.middleCols<3>(0) + P.middleCols<3>(6)).cwiseAbs().maxCoeff() == 0);
      CHECK((P.middleRows<3>(0) + P.middleRows<3>(6)).cwiseAbs().maxCoeff() == 0);
    }
  }
}

TEST_CASE("projected planar stiffness is positive semidefinite and blind to translation") {
  Random random;
  for (int trial = 0; trial < 100; ++trial) {
    const Vector2d r_a = random.vector<2>(), r_b = random.vector<2>(), d = random.vector<2>();
    for (const Matrix6d& K : {planar::distance_stiffness(d, r_a, r_b, random.uniform()),
                              planar::prismatic_stiffness(random.vector<2>(), d, r_b)}) {
      Matrix6d P = K;
      planar::project_psd(P);
      const double rounding = 1e-14 * std::max(1.0, K.norm());
      CHECK(error(P, clipped(K)) < rounding);
      CHECK(smallest_eigenvalue(P) > -rounding);
      CHECK((P.middleCols<2>(0) + P.middleCols<2>(3)).cwiseAbs().maxCoeff() == 0);
    }
  }
}

}  // namespace perpend
