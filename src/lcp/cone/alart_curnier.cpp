// SPDX-License-Identifier: Apache-2.0
//
// One full step of semismooth Newton on the map of Alart and Curnier (1991), with
// zn = r_n - u_n, y = r_t - u_t, R = mu zn per contact (all in equilibrated units, rho = 1):
//   open   zn <= 0        F = r                              r becomes 0 exactly
//   stick  |y| <= R       F_n = u_n,  F_t = u_t
//   slide  e = y / |y|    F_n = u_n,  F_t = r_t - R e,
//          dF_t = dr_t - mu e (dr_n - du_n) - (R / |y|) (I - e e') (dr_t - du_t)
//   box, polygon          same with P(y), their nearest point, for R e: stick inside; a side leaves
//                         the slip along it free, a corner allows any slip that it opposes most
//   sliding contact       F_n = u_n,  F_t = r_t + mu_k r_n direction
//   bilateral             F = u
// On the proximal path u stands for rho times the motion. dF = A dr + B du with du = (W + a D) dr,
// D diagonal, so one step is (A + a B D + B W) dr = -F. That system is singular where contacts are
// redundant but consistent; LU of it + alpha I with refinements against it is the proximal point
// iteration on it. Tried and rejected: line searches on |F| (they stop at kinks and never leave),
// frozen stick and slide sets (they lose the cone where u_t -> 0).
#include "lcp/cone/alart_curnier.hpp"

#include <algorithm>
#include <cmath>

#include "lcp/cone/natural_map.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

// The shift is six digits above rounding, so the factor of a singular system keeps half of its
// digits, and it is small against the unit diagonal of W, so three refinements remove it to 1e-8^4.
constexpr double kShift = 1e-8;

struct Linearised {
  Matrix3d A = Matrix3d::Zero(), B = Matrix3d::Identity();
  Vector3d F;
};

Linearised slide(const ConeBlock& block, const Vector3d& r, const Vector3d& u, const Vector2d& y,
                 double R) {
  const double length = y.norm();
  const Vector2d e = length > 0 ? Vector2d(y / length) : Vector2d::UnitX();
  Matrix2d P = Matrix2d::Zero();
  if (block.rows == 3 && length > 0) P = (R / length) * (Matrix2d::Identity() - e * e.transpose());
  Linearised l{.F = u};
  l.A.bottomRightCorner<2, 2>() = Matrix2d::Identity() - P;
  l.A.bottomLeftCorner<2, 1>() = -block.mu * e;
  l.B.bottomRightCorner<2, 2>() = P;
  l.B.bottomLeftCorner<2, 1>() = block.mu * e;
  l.F.tail<2>() = r.tail<2>() - R * e;
  return l;
}

// F_t = r_t - P(y) where P(y) = along_y y + R along_radius.
Linearised bounded(const ConeBlock& block, const Vector3d& r, const Vector3d& u, double R,
                   const Matrix2d& along_y, const Vector2d& along_radius) {
  const Matrix2d across = Matrix2d::Identity() - along_y;
  Linearised l{.F = u};
  l.A.bottomRightCorner<2, 2>() = across;
  l.A.bottomLeftCorner<2, 1>() = -block.mu * along_radius;
  l.B.bottomRightCorner<2, 2>() = along_y;
  l.B.bottomLeftCorner<2, 1>() = block.mu * along_radius;
  l.F.tail<2>() = across * r.tail<2>() + along_y * u.tail<2>() - R * along_radius;
  return l;
}

Linearised box(const ConeBlock& block, const Vector3d& r, const Vector3d& u, double R) {
  Matrix2d along_y = Matrix2d::Identity();
  Vector2d along_radius = Vector2d::Zero();
  for (int k = 0; k < 2; ++k) {
    const double y = r[1 + k] - u[1 + k];
    if (std::abs(y) <= R) continue;
    along_y(k, k) = 0;
    along_radius[k] = std::copysign(1.0, y);
  }
  return bounded(block, r, u, R, along_y, along_radius);
}

Linearised polygon(const ConeBlock& block, const Vector3d& r, const Vector3d& u, double R) {
  const PolygonPoint at = block.polygon.nearest(r.tail<2>() - u.tail<2>(), R);
  return bounded(block, r, u, R, at.along_y, at.along_size);
}

