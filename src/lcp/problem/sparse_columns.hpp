// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "linalg/graph/nested_dissection.hpp"

namespace perpend::lcp {

/// True if a matrix of n rows is kept by its columns where these have few entries, at most
/// most_entries() in all. In smaller and in fuller ones dense products are as fast.
inline bool suits_columns(Eigen::Index n) {
  return n >= 128;
}
inline Eigen::Index most_entries(Eigen::Index n) {
  return n * n / 8;
}

/// A symmetric matrix by the nonzero entries of its columns, all of them: what is above the
/// diagonal is stored below it too. Keeps its memory.
class SparseColumns {
 public:
  using Index = Eigen::Index;

  /// Returns false, and leaves the object unusable, where a dense A has more than `most` entries.
  bool load(const double* A, Index n, Index most);

  // Filling by entries: reserve() counts those of each column, put() adds them by ascending rows.

  void start(Index n);
  void reserve(Index column, Index entries) { next_[column] += static_cast<int>(entries); }
  Index reserved() const;
  void lay_out();
  void put(Index row, Index column, double value) {
    if (row == column) diagonal_[row] = value;
    row_[next_[column]] = static_cast<int>(row);
    value_[next_[column]++] = value;
  }

  Index size() const { return n_; }
  std::span<const int> rows(Index j) const { return pattern().column(j); }
  const double* values(Index j) const { return value_.data() + start_[j]; }
  double at(Index i, Index j) const;
  const Eigen::VectorXd& diagonal() const { return diagonal_; }
  Eigen::MatrixXd dense() const;
  linalg::ColumnPattern pattern() const {
    return {{start_.data(), static_cast<std::size_t>(n_ + 1)}, row_};
  }

 private:
  void make_room(Index entries);

  Index n_ = 0;
  std::vector<int> start_, next_, row_;
  std::vector<double> value_;
  Eigen::VectorXd diagonal_;
};

}  // namespace perpend::lcp
