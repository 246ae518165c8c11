// SPDX-License-Identifier: Apache-2.0
#include "linalg/update/ldlt_update.hpp"

#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "linalg/random.hpp"

namespace perpend::linalg {
namespace {

Eigen::MatrixXd principal(const Eigen::MatrixXd& A, const std::vector<Eigen::Index>& C) {
  Eigen::MatrixXd sub(C.size(), C.size());
  for (std::size_t i = 0; i < C.size(); ++i)
    for (std::size_t j = 0; j < C.size(); ++j) sub(i, j) = A(C[i], C[j]);
  return sub;
}

// Appends where the index is out, removes where it is in; true unless a dependent index was
// refused.
bool toggle(LdltUpdate& factor, Eigen::Index index) {
  if (!factor.contains(index)) return factor.append(index);
  factor.remove(index);
  return true;
}

double worst_solve(const LdltUpdate& factor, const Eigen::MatrixXd& A, Random& random) {
  const Eigen::Index k = factor.size();
  if (k == 0) return 0.0;
  const Eigen::VectorXd rhs = random.vector(k);
  Eigen::VectorXd x(k);
  factor.solve(rhs, x);
  const Eigen::MatrixXd sub = principal(A, factor.indices());
  return (sub * x - rhs).norm() / (sub.norm() * x.norm() + rhs.norm());
}

// All 40 indices of a definite matrix, which then is `changed` under the factor: it notices that
// when 16 have left.
template <typename Change>
void change_under(LdltUpdate& factor, Eigen::MatrixXd& A, Random& random, Change changed) {
  const Eigen::MatrixXd G = random.matrix(40, 40);
  A = G * G.transpose();
  factor.start(A);
  for (Eigen::Index i = 0; i < 40; ++i) factor.append(i);
  changed();
  for (Eigen::Index i = 0; i < 16; ++i) factor.remove(2 * i);
}

}  // namespace

TEST_CASE("LDL' follows 8000 random appends and removals of positive definite submatrices") {
  Random random(1);
  for (int round = 0; round < 20; ++round) {
    const Eigen::Index n = 2 + random.index(40);
    const Eigen::MatrixXd G = random.matrix(n, n + 3);
    const Eigen::MatrixXd A = G * G.transpose();
    LdltUpdate factor;
    factor.start(A);
    for (int event = 0; event < 400; ++event) {
      REQUIRE(toggle(factor, random.index(n)));
      REQUIRE(worst_solve(factor, A, random) < 1e-13);
    }
    CHECK(factor.backward_error() < 1e-13);
  }
}

TEST_CASE("LDL' solves agree with Eigen's Cholesky on the same indices") {
  Random random(2);
  const Eigen::MatrixXd G = random.matrix(30, 40);
  const Eigen::MatrixXd A = G * G.transpose();
  LdltUpdate factor;
  factor.start(A);
  for (int event = 0; event < 300; ++event) toggle(factor, random.index(30));
  const Eigen::VectorXd rhs = random.vector(factor.size());
  Eigen::VectorXd x(factor.size());
  factor.solve(rhs, x);
  const Eigen::VectorXd expected = principal(A, factor.indices()).llt().solve(rhs);
  CHECK((x - expected).norm() < 1e-12 * expected.norm());
}

TEST_CASE("rank-deficient input: no more indices enter than the rank, and the last stay solvable") {
  Random random(3);
  for (int round = 0; round < 50; ++round) {
    const Eigen::Index rank = 1 + random.index(8);
    const Eigen::MatrixXd G = random.matrix(24, rank);
    const Eigen::MatrixXd A = G * G.transpose();
    LdltUpdate factor;
    factor.start(A);
    for (int event = 0; event < 200; ++event) {
      const Eigen::Index index = random.index(24);
      const Eigen::Index before = factor.size();
      if (!toggle(factor, index)) {
        CHECK(before == rank);
        CHECK(factor.size() == before);
        CHECK_FALSE(factor.contains(index));
      }
      REQUIRE(factor.size() <= rank);
    }
  }
}

TEST_CASE("nearly dependent rows are kept while they carry information, zero rows are refused") {
  Random random(4);
  for (const double gap : {1e-2, 1e-4}) {
    Eigen::MatrixXd G = random.matrix(12, 12);
    for (Eigen::Index i = 6; i < 12; ++i) G.row(i) = G.row(i - 6) + gap * G.row(i);
    const Eigen::MatrixXd A = G * G.transpose();
    LdltUpdate factor;
    factor.start(A);
    for (int event = 0; event < 2000; ++event) {
      REQUIRE(toggle(factor, random.index(12)));
      REQUIRE(worst_solve(factor, A, random) < 1e-11);
    }
  }
  const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(2, 2);
  LdltUpdate factor;
  factor.start(zero);
  CHECK_FALSE(factor.append(0));
}

TEST_CASE("a factor whose matrix changed under it is noticed and computed afresh") {
  Random random(5);
  Eigen::MatrixXd A;
  LdltUpdate factor;
  change_under(factor, A, random, [&] { A.diagonal() *= 1.0 + 1e-9; });
  CHECK(factor.removals() == 16);
  CHECK(factor.refactorisations() == 1);
  CHECK(factor.backward_error() < 1e-14);
}

TEST_CASE("an index that depends on others when the factor is computed afresh leaves it") {
  Random random(6);
  Eigen::MatrixXd A;
  LdltUpdate factor;
  change_under(factor, A, random, [&] {
    A.row(39) = A.row(38);
    A.col(39) = A.col(38);
  });
  REQUIRE(factor.refactorisations() == 1);
  CHECK(factor.size() == 23);
  CHECK_FALSE(factor.contains(39));
  CHECK(factor.contains(38));
  CHECK(worst_solve(factor, A, random) < 1e-14);
}

}  // namespace perpend::linalg
