// SPDX-License-Identifier: Apache-2.0
#include "linalg/graph/pair_blocks.hpp"

#include <algorithm>
#include <cmath>

namespace perpend::linalg {
namespace {

// Calls take(row, column, value) for the entries of both triangles.
template <typename Take>
void each_entry(const PairBlocks& A, const Take& take) {
  for (const auto& [second, first, begin] : A.pairs) {
    const double* value = A.values.data() + begin;
    for (Eigen::Index j = A.start[second]; j < A.start[second + 1]; ++j)
      for (Eigen::Index i = A.start[first]; i < A.start[first + 1]; ++i, ++value) {
        take(i, j, *value);
        if (first != second) take(j, i, *value);
      }
  }
}

}  // namespace

Eigen::MatrixXd PairBlocks::dense() const {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(size(), size());
  each_entry(*this, [&](Index i, Index j, double value) { A(i, j) = value; });
  return A;
}

bool PairBlocks::is_finite() const {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

void PairBlocks::add_diagonal(const Eigen::VectorXd& d) {
  for (const auto& [second, first, begin] : pairs)
    for (Index r = 0; first == second && r < rows(first); ++r)
      values[begin + r * (rows(first) + 1)] += d[start[first] + r];
}

void PairBlocks::add_product(const Eigen::VectorXd& f, Eigen::VectorXd& a) const {
  each_entry(*this, [&](Index i, Index j, double value) { a[i] += value * f[j]; });
}

}  // namespace perpend::linalg
