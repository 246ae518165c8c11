// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace perpend::linalg {

/// Dense factor T K = U of a square, unsymmetric K that grows, shrinks and changes row by row and
/// column by column; U is upper triangular and T the product of all row operations so far, dense.
///
/// Rows of K are called equations, columns unknowns; both carry the caller's labels, and their
/// orders are independent: removing and replacing may permute them. `Elimination` is the operation
/// on two rows that zeroes one entry: a rotation (OrthogonalUpdate) or an elementary elimination
/// with interchange (GaussUpdate). Every change costs O(m²), a solve m² multiply-adds and a half.
///
/// Changes that would leave K singular return false; see each for the state they leave behind.
template <class Elimination>
class RowUpdate {
 public:
  /// A pivot counts as zero when it is below `rank_tolerance` times the terms it came from.
  explicit RowUpdate(double rank_tolerance = 1e-10) : rank_tolerance_(rank_tolerance) {}

  void clear();
  /// Makes room for `size` rows, so that changes up to that size do not allocate.
  void reserve(Eigen::Index size);

  Eigen::Index size() const { return static_cast<Eigen::Index>(equations_.size()); }
  /// Labels in the order that append, replace and solve expect of their vectors.
  const std::vector<Eigen::Index>& equations() const { return equations_; }
  const std::vector<Eigen::Index>& unknowns() const { return unknowns_; }

  /// Borders K by a row (in the order of unknowns()), a column (in the order of equations()) and
  /// their common entry. A dependent border is refused: returns false, nothing is changed.
  bool append(Eigen::Index equation, Eigen::Index unknown, const Eigen::VectorXd& row,
              const Eigen::VectorXd& column, double corner);
  /// Deletes one equation and one unknown. Returns false where the rest is singular; clear() or
  /// change it again.
  bool remove(Eigen::Index equation, Eigen::Index unknown);
  /// Takes a new column (in the order of equations()) for `unknown`, which becomes the last one.
  /// Returns false where K is singular now; solve() must not be called before another change makes
  /// it regular.
  bool replace_unknown(Eigen::Index unknown, const Eigen::VectorXd& column);

  /// Solves K x = rhs; rhs in the order of equations(), x in the order of unknowns().
  void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& x) const;

  /// Returns ‖T K - U‖ / (‖T‖ ‖K‖) in the Frobenius norm, for the caller's K (equations ×
  /// unknowns).
  double backward_error(const Eigen::MatrixXd& K) const;

 private:
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  void eliminate(Eigen::Index pivot, Eigen::Index target, double a, double b, Eigen::Index first);
  void detach_equation(Eigen::Index position);
  void absorb_row(Eigen::Index target);
  void erase_column(Eigen::Index position);
  void restore_triangle(Eigen::Index first);
  bool regular() const;

  std::vector<Eigen::Index> equations_, unknowns_;
  RowMajor t_;  ///< capacity × capacity, the leading size() × size() block is T
  RowMajor u_;  ///< capacity × capacity, the leading size() × size() upper triangle is U
  mutable Eigen::VectorXd work_;  ///< capacity
  double rank_tolerance_;
};

}  // namespace perpend::linalg
