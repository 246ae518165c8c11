// SPDX-License-Identifier: Apache-2.0
//
// T K = U under row and column changes (symbols in row_update.hpp), after the dense scheme of
// Gill, Golub, Murray, Saunders, "Methods for modifying matrix factorizations", Math. Comp. 28
// (1974), sections 5 and 6.
//
//   append      T <- diag(T, 1), U <- [U  T c; r' k]; the last row is zeroed from the left
//   equation e  column e of T is swept upwards into row 0; no other row then depends on equation e,
//               so row 0 of T and U and column e of T drop out. The sweep works on neighbours from
//               below, so U becomes Hessenberg and, without row 0, triangular again.
//   unknown j   column j of U drops out; the Hessenberg part to its right is swept downwards
//
// Every sweep touches each row of T and U once: 4 m² to 6 m² multiply-adds per change.
// Limits: nothing here refactors; GaussUpdate drifts (see docs/methods/gauss_update.md).
// Tried and rejected: an explicit inverse, bordered and updated by Sherman-Morrison, is 3 times
// cheaper and loses ten digits within a few hundred changes.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>

#include "linalg/update/row_update.hpp"

namespace perpend::linalg {

namespace detail {

inline Eigen::Index position_of(const std::vector<Eigen::Index>& labels, Eigen::Index label) {
  const auto found = std::find(labels.begin(), labels.end(), label);
  assert(found != labels.end());
  return found - labels.begin();
}

}  // namespace detail

template <class Elimination>
void RowUpdate<Elimination>::clear() {
  equations_.clear();
  unknowns_.clear();
}

template <class Elimination>
void RowUpdate<Elimination>::reserve(Eigen::Index size) {
  if (size <= t_.rows()) return;
  const Eigen::Index capacity = std::max<Eigen::Index>(size, 2 * t_.rows());
  t_.conservativeResize(capacity, capacity);
  u_.conservativeResize(capacity, capacity);
  work_.conservativeResize(capacity);
  equations_.reserve(static_cast<std::size_t>(capacity));
  unknowns_.reserve(static_cast<std::size_t>(capacity));
}

template <class Elimination>
void RowUpdate<Elimination>::eliminate(Eigen::Index pivot, Eigen::Index target, double a, double b,
                                       Eigen::Index first) {
  if (b == 0.0) return;
  const Elimination operation = Elimination::zeroing(a, b);
  operation.apply(&t_(pivot, 0), &t_(target, 0), size());
  operation.apply(&u_(pivot, first), &u_(target, first),
                  static_cast<Eigen::Index>(unknowns_.size()) - first);
}

template <class Elimination>
bool RowUpdate<Elimination>::append(Eigen::Index equation, Eigen::Index unknown,
                                    const Eigen::VectorXd& row, const Eigen::VectorXd& column,
                                    double corner) {
  const Eigen::Index m = size();
  assert(row.size() >= m && column.size() >= m);
  reserve(m + 1);
  u_.col(m).head(m).noalias() = t_.topLeftCorner(m, m) * column.head(m);

  // Schur complement of the border; the terms whose difference it is set the noise level.
  auto x = work_.head(m);
  x = u_.col(m).head(m);
  u_.topLeftCorner(m, m).template triangularView<Eigen::Upper>().solveInPlace(x);
  const double schur = corner - row.head(m).dot(x);
  const double terms = std::abs(corner) + row.head(m).cwiseAbs().dot(x.cwiseAbs());
  if (!(std::abs(schur) > rank_tolerance_ * terms)) return false;

  equations_.push_back(equation);
  unknowns_.push_back(unknown);
  t_.row(m).head(m).setZero();
  t_.col(m).head(m).setZero();
  t_(m, m) = 1.0;
  u_.row(m).head(m) = row.head(m).transpose();
  u_(m, m) = corner;
  absorb_row(m);
  return true;
}

template <class Elimination>
void RowUpdate<Elimination>::absorb_row(Eigen::Index target) {
  for (Eigen::Index k = 0; k < target; ++k) {
    eliminate(k, target, u_(k, k), u_(target, k), k);
    u_(target, k) = 0.0;
  }
}

template <class Elimination>
void RowUpdate<Elimination>::detach_equation(Eigen::Index position) {
  const Eigen::Index m = size();
  for (Eigen::Index k = m - 1; k > 0; --k) {
    u_(k, k - 1) = 0.0;
    eliminate(k - 1, k, t_(k - 1, position), t_(k, position), k - 1);
  }
  const Eigen::Index right = m - 1 - position;
  for (Eigen::Index i = 1; i < m; ++i) {
    double* to = &t_(i - 1, 0);
    const double* from = &t_(i, 0);
    std::copy(from, from + position, to);
    std::copy(from + position + 1, from + position + 1 + right, to + position);
    std::copy(&u_(i, i - 1), &u_(i, i - 1) + (m - i + 1), &u_(i - 1, i - 1));
  }
  equations_.erase(equations_.begin() + position);
}

template <class Elimination>
void RowUpdate<Elimination>::erase_column(Eigen::Index position) {
  const Eigen::Index columns = static_cast<Eigen::Index>(unknowns_.size());
  for (Eigen::Index i = 0; i < size(); ++i)
    std::copy(&u_(i, position) + 1, &u_(i, 0) + columns, &u_(i, position));
  unknowns_.erase(unknowns_.begin() + position);
}

template <class Elimination>
void RowUpdate<Elimination>::restore_triangle(Eigen::Index first) {
  for (Eigen::Index k = first; k + 1 < size(); ++k) {
    eliminate(k, k + 1, u_(k, k), u_(k + 1, k), k);
    u_(k + 1, k) = 0.0;
  }
}

template <class Elimination>
bool RowUpdate<Elimination>::remove(Eigen::Index equation, Eigen::Index unknown) {
  const Eigen::Index column = detail::position_of(unknowns_, unknown);
  detach_equation(detail::position_of(equations_, equation));
  erase_column(column);
  restore_triangle(column);
  return regular();
}

template <class Elimination>
bool RowUpdate<Elimination>::replace_unknown(Eigen::Index unknown, const Eigen::VectorXd& column) {
  const Eigen::Index m = size();
  const Eigen::Index position = detail::position_of(unknowns_, unknown);
  erase_column(position);
  unknowns_.push_back(unknown);
  u_.col(m - 1).head(m).noalias() = t_.topLeftCorner(m, m) * column.head(m);
  restore_triangle(position);
  return regular();
}

template <class Elimination>
bool RowUpdate<Elimination>::regular() const {
  const auto pivots = u_.topLeftCorner(size(), size()).diagonal().cwiseAbs();
  return size() == 0 || pivots.minCoeff() > rank_tolerance_ * pivots.maxCoeff();
}

template <class Elimination>
void RowUpdate<Elimination>::solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& x) const {
  const Eigen::Index m = size();
  auto work = work_.head(m);
  work.noalias() = t_.topLeftCorner(m, m) * rhs.head(m);
  u_.topLeftCorner(m, m).template triangularView<Eigen::Upper>().solveInPlace(work);
  x.head(m) = work;
}

template <class Elimination>
double RowUpdate<Elimination>::backward_error(const Eigen::MatrixXd& K) const {
  const Eigen::Index m = size();
  if (m == 0) return 0.0;
  const Eigen::MatrixXd t = t_.topLeftCorner(m, m);
  const Eigen::MatrixXd u = u_.topLeftCorner(m, m).template triangularView<Eigen::Upper>();
  return (t * K - u).norm() / (t.norm() * K.norm());
}

}  // namespace perpend::linalg
