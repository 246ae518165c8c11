// SPDX-License-Identifier: Apache-2.0
#include "linalg/graph/pair_blocks.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace perpend::linalg {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

// Parts of 2, 1 and 3 rows; the first and the last do not meet.
PairBlocks three_parts() {
  PairBlocks A;
  A.start = {0, 2, 3, 6};
  A.pairs = {{0, 0, 0}, {1, 0, 4}, {1, 1, 6}, {2, 1, 7}, {2, 2, 10}};
  A.values = {4, 1, 1, 5, 2, 3, 6, 7, 8, 9, 10, 11, 12, 11, 13, 14, 12, 14, 15};
  return A;
}

MatrixXd expected() {
  MatrixXd A(6, 6);
  A << 4, 1, 2, 0, 0, 0,    //
      1, 5, 3, 0, 0, 0,     //
      2, 3, 6, 7, 8, 9,     //
      0, 0, 7, 10, 11, 12,  //
      0, 0, 8, 11, 13, 14,  //
      0, 0, 9, 12, 14, 15;
  return A;
}

}  // namespace

TEST_CASE("blocks of pairs are a symmetric matrix: dense, its product, its diagonal") {
  PairBlocks A = three_parts();
  CHECK(A.size() == 6);
  CHECK(A.rows(2) == 3);
  CHECK(A.dense() == expected());
  const VectorXd f = VectorXd::LinSpaced(6, 1, 6), d = VectorXd::LinSpaced(6, 0.5, 3);
  VectorXd a = VectorXd::Ones(6);
  A.add_product(f, a);
  CHECK(a == expected() * f + VectorXd::Ones(6));
  A.add_diagonal(d);
  CHECK(A.dense() == expected() + MatrixXd(d.asDiagonal()));
  CHECK(A.is_finite());
  A.values[7] = std::numeric_limits<double>::quiet_NaN();
  CHECK(!A.is_finite());
  CHECK(PairBlocks().size() == 0);
}

}  // namespace perpend::linalg
