// SPDX-License-Identifier: Apache-2.0
//
// Mehrotra's predictor-corrector for min 1/2 f'Af + b'f, lo <= f <= hi, in equilibrated units
// (unit diagonal, max |b| = 1), fixed rows left out:
//   A f + b - z + y = 0,  s = f - lo > 0,  t = hi - f > 0,  s z = t y = sigma mu
//   (A + diag(z/s + y/t)) df = -(A f + b - z + y) + r_z / s - r_y / t          one Cholesky
//   dz = (r_z - z df) / s,   dy = (r_y + y df) / t
// The iterates end near the centre of the solution set, where redundant contacts share the load, so
// the finish is the least change of f that makes a = 0 on the identified set, not a basic solution.
//
// Limitations: dense; no warm start; A symmetric PSD.
#include "lcp/convex/qp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/pivoting/active_set.hpp"
#include "linalg/kernels/dense_factors.hpp"

namespace perpend::lcp {
namespace {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kIterations = 80;
// Complementarity and residual at which the set is read off: the finish needs the set, not digits.
constexpr double kGap = 1e-14;
// Unbounded problems push f beyond any size real forces have in equilibrated units.
constexpr double kDiverged = 1e7;

class InteriorPoint {
 public:
  /// Takes the rows that are free to move; `scale_` gives f = scale_ .* f_.
  InteriorPoint(const BoxedLcp& problem, const std::vector<Index>& rows);

  bool iterate();
  bool converged() const { return gap() < kGap && residual() < 1e-12; }
  bool diverged() const { return f_.size() > 0 && f_.cwiseAbs().maxCoeff() > kDiverged; }
  VectorXd forces() const { return scale_.cwiseProduct(f_); }
  Side side(Index i) const;

 private:
  double gap() const;
  double residual() const { return f_.size() > 0 ? dual_residual().cwiseAbs().maxCoeff() : 0.0; }
  VectorXd dual_residual() const { return A_ * f_ + b_ - z_.matrix() + y_.matrix(); }
  bool factor();
  void direction(const ArrayXd& r_z, const ArrayXd& r_y);
  double longest_step() const;

