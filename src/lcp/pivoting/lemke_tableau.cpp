// SPDX-License-Identifier: Apache-2.0
//
// Lemke's complementary pivoting with the lexicographic rule (Cottle, Pang, Stone 1992, section
// 4.4) on a condensed tableau. The columns of the variables that were basic at the start hold the
// inverse of the basis, so the lexicographic comparison needs no further memory.
//
// Rank-deficient contact problems tie at nearly every pivot. Ties are judged with a tolerance: z0
// wins them (it ends the path), then the lexicographic order among pivots above rounding. Rounding
// error accumulates over the path; the caller restarts from the final basis with a fresh
// factorisation until the basic solution is feasible (lemke.cpp).
#include "lcp/pivoting/lemke_tableau.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/kernels/dense_factors.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Entries are O(1) after equilibration and grow with the condition of the basis, at most a few
// thousand on contact problems: 1e-11 is above their rounding noise and far below real entries.
constexpr double kPivotTolerance = 1e-11;
constexpr double kTieTolerance = 1e-11;

}  // namespace

int LemkeTableau::complement(int variable) const {
  const int n = static_cast<int>(size());
  return variable < n ? variable + n : variable - n;
}

bool LemkeTableau::start(const MatrixXd& M, const VectorXd& q, const std::vector<bool>& basic_z) {
  const Index n = q.size();
  pivots_ = 0;
  std::vector<Index> C, N;
  for (Index i = 0; i < n; ++i) (basic_z[i] ? C : N).push_back(i);
  table_.resize(n, n + 1);
  rhs_.resize(n);
  basic_.assign(n, 0);
  nonbasic_.assign(n + 1, 0);
  for (Index i = 0; i < n; ++i) {
    basic_[i] = static_cast<int>(basic_z[i] ? n + i : i);
    nonbasic_[i] = static_cast<int>(basic_z[i] ? i : n + i);
  }
  nonbasic_[n] = static_cast<int>(2 * n);
  started_ = basic_;
  // This is the principal transform of (M, q) by C, with the sign of basic = rhs - table nonbasic.
  table_.leftCols(n) = -M;
  rhs_ = q;
  if (!C.empty()) {
    const Eigen::PartialPivLU<MatrixXd> lu(M(C, C));
    const VectorXd pivots = lu.matrixLU().diagonal().cwiseAbs();
    if (!(pivots.minCoeff() > 1e-13 * pivots.maxCoeff())) return false;
    const MatrixXd inverse = lu.inverse();
    const VectorXd z = -lu.solve(q(C));
    const MatrixXd across = lu.solve(M(C, N).eval());
    const MatrixXd below = M(N, C) * inverse;
    rhs_(C) = z;
    rhs_(N) = q(N) + M(N, C) * z;
    table_(C, C) = -inverse;
    table_(C, N) = across;
    table_(N, C) = -below;
    table_(N, N) = -(M(N, N) - M(N, C) * across);
  }
  row_of_.assign(2 * n + 1, -1);
  column_of_.assign(2 * n + 1, -1);
  for (Index i = 0; i < n; ++i) row_of_[basic_[i]] = i;
  for (Index i = 0; i <= n; ++i) column_of_[nonbasic_[i]] = i;
  ray_column_ = -1;
  return rhs_.allFinite() && table_.leftCols(n).allFinite();
}

double LemkeTableau::inverse_entry(Index row, int start_variable) const {
  const Index column = column_of_[start_variable];
  if (column >= 0) return table_(row, column);
  return basic_[row] == start_variable ? 1.0 : 0.0;
}

bool LemkeTableau::lexicographically_less(Index i, Index k, Index column) const {
  const double pi = table_(i, column), pk = table_(k, column);
  for (const int variable : started_) {
    const double left = inverse_entry(i, variable) / pi, right = inverse_entry(k, variable) / pk;
    const double gap = left - right;
    if (std::abs(gap) > kTieTolerance * (std::abs(left) + std::abs(right) + 1)) return gap < 0;
  }
  return pi > pk;
}

Index LemkeTableau::first_row(const VectorXd& cover) const {
  Index best = 0;
  for (Index i = 1; i < size(); ++i)
    if (rhs_[i] / cover[i] <= rhs_[best] / cover[best]) best = i;
  return best;
}

Index LemkeTableau::leaving_row(Index column) const {
  const Index n = size();
  const double largest = table_.col(column).maxCoeff();
  const double smallest = kPivotTolerance * std::max(1.0, largest);
  double step = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < n; ++i)
    if (table_(i, column) > smallest)
      step = std::min(step, std::max(0.0, rhs_[i]) / table_(i, column));
  if (!std::isfinite(step)) return -1;
  const double noise = kTieTolerance * (1 + rhs_.cwiseAbs().maxCoeff());
  const Index z0 = row_of_[2 * n];
  const auto ties = [&](Index i) {
    return table_(i, column) > smallest && rhs_[i] - step * table_(i, column) <= noise;
  };
  if (ties(z0)) return z0;
  Index best = -1;
  for (Index i = 0; i < n; ++i)
    if (ties(i) && (best < 0 || lexicographically_less(i, best, column))) best = i;
  return best;
}

void LemkeTableau::pivot(Index row, Index column) {
  const double inverse = 1 / table_(row, column);
  const VectorXd entering = table_.col(column);
  table_.row(row) *= inverse;
  rhs_[row] *= inverse;
  const Eigen::RowVectorXd pivot_row = table_.row(row);
  const double level = rhs_[row];
  for (Index j = 0; j < table_.cols(); ++j)
    if (pivot_row[j] != 0) table_.col(j) -= pivot_row[j] * entering;
  rhs_ -= level * entering;
  table_.col(column) = -inverse * entering;
  table_.row(row) = pivot_row;
  table_(row, column) = inverse;
  rhs_[row] = level;
  std::swap(basic_[row], nonbasic_[column]);
  row_of_[basic_[row]] = row;
  column_of_[basic_[row]] = -1;
  column_of_[nonbasic_[column]] = column;
  row_of_[nonbasic_[column]] = -1;
  ++pivots_;
}

LemkeTableau::Outcome LemkeTableau::run(const VectorXd& cover, int max_pivots) {
  const Index n = size();
  table_.col(n) = -cover;
  pivots_ = 0;
  Index row = first_row(cover), column = n;
  while (pivots_ < max_pivots) {
    const int leaving = basic_[row];
    pivot(row, column);
    if (leaving == 2 * n) return Outcome::complementary;
    column = column_of_[complement(leaving)];
    row = leaving_row(column);
    if (row < 0) {
      ray_column_ = column;
      return Outcome::ray;
    }
  }
  return Outcome::limit;
}

std::vector<bool> LemkeTableau::basic_z() const {
  const Index n = size();
  std::vector<bool> flags(n);
  for (Index i = 0; i < n; ++i) flags[i] = row_of_[n + i] >= 0;
  return flags;
}

VectorXd LemkeTableau::z() const {
  const Index n = size();
  VectorXd value = VectorXd::Zero(n);
  for (Index i = 0; i < n; ++i)
    if (row_of_[n + i] >= 0) value[i] = std::max(0.0, rhs_[row_of_[n + i]]);
  return value;
}

VectorXd LemkeTableau::ray() const {
  const Index n = size();
  VectorXd value = VectorXd::Zero(n);
  for (Index i = 0; i < n; ++i) {
    if (row_of_[n + i] >= 0)
      value[i] = std::max(0.0, -table_(row_of_[n + i], ray_column_));
    else if (column_of_[n + i] == ray_column_)
      value[i] = 1;
  }
  return value;
}

}  // namespace perpend::lcp
