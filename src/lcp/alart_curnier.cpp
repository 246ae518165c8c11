// SPDX-License-Identifier: Apache-2.0
//
// One full step of semismooth Newton on the map of Alart and Curnier (1991), with
// zn = r_n - u_n, y = r_t - u_t, R = mu zn per contact (all in equilibrated units, rho = 1):
//   open   zn <= 0        F = r                              r becomes 0 exactly: rows eliminated
//   stick  |y| <= R       F_n = u_n,  F_t = u_t
//   slide  e = y / |y|    F_n = u_n,  F_t = r_t - R e,
//          dF_t = dr_t - mu e (dr_n - du_n) - (R / |y|) (I - e e') (dr_t - du_t)
//   sliding contact       F_n = u_n,  F_t = r_t + mu_k r_n direction
//   bilateral             F = u
// du = (W + a I) dr. The system G dr = -F on the rows that are not open is singular where contacts
// are redundant but consistent; LU of G + alpha I with refinements against G is the proximal point
// iteration on it. Tried and rejected: line searches on |F| (they stop at kinks and never leave),
// frozen stick and slide sets (they lose the cone where u_t -> 0).
#include "alart_curnier.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

// Six digits above rounding, so the factor of a singular system keeps half of its digits, and small
// against the unit diagonal of W, so three refinements remove the shift to 1e-8^4.
constexpr double kShift = 1e-8;
constexpr int kRefinements = 3;
constexpr double kRankCut = 1e-11;

Vector2d tangential(const FrictionGroup& group, const VectorXd& x) {
  return {x[group.tangent], group.tangents == 2 ? x[group.tangent + 1] : 0.0};
}

double friction_residual(const FrictionGroup& group, const VectorXd& r, const VectorXd& u) {
  const Vector2d f = tangential(group, r);
  const double radius = group.mu * std::max(0.0, r[group.normal]);
  if (group.sliding) return (f + radius * group.direction).norm();
  Vector2d target = f - tangential(group, u);
  const double length = target.norm();
  if (length > radius) target *= radius / length;
  return (f - target).norm();
}

double scale_of(const MatrixXd& A, Index first, Index count) {
  const double largest = A.diagonal().segment(first, count).maxCoeff();
  if (largest > 0) return 1 / std::sqrt(largest);
  const double coupling = A.middleRows(first, count).cwiseAbs().maxCoeff();
  return coupling > 0 ? 1 / std::sqrt(coupling) : 1.0;
}

void add_groups(const Contact& contact, FrictionLaw law, std::vector<FrictionGroup>& groups) {
  if (contact.tangents == 0) return;
  FrictionGroup group{.normal = contact.row,
                      .tangent = contact.row + 1,
                      .tangents = contact.tangents,
                      .mu = contact.sliding ? contact.mu_k : contact.mu_s,
                      .sliding = contact.sliding,
                      .direction = contact.direction};
  if (contact.tangents == 1) group.direction.y() = 0;
  const bool split = law == FrictionLaw::box && contact.tangents == 2 && !contact.sliding;
  if (split) group.tangents = 1;
  groups.push_back(group);
  if (!split) return;
  ++group.tangent;
  groups.push_back(group);
}

}  // namespace

void equilibrate(const ContactProblem& problem, ConeProblem& cone) {
  const Index n = problem.size();
  VectorXd D = VectorXd::Zero(n);
  cone.normals.clear();
  cone.groups.clear();
  cone.bilateral.clear();
  for (const Contact& contact : problem.contacts) {
    D.segment(contact.row, contact.tangents + 1)
        .setConstant(scale_of(problem.A, contact.row, contact.tangents + 1));
    cone.normals.push_back(contact.row);
    add_groups(contact, problem.law, cone.groups);
  }
  for (Index i = 0; i < n; ++i) {
    if (D[i] > 0) continue;
    D[i] = scale_of(problem.A, i, 1);
    cone.bilateral.push_back(i);
  }
  cone.W = D.asDiagonal() * problem.A * D.asDiagonal();
  cone.q = D.cwiseProduct(problem.b);
  const double size = n > 0 ? cone.q.cwiseAbs().maxCoeff() : 0.0;
  const double s = size > 0 ? size : 1.0;
  const double unit = size > 0 ? problem.b.cwiseAbs().maxCoeff() : 1.0;
  cone.q /= s;
  cone.force_scale = s * D;
  cone.motion_scale = (s / unit) * D.cwiseInverse();
}

void AlartCurnier::motion(const VectorXd& r, const ProximalTerm& term) {
  u_.noalias() = cone_->W * r + cone_->q;
  if (term.a > 0) u_ += term.a * (r - *term.centre);
}

double AlartCurnier::residual(const VectorXd& r, ProximalTerm term) {
  motion(r, term);
  double worst = 0.0;
  // A NaN must win, so the comparison is written to fail on it.
  const auto raise = [&](Index row, double value) {
    value *= cone_->motion_scale[row];
    if (!(value <= worst)) worst = value;
  };
  for (const Index i : cone_->bilateral) raise(i, std::abs(u_[i]));
  for (const Index i : cone_->normals) raise(i, std::abs(std::min(r[i], u_[i])));
  for (const FrictionGroup& group : cone_->groups)
    raise(group.tangent, friction_residual(group, r, u_));
  return worst;
}

