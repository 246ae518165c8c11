// SPDX-License-Identifier: Apache-2.0
#include "linalg/update/inverse_cholesky.hpp"

#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <limits>
#include <random>

#include "relative.hpp"

namespace perpend::linalg {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Uniform in [-1, 1) from the bits alone, the same on every standard library.
double uniform(std::mt19937_64& random) {
  return std::ldexp(double(random() >> 11), -52) - 1;
}
Index below(std::mt19937_64& random, Index n) {
  return static_cast<Index>(random() % n);
}

MatrixXd random_matrix(std::mt19937_64& random, Index rows, Index cols) {
  MatrixXd m(rows, cols);
  for (double& entry : m.reshaped()) entry = uniform(random);
  return m;
}

MatrixXd submatrix(const MatrixXd& A, std::span<const Index> C) {
  MatrixXd sub(C.size(), C.size());
  for (std::size_t i = 0; i < C.size(); ++i)
    for (std::size_t j = 0; j < C.size(); ++j) sub(i, j) = A(C[i], C[j]);
  return sub;
}

MatrixXd dense(const InverseCholesky& factor) {
  MatrixXd Z = MatrixXd::Zero(factor.size(), factor.size());
  for (Index i = 0; i < factor.size(); ++i)
    for (Index j = 0; j <= i; ++j) Z(i, j) = factor.row(i)[j];
  return Z;
}

// C += p, as Keller's method does: false, and nothing changes, where the pivot is within
// `tolerance` backward errors of the difference that it is.
bool append(InverseCholesky& factor, const MatrixXd& A, Index p, double tolerance = 2.0) {
  const Index k = factor.size(), rows = factor.padded_size();
  VectorXd column = VectorXd::Zero(rows), l(rows), r(rows);
  for (Index i = 0; i < k; ++i) column[i] = A(factor.order()[i], p);
  factor.multiply(column.data(), l.data());
  factor.multiply_transposed(l.data(), 1, r.data());
  double scale = std::sqrt(A(p, p));
  for (Index i = 0; i < k; ++i) {
    const Index q = factor.order()[i];
    scale += std::abs(r[i]) * std::sqrt(A(q, q));
  }
  const double pivot = A(p, p) - l.head(k).squaredNorm();
  const double error = std::numeric_limits<double>::epsilon() * scale * scale;
  if (!(pivot > tolerance * error)) return false;
  factor.append(p, r.data(), 1 / std::sqrt(pivot));
  return true;
}

bool padding_is_zero(const InverseCholesky& factor) {
  for (Index i = 0; i < factor.size(); ++i)
    for (Index j = i + 1; j < (i + 8) / 8 * 8; ++j)
      if (factor.row(i)[j] != 0) return false;
  return true;
}

// A random walk of appends and removals over C; every state is compared with Eigen's factor.
// Returns the worst error of Z relative to |L⁻¹|, in units of eps cond(A_CC) with the worst
// condition the walk has met so far: what a near singular C has lost stays lost when it recovers.
double worst_error(const MatrixXd& A, std::mt19937_64& random, int steps) {
  InverseCholesky factor;
  double worst = 0, condition = 1;
  for (int step = 0; step < steps; ++step) {
    const Index p = below(random, A.rows());
    const auto C = factor.order();
    const bool inside = std::find(C.begin(), C.end(), p) != C.end();
    if (!inside && below(random, 3) > 0) {
      append(factor, A, p, 1e6);
    } else if (factor.size() > 0) {
      factor.remove(below(random, factor.size()));
    }
    if (factor.size() == 0) continue;
    if (!padding_is_zero(factor)) return std::numeric_limits<double>::infinity();
    const Eigen::LLT<MatrixXd> reference(submatrix(A, factor.order()));
    const MatrixXd L = reference.matrixL();
    const MatrixXd inverse =
        L.triangularView<Eigen::Lower>().solve(MatrixXd::Identity(factor.size(), factor.size()));
    condition = std::max(condition, (L.norm() * inverse.norm()) * (L.norm() * inverse.norm()));
    const double error = (dense(factor) - inverse).norm() / inverse.norm();
    worst = std::max(worst, error / (condition * std::numeric_limits<double>::epsilon()));
  }
  return worst;
}

}  // namespace

TEST_CASE("a 2 x 2 factor in closed form, then each index removed") {
  const MatrixXd A{{4, 2}, {2, 10}};
  InverseCholesky factor;
  CHECK(append(factor, A, 0));
  CHECK(append(factor, A, 1));
  CHECK(dense(factor).isApprox(MatrixXd{{0.5, 0}, {-1.0 / 6, 1.0 / 3}}, 1e-15));
  InverseCholesky other = factor;
  factor.remove(0);
  CHECK(factor.row(0)[0] == relative(1 / std::sqrt(10.0), 1e-15));
  other.remove(1);
  CHECK(other.row(0)[0] == 0.5);
  other.remove(0);
  CHECK(other.size() == 0);
}

TEST_CASE("2000 random walks of appends and removals agree with Eigen's Cholesky") {
  std::mt19937_64 random(1);
  double worst = 0;
  for (int walk = 0; walk < 2000; ++walk) {
    const Index n = 1 + below(random, 30);
    const MatrixXd J = random_matrix(random, n, n + 2);
    worst = std::max(worst, worst_error(J * J.transpose(), random, 60));
  }
  CHECK(worst < 4);  // measured 0.4
}