// Dynamic friction: the tangent rows follow the normal force, whatever the motion.
Linearised sliding(const ConeBlock& block, const Vector3d& r, const Vector3d& u) {
  Linearised l{.F = u};
  l.A.bottomRightCorner<2, 2>() = Matrix2d::Identity();
  l.A.bottomLeftCorner<2, 1>() = block.mu * block.direction;
  l.B.bottomRightCorner<2, 2>().setZero();
  l.F.tail<2>() = r.tail<2>() + block.mu * r[0] * block.direction;
  return l;
}

enum class Regime {
  open,   // F = r
  holds,  // F = u
  slips   // F = slipping()
};

Regime regime(const ConeBlock& block, const Vector3d& r, const Vector3d& u) {
  if (block.bilateral) return Regime::holds;
  const double zn = r[0] - u[0];
  if (!(zn > 0)) return Regime::open;
  if (block.rows == 1) return Regime::holds;
  if (block.sliding || block.has_corners()) return Regime::slips;
  const Vector2d y = r.tail<2>() - u.tail<2>();
  return y.norm() <= block.mu * zn ? Regime::holds : Regime::slips;
}

Linearised slipping(const ConeBlock& block, const Vector3d& r, const Vector3d& u) {
  if (block.sliding) return sliding(block, r, u);
  const double R = block.mu * (r[0] - u[0]);
  if (block.box) return box(block, r, u, R);
  if (block.polygon.corners > 0) return polygon(block, r, u, R);
  return slide(block, r, u, r.tail<2>() - u.tail<2>(), R);
}

}  // namespace

void AlartCurnier::move(const VectorXd& r, const ProximalTerm& term) {
  if (!knows_ || known_ != r) {
    cone_->W->multiply(r, product_);
    known_ = r;
    knows_ = true;
  }
  u_ = product_ + cone_->q;
  if (!(term.a > 0)) return;
  if (term.weight)
    u_ += term.a * term.weight->cwiseProduct(r - *term.centre);
  else
    u_ += term.a * (r - *term.centre);
}

const VectorXd& AlartCurnier::motion_at(const VectorXd& r) {
  move(r, {});
  return u_;
}

double AlartCurnier::residual(const VectorXd& r, ProximalTerm term) {
  move(r, term);
  return natural_map(*cone_, r, u_);
}

void AlartCurnier::linearise(const VectorXd& r, const ProximalTerm& term) {
  A_.resize(cone_->blocks.size());
  B_.resize(cone_->blocks.size());
  rhs_.resize(r.size());
  cone_->W->threads().chunks<kContactChunk>(static_cast<int>(cone_->blocks.size()),
                                            [&](Chunk chunk) {
                                              for (int i = chunk.first; i < chunk.last; ++i)
                                                linearise(i, r, term);
                                            });
}

void AlartCurnier::linearise(int i, const VectorXd& r, const ProximalTerm& term) {
  const ConeBlock& block = cone_->blocks[i];
  const double weight = term.weight ? (*term.weight)[block.row] : 1.0;
  const double rho = term.weight ? std::max(1.0, term.rho / weight) : term.rho;
  const double shift = term.a * weight * rho;
  const Vector3d force = rows_of(block, r), motion = rho * rows_of(block, u_);
  switch (regime(block, force, motion)) {
    case Regime::open:
      A_[i].setIdentity();
      B_[i].setZero();
      set_rows(block, -force, rhs_);
      break;
    case Regime::holds:
      A_[i].setZero();
      A_[i].diagonal().setConstant(shift);
      B_[i].setZero();
      B_[i].diagonal().setConstant(rho);
      set_rows(block, -motion, rhs_);
      break;
    case Regime::slips:
      const Linearised l = slipping(block, force, motion);
      A_[i] = l.A + shift * l.B;
      B_[i] = rho * l.B;
      set_rows(block, -l.F, rhs_);
  }
}

bool AlartCurnier::step(VectorXd& r, ProximalTerm term, NewtonSolve how) {
  move(r, term);
  linearise(r, term);
  ConeOperator& W = *cone_->W;
  if (how == NewtonSolve::shifted || !W.solve_least_norm(cone_->blocks, A_, B_, rhs_, step_)) {
    // The proximal problem is regular without a shift.
    if (!W.factor(cone_->blocks, A_, B_, term.a > 0 ? 0.0 : kShift)) return false;
    W.solve(rhs_, term.refinements, step_);
  }
  if (!step_.allFinite()) return false;
  r += step_;
  return true;
}

bool AlartCurnier::step_again(VectorXd& r, ProximalTerm term) {
  move(r, term);
  linearise(r, term);
  cone_->W->solve(rhs_, 0, step_);
  if (!step_.allFinite()) return false;
  r += step_;
  return true;
}

}  // namespace perpend::lcp