void AlartCurnier::choose_active(const VectorXd& r) {
  const Index n = cone_->size();
  place_.assign(n, 0);
  for (const Index i : cone_->normals)
    if (r[i] - u_[i] <= 0) place_[i] = -1;
  for (const FrictionGroup& group : cone_->groups)
    for (int k = 0; k < group.tangents; ++k) place_[group.tangent + k] = place_[group.normal];
  active_.clear();
  open_step_ = VectorXd::Zero(n);
  for (Index i = 0; i < n; ++i) {
    if (place_[i] < 0) {
      open_step_[i] = -r[i];
    } else {
      place_[i] = static_cast<Index>(active_.size());
      active_.push_back(i);
    }
  }
}

// A sliding contact: dr_t + mu direction dr_n = -F, whatever the motion.
void AlartCurnier::assemble_sliding(const FrictionGroup& group, const VectorXd& r) {
  const Index t = place_[group.tangent], n = place_[group.normal];
  for (int k = 0; k < group.tangents; ++k) {
    const double limit = group.mu * group.direction[k];
    G_.row(t + k).setZero();
    G_(t + k, t + k) = 1;
    G_(t + k, n) = limit;
    rhs_[t + k] = -r[group.tangent + k] - limit * r[group.normal];
  }
}

// Slide: G_t = (I - P) on r_t - mu e on r_n + mu e W_n + P W_t with P = (R / |y|)(I - e e'). The
// rows of W are in place already; what open contacts add to du arrives with their known step.
void AlartCurnier::assemble_slide(const FrictionGroup& group, const VectorXd& r) {
  const Vector2d f = tangential(group, r), y = f - tangential(group, u_);
  const double R = group.mu * (r[group.normal] - u_[group.normal]), length = y.norm();
  if (R > 0 && length <= R) return;
  const Vector2d e = length > 0 ? Vector2d(y / length) : Vector2d::UnitX();
  const Index t = place_[group.tangent], n = place_[group.normal];
  const double ratio = length > 0 && group.tangents == 2 ? R / length : 0.0;
  const double pushed_n = cone_->W.row(group.normal).dot(open_step_);
  Eigen::Matrix2d P = Eigen::Matrix2d::Zero();
  for (int i = 0; i < group.tangents; ++i)
    for (int j = 0; j < group.tangents; ++j) P(i, j) = ratio * ((i == j) - e[i] * e[j]);
  slide_rows_.resize(group.tangents, G_.cols());
  for (int i = 0; i < group.tangents; ++i) {
    slide_rows_.row(i) = group.mu * e[i] * G_.row(n);
    double pushed = group.mu * e[i] * pushed_n;
    for (int j = 0; j < group.tangents; ++j) {
      slide_rows_.row(i) += P(i, j) * G_.row(t + j);
      slide_rows_(i, t + j) += (i == j) - P(i, j);
      pushed += P(i, j) * cone_->W.row(group.tangent + j).dot(open_step_);
    }
    slide_rows_(i, n) -= group.mu * e[i];
    rhs_[t + i] = R * e[i] - f[i] - pushed;
  }
  G_.middleRows(t, group.tangents) = slide_rows_;
}

void AlartCurnier::assemble(const VectorXd& r, double a) {
  G_ = cone_->W(active_, active_);
  G_.diagonal().array() += a;
  const VectorXd pushed = cone_->W * open_step_;
  rhs_.resize(static_cast<Index>(active_.size()));
  for (Index k = 0; k < rhs_.size(); ++k) rhs_[k] = -u_[active_[k]] - pushed[active_[k]];
  for (const FrictionGroup& group : cone_->groups) {
    if (place_[group.tangent] < 0) continue;
    if (group.sliding)
      assemble_sliding(group, r);
    else
      assemble_slide(group, r);
  }
}

bool AlartCurnier::solve(NewtonSolve how, double a) {
  ++factorisations_;
  if (how == NewtonSolve::least_norm) {
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> qr;
    qr.setThreshold(kRankCut);
    qr.compute(G_);
    active_step_ = qr.solve(rhs_);
    return active_step_.allFinite();
  }
  shifted_ = G_;
  // The proximal problem is regular by itself.
  if (a == 0) shifted_.diagonal().array() += kShift;
  const Eigen::PartialPivLU<Eigen::Ref<MatrixXd>> lu(shifted_);
  active_step_ = lu.solve(rhs_);
  for (int k = 0; k < kRefinements; ++k) active_step_ += lu.solve(rhs_ - G_ * active_step_);
  return active_step_.allFinite();
}

bool AlartCurnier::step(VectorXd& r, ProximalTerm term, NewtonSolve how) {
  motion(r, term);
  choose_active(r);
  if (!active_.empty()) {
    assemble(r, term.a);
    if (!solve(how, term.a)) return false;
    r(active_) += active_step_;
  }
  for (Index i = 0; i < r.size(); ++i)
    if (place_[i] < 0) r[i] = 0;
  return true;
}

}  // namespace perpend::lcp
