// SPDX-License-Identifier: Apache-2.0
//
// A[C,C] = L D L' under append and removal (symbols in ldlt_update.hpp).
//
//   append   L l = a_C by forward substitution, new row D^-1 l, new pivot d = a_ii - l' D^-1 l
//   remove q row q drops out; the trailing block becomes L₂ D₂ L₂' + d_q w w', w the part of column
//            q below q: a rank-one update with positive weight, method C1 of Gill, Golub, Murray,
//            Saunders (Math. Comp. 28, 1974). Positive weights only raise pivots, so it is stable.
//
// Limits: A must be positive semidefinite; an index that depends on C cannot enter.
// Tried and rejected: LL' with rotations costs k square roots per removal and gains no digit.
#include "linalg/update/ldlt_update.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace perpend::linalg {
namespace {

// A fresh factor leaves the probe below 1e-15; this leaves three digits before starting afresh.
constexpr double kProbeLimit = 1e-12;
// One probe costs as much as one solve: every 16th removal makes it a few per cent.
constexpr int kRemovalsPerProbe = 16;
// Bound of pivot_noise() with a margin of 4; the tests' rank-deficient matrices keep their rank and
// gaps of 1e-4 in the factor of A (1e-8 in its pivots) still enter.
constexpr double kPivotNoise = 4 * std::numeric_limits<double>::epsilon();

}  // namespace

void LdltUpdate::start(const Eigen::MatrixXd& A) {
  A_ = &A;
  const Eigen::Index n = A.rows();
  indices_.clear();
  indices_.reserve(static_cast<std::size_t>(n));
  position_.assign(static_cast<std::size_t>(n), -1);
  if (n > l_.rows()) {
    l_.resize(n, n);
    d_.resize(n);
    work_.resize(n);
    probe_.resize(n);
  }
  removals_ = removals_since_check_ = refactorisations_ = 0;
}

bool LdltUpdate::append(Eigen::Index index) {
  assert(!contains(index));
  const Eigen::Index k = size();
  auto row = work_.head(k);
  for (Eigen::Index i = 0; i < k; ++i) row[i] = (*A_)(indices_[i], index);
  l_.topLeftCorner(k, k).triangularView<Eigen::UnitLower>().solveInPlace(row);
  double pivot = (*A_)(index, index);
  for (Eigen::Index i = 0; i < k; ++i) pivot -= row[i] * row[i] / d_[i];
  l_.row(k).head(k) = row.cwiseQuotient(d_.head(k)).transpose();
  if (!(pivot > std::max(rank_tolerance_ * (*A_)(index, index), pivot_noise(index)))) return false;
  d_[k] = pivot;
  position_[index] = k;
  indices_.push_back(index);
  return true;
}

// Returns the backward error of the factor seen by the pivot of a border whose scaled row of L is
// in place: |dS| <= eps (sqrt(a_ii) + sum |r_q| sqrt(a_qq))² with r = A[C,C]^-1 a_C.
double LdltUpdate::pivot_noise(Eigen::Index index) {
  const Eigen::Index k = size();
  auto r = work_.head(k);
  r = l_.row(k).head(k).transpose();
  l_.topLeftCorner(k, k).transpose().triangularView<Eigen::UnitUpper>().solveInPlace(r);
  double reach = std::sqrt(std::abs((*A_)(index, index)));
  for (Eigen::Index i = 0; i < k; ++i)
    reach += std::abs(r[i]) * std::sqrt((*A_)(indices_[i], indices_[i]));
  return kPivotNoise * reach * reach;
}

void LdltUpdate::remove(Eigen::Index index) {
  assert(contains(index));
  const Eigen::Index q = position_[index];
  const Eigen::Index below = size() - 1 - q;
  work_.head(below) = l_.col(q).segment(q + 1, below);
  const double weight = d_[q];
  for (Eigen::Index j = 0; j < q; ++j) std::copy(&l_(q, j) + 1, &l_(q, j) + 1 + below, &l_(q, j));
  for (Eigen::Index j = q; j + 1 < size(); ++j) {
    std::copy(&l_(j + 1, j + 1) + 1, &l_(0, j + 1) + size(), &l_(j, j) + 1);
    d_[j] = d_[j + 1];
  }
  indices_.erase(indices_.begin() + q);
  position_[index] = -1;
  for (Eigen::Index i = q; i < size(); ++i) position_[indices_[i]] = i;
  rank_one_update(q, weight);
  ++removals_;
  check();
}

// Updates the factor to that of L D L' + weight w w' on rows `first` and below; w is in work_.
void LdltUpdate::rank_one_update(Eigen::Index first, double weight) {
  double alpha = weight;
  for (Eigen::Index j = first; j < size(); ++j) {
    const Eigen::Index below = size() - 1 - j;
    const double p = work_[j - first];
    const double pivot = d_[j] + alpha * p * p;
    const double beta = alpha * p / pivot;
    alpha *= d_[j] / pivot;
    d_[j] = pivot;
    auto w = work_.segment(j - first + 1, below);
    auto column = l_.col(j).segment(j + 1, below);
    w -= p * column;
    column += beta * w;
  }
}

void LdltUpdate::check() {
  if (++removals_since_check_ < kRemovalsPerProbe) return;
  removals_since_check_ = 0;
  if (!(backward_error() <= kProbeLimit)) refactor();
}

// Factors afresh. Indices that turn out dependent on the others leave C.
void LdltUpdate::refactor() {
  const std::vector<Eigen::Index> wanted = indices_;
  for (const Eigen::Index index : wanted) position_[index] = -1;
  indices_.clear();
  for (const Eigen::Index index : wanted) append(index);
  ++refactorisations_;
}

void LdltUpdate::solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& x) const {
  const Eigen::Index k = size();
  auto y = work_.head(k);
  y = rhs.head(k);
  const auto l = l_.topLeftCorner(k, k);
  l.triangularView<Eigen::UnitLower>().solveInPlace(y);
  y.array() /= d_.head(k).array();
  l.transpose().triangularView<Eigen::UnitUpper>().solveInPlace(y);
  x.head(k) = y;
}

double LdltUpdate::backward_error() const {
  const Eigen::Index k = size();
  if (k == 0) return 0.0;
  auto product = work_.head(k);
  product.setOnes();
  const auto l = l_.topLeftCorner(k, k);
  product = l.transpose().triangularView<Eigen::UnitUpper>() * product;
  product.array() *= d_.head(k).array();
  product = l.triangularView<Eigen::UnitLower>() * product;
  double largest = 0.0;
  for (Eigen::Index i = 0; i < k; ++i) {
    double sum = 0.0, terms = 0.0;
    for (Eigen::Index j = 0; j < k; ++j) {
      const double entry = (*A_)(indices_[j], indices_[i]);
      sum += entry;
      terms += std::abs(entry);
    }
    probe_[i] = std::abs(product[i] - sum);
    largest = std::max(largest, terms);
  }
  return probe_.head(k).maxCoeff() / largest;
}

}  // namespace perpend::linalg
