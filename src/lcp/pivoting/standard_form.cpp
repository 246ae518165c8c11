// SPDX-License-Identifier: Apache-2.0
#include "lcp/pivoting/standard_form.hpp"

#include <cmath>

#include "linalg/kernels/dense_factors.hpp"

namespace perpend::lcp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

StandardForm::StandardForm(const BoxedLcp& problem) {
  classify(problem);
  eliminate(problem.A, problem.b + problem.A * offset_);
}

void StandardForm::classify(const BoxedLcp& problem) {
  const Index n = problem.size();
  offset_ = VectorXd::Zero(n);
  sign_ = VectorXd::Ones(n);
  span_ = VectorXd::Zero(n);
  for (Index i = 0; i < n; ++i) {
    const bool below = std::isfinite(problem.lo[i]), above = std::isfinite(problem.hi[i]);
    if (below || above) offset_[i] = below ? problem.lo[i] : problem.hi[i];
    if (!below) sign_[i] = -1;
    if (!below && !above) {
      free_rows_.push_back(i);
    } else if (problem.lo[i] < problem.hi[i]) {
      if (below && above) two_sided_.push_back(static_cast<Index>(bounded_.size()));
      if (below && above) span_[i] = problem.hi[i] - problem.lo[i];
      bounded_.push_back(i);
    } else {
      fixed_.push_back(i);
    }
  }
}

void StandardForm::eliminate(const MatrixXd& A, const VectorXd& b) {
  Eigen::FullPivLU<MatrixXd> full;
  if (!free_rows_.empty()) full.compute(A(free_rows_, free_rows_));
  const Index rank = free_rows_.empty() ? 0 : full.rank();
  std::vector<Index> rows(rank);
  free_columns_.resize(rank);
  for (Index i = 0; i < static_cast<Index>(free_rows_.size()); ++i) {
    const Index at = full.permutationP().indices()[i];
    if (at < rank) rows[at] = free_rows_[i];
  }
  for (Index k = 0; k < rank; ++k) free_columns_[k] = free_rows_[full.permutationQ().indices()[k]];
  free_rows_ = rows;

  const Index bounded = static_cast<Index>(bounded_.size());
  const Index two_sided = static_cast<Index>(two_sided_.size());
  elimination_.resize(rank, bounded);
  constant_.resize(rank);
  if (rank > 0) {
    const Eigen::PartialPivLU<MatrixXd> lu(A(free_rows_, free_columns_));
    // Eigen's triangular solve takes the address of the first entry, also where there is none.
    if (bounded > 0) elimination_ = -lu.solve(A(free_rows_, bounded_).eval());
    constant_ = -lu.solve(b(free_rows_).eval());
  }
  const auto S = sign_(bounded_).asDiagonal();
  const MatrixXd coupling = A(bounded_, free_columns_);
  M_ = MatrixXd::Zero(bounded + two_sided, bounded + two_sided);
  M_.topLeftCorner(bounded, bounded) = S * (A(bounded_, bounded_) + coupling * elimination_) * S;
  q_.resize(bounded + two_sided);
  q_.head(bounded) = S * (b(bounded_) + coupling * constant_);
  for (Index k = 0; k < two_sided; ++k) {
    M_(two_sided_[k], bounded + k) = 1;
    M_(bounded + k, two_sided_[k]) = -1;
    q_[bounded + k] = span_[bounded_[two_sided_[k]]];
  }
}

ActiveSet StandardForm::active_set(const std::vector<bool>& basic_z) const {
  ActiveSet set(offset_.size(), Side::clamped);
  for (const Index i : fixed_) set[i] = Side::lower;
  for (std::size_t k = 0; k < bounded_.size(); ++k)
    if (!basic_z[k]) set[bounded_[k]] = sign_[bounded_[k]] > 0 ? Side::lower : Side::upper;
  for (std::size_t k = 0; k < two_sided_.size(); ++k) {
    const Index row = bounded_[two_sided_[k]];
    if (set[row] == Side::clamped && basic_z[bounded_.size() + k]) set[row] = Side::upper;
  }
  return set;
}

VectorXd StandardForm::direction(const VectorXd& z) const {
  VectorXd f = VectorXd::Zero(offset_.size());
  const VectorXd moved = sign_(bounded_).cwiseProduct(z.head(static_cast<Index>(bounded_.size())));
  f(bounded_) = moved;
  f(free_columns_) = elimination_ * moved;
  return f;
}

VectorXd StandardForm::point(const VectorXd& z) const {
  VectorXd f = direction(z) + offset_;
  f(free_columns_) += constant_;
  return f;
}

}  // namespace perpend::lcp