  MatrixXd A_;
  VectorXd b_, scale_, f_;
  ArrayXd below_, above_;  // 1 where that bound exists
  ArrayXd s_, t_, z_, y_;  // slacks and multipliers; slack 1, multiplier 0 where there is no bound
  Eigen::LLT<MatrixXd> cholesky_;
  ArrayXd df_, dz_, dy_;
};

InteriorPoint::InteriorPoint(const BoxedLcp& problem, const std::vector<Index>& rows) {
  const Index n = static_cast<Index>(rows.size());
  scale_.resize(n);
  for (Index i = 0; i < n; ++i) {
    const double diagonal = problem.A(rows[i], rows[i]);
    scale_[i] = diagonal > 0 ? 1 / std::sqrt(diagonal) : 1.0;
  }
  A_ = scale_.asDiagonal() * problem.A(rows, rows) * scale_.asDiagonal();
  VectorXd fixed = VectorXd::Zero(problem.size());
  for (Index i = 0; i < problem.size(); ++i)
    if (problem.lo[i] == problem.hi[i]) fixed[i] = problem.lo[i];
  const VectorXd push = problem.b + problem.A * fixed;
  b_ = scale_.cwiseProduct(push(rows));
  const double size = n > 0 ? b_.cwiseAbs().maxCoeff() : 0.0;
  if (size > 0) {
    b_ /= size;
    scale_ *= size;
  }
  f_.resize(n);
  below_ = above_ = ArrayXd::Zero(n);
  s_ = t_ = ArrayXd::Ones(n);
  for (Index i = 0; i < n; ++i) {
    const double lo = problem.lo[rows[i]] / scale_[i], hi = problem.hi[rows[i]] / scale_[i];
    below_[i] = std::isfinite(lo);
    above_[i] = std::isfinite(hi);
    const double inside = std::min(1.0, 0.5 * (hi - lo));
    f_[i] = below_[i] > 0 ? lo + inside : above_[i] > 0 ? hi - inside : 0.0;
    if (below_[i] > 0) s_[i] = inside;
    if (above_[i] > 0) t_[i] = hi - f_[i];
  }
  z_ = below_;
  y_ = above_;
}

double InteriorPoint::gap() const {
  const double bounds = below_.sum() + above_.sum();
  return bounds > 0 ? ((s_ * z_).sum() + (t_ * y_).sum()) / bounds : 0.0;
}

Side InteriorPoint::side(Index i) const {
  if (below_[i] > 0 && z_[i] > s_[i]) return Side::lower;
  if (above_[i] > 0 && y_[i] > t_[i]) return Side::upper;
  return Side::clamped;
}

// Factors with a shift, as redundant bilateral rows have no barrier: at the rounding level of unit
// diagonals, raised where Cholesky still meets a pivot <= 0.
bool InteriorPoint::factor() {
  for (const double shift : {1e-14, 1e-11}) {
    MatrixXd H = A_;
    H.diagonal().array() += z_ / s_ + y_ / t_ + shift;
    cholesky_.compute(H);
    if (cholesky_.info() == Eigen::Success) return true;
  }
  return false;
}

void InteriorPoint::direction(const ArrayXd& r_z, const ArrayXd& r_y) {
  const VectorXd rhs = -dual_residual() + (r_z / s_ - r_y / t_).matrix();
  VectorXd step = cholesky_.solve(rhs);
  const VectorXd error = rhs - A_ * step - ((z_ / s_ + y_ / t_) * step.array()).matrix();
  step += cholesky_.solve(error);
  df_ = step.array();
  dz_ = below_ * (r_z - z_ * df_) / s_;
  dy_ = above_ * (r_y + y_ * df_) / t_;
}

double InteriorPoint::longest_step() const {
  double longest = 1.0;
  const auto stay = [&](double value, double change) {
    if (change < 0) longest = std::min(longest, -value / change);
  };
  for (Index i = 0; i < df_.size(); ++i) {
    if (below_[i] > 0) stay(s_[i], df_[i]), stay(z_[i], dz_[i]);
    if (above_[i] > 0) stay(t_[i], -df_[i]), stay(y_[i], dy_[i]);
  }
  return longest;
}

bool InteriorPoint::iterate() {
  if (!factor()) return false;
  const double mu = gap();
  direction(-below_ * s_ * z_, -above_ * t_ * y_);
  const double affine = longest_step();
  const ArrayXd s = s_ + affine * below_ * df_, t = t_ - affine * above_ * df_;
  const double bounds = below_.sum() + above_.sum();
  const double reached =
      bounds > 0 ? ((s * (z_ + affine * dz_)).sum() + (t * (y_ + affine * dy_)).sum()) / bounds : 0;
  const double sigma = mu > 0 ? std::pow(reached / mu, 3) : 0.0;
  const ArrayXd r_z = below_ * (sigma * mu - s_ * z_ - df_ * dz_);
  const ArrayXd r_y = above_ * (sigma * mu - t_ * y_ + df_ * dy_);
  direction(r_z, r_y);
  const double step = std::min(1.0, std::max(0.9, 1 - mu) * longest_step());
  f_ += step * df_.matrix();
  s_ += step * below_ * df_;
  t_ -= step * above_ * df_;
  z_ += step * dz_;
  y_ += step * dy_;
  return f_.allFinite();
}

bool is_symmetric(const MatrixXd& A) {
  const double size = A.size() > 0 ? A.cwiseAbs().maxCoeff() : 0.0;
  return A.size() == 0 || (A - A.transpose()).cwiseAbs().maxCoeff() <= 1e-12 * size;
}

// Returns f / |f| of a diverging point, moved onto the null space of the rows that grow.
VectorXd receding_direction(const BoxedLcp& problem, const VectorXd& f) {
  VectorXd d = f / f.cwiseAbs().maxCoeff();
  std::vector<Index> support;
  for (Index i = 0; i < d.size(); ++i) {
    if (std::abs(d[i]) > 1e-5)
      support.push_back(i);
    else
      d[i] = 0;
  }
  const MatrixXd block = problem.A(support, support);
  const VectorXd part = d(support);
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> qr;
  qr.setThreshold(1e-9);
  qr.compute(block);
  const VectorXd image = block * part;
  d(support) = part - qr.solve(image);
  return d;
}

std::vector<Index> movable_rows(const BoxedLcp& problem) {
  std::vector<Index> rows;
  for (Index i = 0; i < problem.size(); ++i)
    if (problem.lo[i] < problem.hi[i]) rows.push_back(i);
  return rows;
}

// Takes the active set that the interior point shows, and corrects f on it.
void finish(const BoxedLcp& problem, const InteriorPoint& point, const std::vector<Index>& rows,
            Solution& solution) {
  ActiveSet set(problem.size(), Side::lower);
  for (std::size_t k = 0; k < rows.size(); ++k) set[rows[k]] = point.side(static_cast<Index>(k));
  correct_on_set(problem, set, solution.f);
  clip(problem, solution.f);
  ++solution.factorisations;
  solution.status = Status::solved;
}

}  // namespace

void solve_qp(const BoxedLcp& problem, const Options& options, Solution& solution) {
  solution.f = VectorXd::Zero(problem.size());
  clip(problem, solution.f);
  solution.status = Status::invalid;
  if (!is_symmetric(problem.A)) return;
  const std::vector<Index> rows = movable_rows(problem);
  InteriorPoint point(problem, rows);
  const int limit = options.max_pivots > 0 ? options.max_pivots : kIterations;
  bool positive = true;
  while (positive && solution.pivots < limit && !point.converged() && !point.diverged()) {
    positive = point.iterate();
    ++solution.pivots;
  }
  solution.factorisations = solution.pivots;
  const VectorXd reached = point.forces();
  if ((!positive && solution.pivots == 1) || !reached.allFinite()) return;
  for (std::size_t k = 0; k < rows.size(); ++k)
    solution.f[rows[k]] = reached[static_cast<Index>(k)];
  if (!point.diverged()) return finish(problem, point, rows, solution);
  solution.ray = receding_direction(problem, solution.f);
  solution.status = proves_infeasible(problem, solution.ray) ? Status::infeasible : Status::ray;
}

void solve_qp(const Lcp& problem, const Options& options, Solution& solution) {
  solve_qp(to_boxed(problem), options, solution);
}

}  // namespace perpend::lcp
