// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace perpend::linalg {

/// Inverse Cholesky factor Z = L⁻¹ of a principal submatrix A_CC = L Lᵀ of a symmetric positive
/// semidefinite matrix A, kept while indices enter C at the end and leave it from any position,
/// O(k²) each (k = |C|). Errors grow with the condition number of L, the square root of that of
/// A_CC.
///
/// Row i of Z is stored packed, zero-padded to a multiple of 8 doubles and 64-byte aligned
/// (docs/methods/inverse_cholesky.md). "Aligned" arguments below are 64-byte aligned with room for
/// padded_size() entries (times 8 for blocks of 8 columns, stored row by row), and what is read
/// of them beyond k is zero. Nothing allocates but reserve(), and append() beyond the capacity.
class InverseCholesky {
 public:
  using Index = Eigen::Index;

  /// Makes room for submatrices of `capacity` rows; never shrinks.
  void reserve(Index capacity);
  /// Empties C; the capacity stays.
  void clear() {
    order_.clear();
    first_.clear();
  }

  Index size() const { return static_cast<Index>(order_.size()); }
  Index padded_size() const { return (size() + 7) / 8 * 8; }
  /// Returns C in the order of the rows of Z.
  std::span<const Index> order() const { return order_; }
  /// Returns row i of Z: i + 1 entries, then zeros up to a multiple of 8.
  const double* row(Index i) const { return z_.data() + offset(i); }
  /// Returns a column before which row i of Z is zero.
  Index first(Index i) const { return first_[i]; }

  /// Adds p to C, given aligned r = A_CC⁻¹ A_Cp (zero beyond k) and diagonal = 1 / sqrt(s) of the
  /// pivot s = A_pp - r · A_Cp > 0.
  void append(Index p, const double* r, double diagonal);
  /// Removes the entry of C at `position`; the plane rotations are kept for rotate().
  void remove(Index position);
  /// Applies the rotations of the last remove() to an aligned y = Z v of the old size (k + 1);
  /// returns the component that left.
  double rotate(double* y) const;
  /// Same for 8 columns G, (k + 1) × 8; the 8 components that left go to `dropped`, aligned.
  void rotate_block(double* G, double* dropped) const;
  /// Computes y = Z v, all aligned.
  void multiply(const double* v, double* y) const;
  /// Computes x = Zᵀ y, aligned; y_i is read at y[i * stride].
  void multiply_transposed(const double* y, Index stride, double* x) const;
  /// Computes G = Z W for 8 columns, all aligned.
  void multiply_block(const double* W, double* G) const;
  /// Same where only the rows of W in `rows`, ascending, are not zero.
  void multiply_block(const double* W, std::span<const Index> rows, double* G) const;
  /// Adds s times row i of Z to x; x aligned.
  void add_row(Index i, double s, double* x) const;
  /// Computes R = Zᵀ G for 8 columns, all aligned.
  void multiply_transposed_block(const double* G, double* R) const;

 private:
  static Index offset(Index i) {
    const Index q = i / 8, m = i % 8;
    return 8 * (q + 1) * (4 * q + m);
  }
  Index first_of_block(Index q) const;
  void prepare_rotations(Index position);
  void rotate_row(Index i, Index start, double* leaving);

  Index capacity_ = 0;
  std::vector<Index> order_;  // C
  std::vector<Index> first_;  // by row: no entry before this column
  Eigen::VectorXd z_;         // packed rows
  Eigen::VectorXd cosine_;    // rotations of the last remove(), by row
  Eigen::VectorXd sine_;
  Eigen::VectorXd leaving_;  // the row on its way out, padded capacity
  Index removed_ = 0;        // position of the last remove()
};

}  // namespace perpend::linalg
