// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace perpend::linalg {

/// Factor A[C,C] = L D L' of a principal submatrix of a symmetric positive semidefinite A, under
/// append and removal of an index at any position in O(k²). L is unit lower triangular, D > 0.
///
/// Only independent indices enter: an index whose pivot vanishes is refused. A probe watches the
/// accuracy; when it is lost the factor is computed afresh, and both are counted.
class LdltUpdate {
 public:
  /// A pivot counts as zero when it is below `rank_tolerance` times A_ii or below its own rounding.
  explicit LdltUpdate(double rank_tolerance = 1e-14) : rank_tolerance_(rank_tolerance) {}

  /// Starts with the empty submatrix of A (n × n), which must outlive the factor's use; only the
  /// rows and columns of indices in C are read.
  void start(const Eigen::MatrixXd& A);

  Eigen::Index size() const { return static_cast<Eigen::Index>(indices_.size()); }
  /// C in the order of the rows of the factor.
  const std::vector<Eigen::Index>& indices() const { return indices_; }
  bool contains(Eigen::Index index) const { return position_[index] >= 0; }

  /// Returns false, and changes nothing, where `index` depends on C.
  bool append(Eigen::Index index);
  /// Precondition: contains(index).
  void remove(Eigen::Index index);

  /// Solves A[C,C] x = rhs, both in the order of indices(); x may be rhs.
  void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& x) const;

  /// Returns |L D L' e - A[C,C] e| / |A[C,C]| |e| for the vector e of ones (max norm, k²
  /// multiply-adds).
  double backward_error() const;

  int removals() const { return removals_; }
  /// Number of factorisations from scratch, because the probe asked for them.
  int refactorisations() const { return refactorisations_; }

 private:
  double pivot_noise(Eigen::Index index);
  void rank_one_update(Eigen::Index first, double weight);
  void refactor();
  void check();

  const Eigen::MatrixXd* A_ = nullptr;
  std::vector<Eigen::Index> indices_;     ///< k
  std::vector<Eigen::Index> position_;    ///< n, position in indices_ or -1
  Eigen::MatrixXd l_;                     ///< capacity × capacity, strictly lower part used
  Eigen::VectorXd d_;                     ///< capacity
  mutable Eigen::VectorXd work_, probe_;  ///< capacity
  double rank_tolerance_;
  int removals_ = 0;
  int removals_since_check_ = 0;
  int refactorisations_ = 0;
};

}  // namespace perpend::linalg
