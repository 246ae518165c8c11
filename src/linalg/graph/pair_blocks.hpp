// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace perpend::linalg {

/// A symmetric matrix by blocks: its rows form parts, one after the other, and each pair of coupled
/// parts has a block. Every part is paired with itself. Keeps its memory.
struct PairBlocks {
  using Index = Eigen::Index;
  /// Block of the rows of `first` × the rows of `second`, by columns; first <= second.
  struct Pair {
    int second, first;
    Index begin;  ///< offset in `values`
  };
  std::vector<Index> start;  ///< first row of each part, and the end of the last
  std::vector<Pair> pairs;   ///< by second, then by first
  std::vector<double> values;

  Index size() const { return start.empty() ? 0 : start.back(); }
  Index rows(int part) const { return start[part + 1] - start[part]; }
  Eigen::MatrixXd dense() const;
  bool is_finite() const;
  /// Adds diag(d) to A.
  void add_diagonal(const Eigen::VectorXd& d);
  /// Adds A f to a.
  void add_product(const Eigen::VectorXd& f, Eigen::VectorXd& a) const;
};

}  // namespace perpend::linalg
