// SPDX-License-Identifier: Apache-2.0
//
// Dantzig's drive-to-zero for a = A f + b, lo <= f <= hi (Baraff 1994, sections 4.2 to 4.5).
//
// Sets: clamped C (a_i = 0), at_lower and at_upper (NC: f_i rests on a bound and a_i is guarded),
// ignored (not yet met). The first violated row d in index order is driven at unit rate along
// -sign(a_d), the clamped rows follow,
//   A_CC x = -A_Cd,   df = (x, 1),   da = A df,
// until a_d = 0, f_d meets a bound, a clamped f_i meets a bound (C -> NC) or a guarded a_i meets
// zero (NC -> C). Bilateral rows are clamped before all others and never limit a step.
//
// Ties: in exact arithmetic a redundant contact never reaches zero before d does; in floating point
// it does, enters C, and a false ray follows. So d wins every tie within the tolerance on a_d.
// Limits: a pile at rest is degenerate everywhere, and nothing here proves that the sets do not
// repeat; stacks of 75 boxes take 10 and more pivots per row. Keller's method (keller.hpp) does not
// see these ties.
#include "lcp/pivoting/dantzig/boxed.hpp"

#include <algorithm>
#include <cmath>

#include "core/infinity.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// A tenth of what the residual checker allows, in units of max |b|.
constexpr double kTolerance = 1e-11;
// A rate below 64 roundings of the terms that it sums counts as zero; a sum of n rounded terms errs
// by about sqrt(n) roundings, so this serves up to some thousand rows.
constexpr double kRateNoise = 64 * kEpsilon;

// Share of b · df and of A df that separates a ray from rounding: real ones of opposed contacts are
// O(1), false ones of badly conditioned low-rank problems stay below 1e-9.
constexpr double kRayTolerance = 1e-8;

}  // namespace

void DantzigBoxed::start(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  A_ = &A;
  b_ = &b;
  const Index n = b.size();
  scale_ = A.diagonal().cwiseMax(0.0).cwiseSqrt();
  f_ = lo_.cwiseMax(0.0).cwiseMin(hi_);
  df_.setZero(n);
  da_.setZero(n);
  x_.resize(n);
  refused_.setConstant(n, false);
  set_.assign(n, Set::ignored);
  clamped_.start(A);
  tolerance_ = n > 0 ? kTolerance * b.cwiseAbs().maxCoeff() : 0.0;
  evaluate();
}

void DantzigBoxed::evaluate() {
  a_.noalias() = *A_ * f_ + *b_;
}

void DantzigBoxed::solve(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                         const Eigen::VectorXd& lo, const Eigen::VectorXd& hi, int max_pivots,
                         Solution& solution) {
  lo_ = lo;
  hi_ = hi;
  start(A, b);
  solution.status = Status::solved;
  if (clamp_bilateral(solution)) {
    for (Index d = first_violated(); d >= 0 && solution.status == Status::solved;
         d = first_violated())
      solution.status = drive_to_zero(d, max_pivots, solution);
    if (refused_.any() && solution.status == Status::solved) solution.status = Status::limit;
  }
  solution.f = f_;
  solution.factorisations = 1 + clamped_.refactorisations();
}

// Enters one symmetric system for all rows without bounds; dependent ones are checked, not entered.
bool DantzigBoxed::clamp_bilateral(Solution& solution) {
  const Index n = f_.size();
  for (Index i = 0; i < n; ++i)
    if (lo_[i] == -kInfinity && hi_[i] == kInfinity && clamped_.append(i)) set_[i] = Set::clamped;
  polish();
  for (Index i = 0; i < n; ++i) {
    if (lo_[i] != -kInfinity || hi_[i] != kInfinity || std::abs(a_[i]) <= 10 * tolerance_) continue;
    direction(i, a_[i] > 0 ? -1.0 : 1.0);
    solution.status = Status::infeasible;
    solution.ray = df_;
    return false;
  }
  return true;
}

// Takes a Newton step on the clamped rows, then computes a afresh.
void DantzigBoxed::polish() {
  for (Index q = 0; q < clamped_.size(); ++q) x_[q] = -a_[clamped_.indices()[q]];
  clamped_.solve(x_, x_);
  for (Index q = 0; q < clamped_.size(); ++q) f_[clamped_.indices()[q]] += x_[q];
  evaluate();
}

bool DantzigBoxed::violated(Index i) const {
  if (set_[i] == Set::clamped || lo_[i] == hi_[i]) return false;
  return (a_[i] < -tolerance_ && f_[i] < hi_[i]) || (a_[i] > tolerance_ && f_[i] > lo_[i]);
}

Index DantzigBoxed::first_violated() const {
  for (Index i = 0; i < f_.size(); ++i)
    if (!refused_[i] && violated(i)) return i;
  return -1;
}

