// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/symmetry.hpp"

#include <algorithm>
#include <cmath>

namespace perpend::lcp {
namespace {

using Eigen::Index;

// True if a block above the diagonal equals its mirror image; has no branch per entry.
bool is_mirrored(const Eigen::MatrixXd& A, Index i0, Index j0, Index rows, Index cols) {
  bool differs = false;
  for (Index j = j0; j < j0 + cols; ++j)
    for (Index i = i0; i < std::min(j, i0 + rows); ++i) differs |= A(i, j) != A(j, i);
  return !differs;
}

}  // namespace

bool is_symmetric(const Eigen::MatrixXd& A, double tolerance) {
  // The loop goes tile by tile, so that both triangles are read along their columns.
  constexpr Index kTile = 32;
  const Index n = A.cols();
  const auto close = [&](Index i, Index j) {
    return std::abs(A(i, j) - A(j, i)) <= tolerance * (std::abs(A(i, i)) + std::abs(A(j, j)));
  };
  for (Index j0 = 0; j0 < n; j0 += kTile)
    for (Index i0 = 0; i0 <= j0; i0 += kTile) {
      const Index rows = std::min(kTile, n - i0), cols = std::min(kTile, n - j0);
      if (is_mirrored(A, i0, j0, rows, cols)) continue;
      for (Index j = j0; j < j0 + cols; ++j)
        for (Index i = i0; i < i0 + rows; ++i)
          if (!close(i, j)) return false;
    }
  return true;
}

}  // namespace perpend::lcp
