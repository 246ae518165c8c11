// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/operator/condense.hpp"

#include <Eigen/LU>
#include <cmath>

namespace perpend::lcp {
namespace {

using Eigen::Matrix3d;

bool is_diagonal(const Matrix3d& P) {
  return P(1, 0) == 0 && P(2, 0) == 0 && P(2, 1) == 0 && P(0, 1) == 0 && P(0, 2) == 0 &&
         P(1, 2) == 0;
}

// Returns false where a pivot is zero or not finite. P is diagonal in the interior point and for
// open and sticking contacts, that is for all but those that slide.
bool invert(const Matrix3d& P, int rows, Matrix3d& inverse) {
  inverse.setZero();
  if (rows == 3 && is_diagonal(P)) {
    inverse.diagonal() = P.diagonal().cwiseInverse();
    return inverse.diagonal().allFinite();
  }
  if (rows == 1) {
    inverse(0, 0) = 1.0 / P(0, 0);
    return std::isfinite(inverse(0, 0));
  }
  Matrix3d padded = Matrix3d::Identity();
  padded.topLeftCorner(rows, rows) = P.topLeftCorner(rows, rows);
  const Matrix3d all = Eigen::PartialPivLU<Matrix3d>(padded).inverse();
  inverse.topLeftCorner(rows, rows) = all.topLeftCorner(rows, rows);
  return inverse.allFinite();
}

// Computes Theta where the inverse is diagonal.
void scale_rows(const Matrix3d& inverse, const Matrix3d& B, Matrix3d& Theta) {
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) Theta(i, j) = inverse(i, i) * B(i, j);
}

}  // namespace

bool condense_block(const ConeBlock& block, const Matrix3d& A, const Matrix3d& B, double shift,
                    Matrix3d& inverse, Matrix3d& Theta) {
  const Matrix3d P = A + shift * Matrix3d::Identity();
  const bool regular = invert(P, block.rows, inverse);
  if (block.rows == 3 && is_diagonal(P)) {
    scale_rows(inverse, B, Theta);
    return regular;
  }
  Matrix3d own = Matrix3d::Zero();
  own.topLeftCorner(block.rows, block.rows) = B.topLeftCorner(block.rows, block.rows);
  Theta.noalias() = inverse * own;
  return regular;
}

}  // namespace perpend::lcp
