// SPDX-License-Identifier: Apache-2.0
#include "sliding_cube.hpp"

#include <Eigen/Geometry>
#include <numbers>

#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kMass = 1, kEdge = 1, kInertia = kMass * kEdge * kEdge / 6, kGravity = 9.81;
constexpr double kNormalStiffness = 1e10, kNormalDamping = 1e8;
constexpr double kBristleStiffness = 1e8, kBristleDamping = 1e5;

// The inertia of a cube is the same about all axes, so it does not rotate with the body.
const Eigen::Matrix<double, 6, 1> kInverseMass{1 / kMass,    1 / kMass,    1 / kMass,
                                               1 / kInertia, 1 / kInertia, 1 / kInertia};

double relaxation(double stiffness, double damping, double h) {
  return 1 / (stiffness * h * h + damping * h);
}

Vector3d vertex(int i) {
  return 0.5 * kEdge * Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, -1);
}

}  // namespace

SlidingCube::SlidingCube(double h)
    : h_(h), position_(0, 0, 0.5 * kEdge), velocity_(0, 5, 0), spin_(0, 0, 2 * std::numbers::pi) {
  require(h > 0, "h", "> 0", h);
}

SlidingCube::Jacobian SlidingCube::jacobian() const {
  Jacobian J = Jacobian::Zero();
  for (int i = 0; i < 4; ++i) {
    const Vector3d arm = axes_ * vertex(i);
    for (int row = 0; row < 3; ++row) {
      const Vector3d direction = Vector3d::Unit((row + 2) % 3);  // z, x, y
      J.row(3 * i + row) << direction.transpose(), arm.cross(direction).transpose();
    }
  }
  return J;
}

Eigen::Matrix<double, 6, 1> SlidingCube::motion() const {
  Eigen::Matrix<double, 6, 1> v;
  v << velocity_, spin_;
  return v;
}

ContactProblem SlidingCube::problem() const {
  const Jacobian J = jacobian();
  Eigen::Matrix<double, 6, 1> free = motion();
  free[2] -= h_ * kGravity;
  const VectorXd u = J * motion();
  const double normal = relaxation(kNormalStiffness, kNormalDamping, h_);
  const double bristle = relaxation(kBristleStiffness, kBristleDamping, h_);
  ContactProblem problem{J * kInverseMass.asDiagonal() * J.transpose(), J * free, {}};
  for (int i = 0; i < 4; ++i) {
    const Index row = 3 * i;
    const double gap = position_.z() + (axes_ * vertex(i)).z();
    problem.b[row] += gap > 0 ? gap / h_ : normal * h_ * kNormalStiffness * gap;
    if (u.segment<2>(row + 1).norm() <= kThreshold)
      problem.b.segment<2>(row + 1) -=
          bristle * (impulses_.segment<2>(row + 1) + h_ * kBristleDamping * u.segment<2>(row + 1));
    problem.A.diagonal().segment<3>(row) += Vector3d(normal, bristle, bristle);
    problem.contacts.push_back({.row = row, .tangents = 2, .mu_s = 1, .mu_k = 1});
  }
  return problem;
}

SlipOptions SlidingCube::slip() const {
  const VectorXd u = jacobian() * motion();
  SlipOptions slip{.threshold = kThreshold};
  for (int i = 0; i < 4; ++i) slip.slips.push_back({u.segment<2>(3 * i + 1), impulses_[3 * i]});
  return slip;
}

void SlidingCube::step(const VectorXd& f) {
  require(f.size() == 12, "f.size()", "12", static_cast<double>(f.size()));
  const Eigen::Matrix<double, 6, 1> change =
      kInverseMass.asDiagonal() * (jacobian().transpose() * f);
  velocity_ += change.head<3>() - h_ * kGravity * Vector3d::UnitZ();
  spin_ += change.tail<3>();
  position_ += h_ * velocity_;
  const double angle = h_ * spin_.norm();
  if (angle > 0) axes_ = Eigen::AngleAxisd(angle, spin_.normalized()) * axes_;
  impulses_ = f;
}

double SlidingCube::energy() const {
  return 0.5 * kMass * velocity_.squaredNorm() + 0.5 * kInertia * spin_.squaredNorm() +
         kMass * kGravity * position_.z();
}

}  // namespace perpend::lcp
