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

// False where a pivot is zero or not finite. Those of the interior point, of open contacts and of
// sticking ones, which is all but those that slide, are diagonal.
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

}  // namespace

bool condense_block(const ConeBlock& block, const Matrix3d& A, const Matrix3d& B, double shift,
                    Matrix3d& inverse, Matrix3d& Theta) {
  const bool regular = invert(A + shift * Matrix3d::Identity(), block.rows, inverse);
  Matrix3d own = Matrix3d::Zero();
  own.topLeftCorner(block.rows, block.rows) = B.topLeftCorner(block.rows, block.rows);
  Theta.noalias() = inverse * own;
  return regular;
}

}  // namespace perpend::lcp
