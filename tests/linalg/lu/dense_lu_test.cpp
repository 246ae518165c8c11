// SPDX-License-Identifier: Apache-2.0
#include "linalg/lu/dense_lu.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>
#include <random>

#include "heap.hpp"

namespace perpend::linalg {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

MatrixXd random_matrix(Index n, unsigned seed) {
  std::mt19937_64 random(seed);
  return MatrixXd::NullaryExpr(n, n,
                               [&] { return static_cast<double>(random() >> 11) * 0x1p-52 - 1; });
}

VectorXd solved(DenseLu& lu, MatrixXd A, VectorXd x) {
  lu.factor({A.data(), A.rows(), A.cols()});
  lu.solve(x);
  return x;
}

}  // namespace

// Two factorisations of Eigen's own as oracles: one with the same pivots, to the bit, and one with
// others. Sizes on both sides of its block of 16 and of what it multiplies in blocks.
TEST_CASE("answers are those of Eigen's partial pivoting, to the bit, one size after the other") {
  DenseLu lu;
  for (const int n : {1, 2, 15, 17, 40, 3, 96, 1, 64}) {
    CAPTURE(n);
    const MatrixXd A = random_matrix(n, static_cast<unsigned>(n));
    const VectorXd b = random_matrix(n, 1000u + static_cast<unsigned>(n)).col(0);
    const VectorXd x = solved(lu, A, b);
    CHECK(x == VectorXd(A.partialPivLu().solve(b)));
    CHECK((x - A.fullPivLu().solve(b)).norm() < 1e-9 * x.norm());
  }
}

TEST_CASE("zeros on the diagonal are pivoted away, a singular matrix gives no finite answer") {
  DenseLu lu;
  const MatrixXd exchange = MatrixXd::Identity(5, 5).rowwise().reverse();
  CHECK(solved(lu, exchange, VectorXd::LinSpaced(5, 1, 5)) == VectorXd::LinSpaced(5, 5, 1));
  CHECK_FALSE(solved(lu, MatrixXd::Zero(3, 3), VectorXd::Ones(3)).allFinite());
  CHECK(solved(lu, MatrixXd(0, 0), VectorXd(0)).size() == 0);
}

TEST_CASE("once a matrix as large was factored nothing is taken from the heap" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  DenseLu lu;
  const MatrixXd A = random_matrix(60, 1);
  MatrixXd work = A;
  VectorXd x = VectorXd::Ones(60), y = VectorXd::Ones(41);
  lu.factor({work.data(), 60, 60});
  work = A;
  const long before = heap_allocations();
  lu.factor({work.data(), 60, 60});
  lu.solve(x);
  lu.factor({work.data(), 41, 41});
  lu.solve(y);
  CHECK(heap_allocations() == before);
}

}  // namespace perpend::linalg