TEST_CASE("walks over rank-deficient matrices with nearly dependent rows stay accurate") {
  std::mt19937_64 random(2);
  double worst = 0;
  for (int walk = 0; walk < 500; ++walk) {
    const Index n = 4 + below(random, 36), rank = 2 + below(random, n / 2);
    MatrixXd J = random_matrix(random, n, rank);
    // Pairs that differ by 1e-3 to 1e-5 and exact copies.
    for (Index i = 0; i + 1 < n; i += 4)
      J.row(i + 1) = J.row(i) + std::pow(10.0, -3.0 - double(below(random, 3))) *
                                    random_matrix(random, 1, rank).row(0);
    J.row(n - 1) = J.row(0);
    worst = std::max(worst, worst_error(J * J.transpose(), random, 120));
  }
  CHECK(worst < 1000);  // measured 72
}

// Islands of 12 rows each: rows of one see nothing of another, whatever has entered and left.
TEST_CASE("where A is sparse rows start late, and kernels that skip zeros lose nothing") {
  std::mt19937_64 random(5);
  const Index island = 12, n = 5 * island;
  MatrixXd A = MatrixXd::Zero(n, n);
  for (Index i = 0; i < n; i += island) {
    const MatrixXd J = random_matrix(random, island, island + 2);
    A.block(i, i, island, island) = J * J.transpose();
  }
  CHECK(worst_error(A, random, 400) < 4);
  InverseCholesky factor;
  for (Index p = 0; p < n; ++p) append(factor, A, p);
  for (int step = 0; step < 30; ++step) {
    if (step % 3 > 0) factor.remove(below(random, factor.size()));
    for (Index i = 0; i < factor.size(); ++i)
      for (Index j = 0; j < factor.first(i); ++j) CHECK(factor.row(i)[j] == 0);
    const Index k = factor.padded_size(), row = below(random, factor.size());
    VectorXd W = VectorXd::Zero(8 * k + 8), G(8 * k + 8), sparse(8 * k + 8), x = VectorXd::Zero(k);
    const std::vector<Index> rows{row / 2, row};
    for (const Index q : rows)
      for (int m = 0; m < 8; ++m) W[8 * q + m] = uniform(random);
    factor.multiply_block(W.data(), G.data());
    factor.multiply_block(W.data(), std::span(rows).last(row / 2 == row ? 1 : 2), sparse.data());
    CHECK(G.head(8 * k) == sparse.head(8 * k));
    factor.add_row(row, 2.0, x.data());
    for (Index j = 0; j <= row; ++j) CHECK(x[j] == 2 * factor.row(row)[j]);
  }
  CHECK(factor.first(factor.size() - 1) > n / 3);
}

TEST_CASE("dependent rows are refused, at most rank many enter") {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const Index n = 2 + below(random, 40), rank = 1 + below(random, n);
    const MatrixXd J = random_matrix(random, n, rank), A = J * J.transpose();
    InverseCholesky factor;
    for (Index i = 0; i < n; ++i) append(factor, A, i, 8);
    CHECK(factor.size() == rank);
    CHECK_FALSE(append(factor, A, factor.order()[0]));
  }
}

TEST_CASE("rotations carry y = Z v and G = Z W through a removal") {
  std::mt19937_64 random(6);
  for (int trial = 0; trial < 200; ++trial) {
    const Index n = 2 + below(random, 40);
    const MatrixXd J = random_matrix(random, n, n), A = J * J.transpose();
    InverseCholesky factor;
    for (Index i = 0; i < n; ++i) append(factor, A, i);
    const Index k = factor.size(), rows = factor.padded_size(), q = below(random, k);
    Eigen::Matrix<double, 8, Eigen::Dynamic> W(8, rows), G(8, rows), R(8, rows);
    W.setZero();
    for (Index i = 0; i < k; ++i) W.col(i) = random_matrix(random, 8, 1);
    VectorXd v = W.row(3).transpose(), y(rows), expected(rows), back(rows);
    factor.multiply(v.data(), y.data());
    factor.multiply_block(W.data(), G.data());
    CHECK((dense(factor) * W.leftCols(k).transpose() - G.leftCols(k).transpose()).norm() <
          1e-13 * G.norm());
    CHECK((y - G.row(3).transpose()).norm() <= 1e-13 * y.norm());
    factor.multiply_transposed(G.data() + 3, 8, back.data());
    factor.multiply_transposed_block(G.data(), R.data());
    CHECK((R.row(3).transpose() - back).norm() <= 1e-12 * back.norm());
    CHECK((dense(factor).transpose() * y.head(k) - back.head(k)).norm() <= 1e-12 * back.norm());

    factor.remove(q);
    alignas(64) double dropped[8];
    factor.rotate_block(G.data(), dropped);
    CHECK(factor.rotate(y.data()) == relative(dropped[3], 1e-9));
    for (Index i = q; i + 1 < k; ++i) v[i] = v[i + 1];
    v[k - 1] = 0;
    if (k == 1) continue;
    factor.multiply(v.data(), expected.data());
    CHECK((expected - y).head(k - 1).norm() <= 1e-9 * y.norm());
  }
}

}  // namespace perpend::linalg