Status DantzigBoxed::drive_to_zero(Index d, int max_pivots, Solution& solution) {
  ++solution.drives;
  set_[d] = Set::ignored;
  const double sign = a_[d] < 0 ? 1.0 : -1.0;
  while (solution.pivots < max_pivots) {
    const double noise = direction(d, sign);
    const Step step = longest_step(d, sign, noise);
    if (step.limiting < 0) {
      if (proves_ray(noise)) {
        solution.ray = df_;
        return Status::ray;
      }
      refused_[d] = true;
      return Status::solved;
    }
    ++solution.pivots;
    move(step);
    enter(step.limiting, step.next);
    if (step.limiting != d) continue;
    evaluate();
    polish();
    refused_.setConstant(false);
    return Status::solved;
  }
  return Status::limit;
}

// True if the direction is a ray: A df = 0 and b · df < 0. Where b · df is not above the rounding
// that stopped da_d, a_d is noise and so is the ray.
bool DantzigBoxed::proves_ray(double noise) const {
  const double unit = b_->cwiseAbs().maxCoeff();
  return b_->dot(df_) < -kRayTolerance * unit * df_.cwiseAbs().sum() &&
         da_.cwiseAbs().maxCoeff() <= kRayTolerance * noise / kRateNoise * scale_.maxCoeff();
}

// Computes df and da for a unit change of f_d along `sign`; returns the rounding of da in units of
// scale_.
double DantzigBoxed::direction(Index d, double sign) {
  df_.setZero();
  df_[d] = sign;
  const auto& C = clamped_.indices();
  for (Index q = 0; q < clamped_.size(); ++q) x_[q] = -sign * (*A_)(C[q], d);
  clamped_.solve(x_, x_);
  da_.noalias() = sign * A_->col(d);
  double reach = scale_[d];
  for (Index q = 0; q < clamped_.size(); ++q) {
    df_[C[q]] = x_[q];
    da_.noalias() += x_[q] * A_->col(C[q]);
    reach += std::abs(x_[q]) * scale_[C[q]];
  }
  return kRateNoise * reach;
}

void DantzigBoxed::shorten(Step& step, double length, Index row, Set next) const {
  if (length < step.length) step = {std::max(0.0, length), row, next};
}

void DantzigBoxed::limit_clamped(Step& step, double noise) const {
  for (const Index i : clamped_.indices()) {
    const double bound = df_[i] < 0 ? lo_[i] : hi_[i];
    if (std::abs(df_[i]) * scale_[i] > noise && std::abs(bound) < kInfinity)
      shorten(step, (bound - f_[i]) / df_[i], i, df_[i] < 0 ? Set::at_lower : Set::at_upper);
  }
}

void DantzigBoxed::limit_guarded(Step& step, Index i, double noise) const {
  const double guard = set_[i] == Set::at_lower ? -1.0 : 1.0;  // the sign a_i must not take
  if (lo_[i] < hi_[i] && guard * da_[i] > noise * scale_[i])
    shorten(step, -a_[i] / da_[i], i, Set::clamped);
}

DantzigBoxed::Step DantzigBoxed::longest_step(Index d, double sign, double noise) const {
  Step step;
  limit_clamped(step, noise);
  for (Index i = 0; i < f_.size(); ++i)
    if (set_[i] == Set::at_lower || set_[i] == Set::at_upper) limit_guarded(step, i, noise);
  const double bound = sign > 0 ? hi_[d] : lo_[d];
  shorten(step, (bound - f_[d]) * sign, d, sign > 0 ? Set::at_upper : Set::at_lower);
  if (sign * da_[d] > noise * scale_[d]) {
    const double left = a_[d] + step.length * da_[d];
    if (sign * left >= -tolerance_) step = {std::max(0.0, -a_[d] / da_[d]), d, Set::clamped};
  }
  return step;
}

void DantzigBoxed::move(const Step& step) {
  f_ += step.length * df_;
  a_ += step.length * da_;
}

// A removal may compute the factor afresh, which leaves out rows that turn out dependent.
void DantzigBoxed::unclamp(Index i) {
  const int before = clamped_.refactorisations();
  clamped_.remove(i);
  if (clamped_.refactorisations() == before) return;
  for (Index k = 0; k < f_.size(); ++k)
    if (set_[k] == Set::clamped && !clamped_.contains(k)) set_[k] = Set::ignored;
}

// A row that depends on the clamped ones has a_i = 0 as long as they have: it is left unguarded.
void DantzigBoxed::enter(Index i, Set next) {
  if (set_[i] == Set::clamped) unclamp(i);
  set_[i] = next;
  if (next == Set::at_lower) f_[i] = lo_[i];
  if (next == Set::at_upper) f_[i] = hi_[i];
  if (next == Set::clamped && !clamped_.append(i)) set_[i] = Set::ignored;
}

}  // namespace perpend::lcp
