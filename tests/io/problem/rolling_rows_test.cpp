// SPDX-License-Identifier: Apache-2.0
// Contacts that roll: where their rows go, and what bounds their moments.
#include "io/problem/rolling_rows.hpp"

#include <doctest/doctest.h>

#include <random>

#include "perpend/core/error.hpp"

namespace perpend::io {
namespace {

using Eigen::Index;

// A drawn problem of `count` contacts of `dimension` rows, and its coefficients.
struct Drawn {
  lcp::ContactProblem problem;
  Eigen::VectorXd mu, mu_r;
};

Drawn drawn(Index count, Index dimension, unsigned seed) {
  std::mt19937 random(seed);
  const auto entry = [&](double) { return std::uniform_real_distribution<double>(0.1, 1)(random); };
  const Index n = count * dimension;
  Drawn made;
  made.problem.A = Eigen::MatrixXd::Zero(n, n).unaryExpr(entry);
  made.problem.b = Eigen::VectorXd::Zero(n).unaryExpr(entry);
  made.mu = Eigen::VectorXd::Zero(count).unaryExpr(entry);
  made.mu_r = Eigen::VectorXd::Zero(count).unaryExpr(entry);
  return made;
}

// Row of `out` that row r of contact c becomes: the slack stands before the moments.
Index row_of(Index dimension, Index c, Index r) {
  return c * (dimension + 1) + r + (r > dimension / 2 ? 1 : 0);
}

void check_rows(const Drawn& made, Index count, Index dimension) {
  const lcp::ContactProblem out = with_rolling_rows(made.problem, made.mu, made.mu_r);
  const Index n = count * dimension;
  REQUIRE(out.A.rows() == n + count);
  for (Index i = 0; i < n; ++i) {
    const Index to = row_of(dimension, i / dimension, i % dimension);
    CHECK(out.b[to] == made.problem.b[i]);
    for (Index j = 0; j < n; ++j)
      CHECK(out.A(to, row_of(dimension, j / dimension, j % dimension)) == made.problem.A(i, j));
  }
  for (Index c = 0; c < count; ++c) {
    const Index first = c * (dimension + 1), slack = first + 1 + dimension / 2;
    const double w = out.A(slack + 1, slack + 1);
    CHECK(out.A(slack, slack) == w);
    CHECK(out.A(slack, first) == -w * made.mu_r[c]);
    CHECK((out.A.row(slack).array() != 0).count() == 2);
    CHECK((out.A.col(slack).array() != 0).count() == 1);
    CHECK(out.b[slack] == 0);
  }
}

TEST_CASE("each contact that rolls becomes two, the second of its moments") {
  for (const Index dimension : {3, 5})
    for (const Index count : {1, 2, 4}) {
      const Drawn made = drawn(count, dimension, static_cast<unsigned>(7 * count + dimension));
      check_rows(made, count, dimension);
      const lcp::ContactProblem out = with_rolling_rows(made.problem, made.mu, made.mu_r);
      REQUIRE(std::ssize(out.contacts) == 2 * count);
      for (Index i = 0; i < 2 * count; ++i) {
        const lcp::Contact& contact = out.contacts[static_cast<std::size_t>(i)];
        const double mu = i % 2 ? 1 : made.mu[i / 2];
        CHECK(contact.row == i / 2 * (dimension + 1) + i % 2 * (1 + dimension / 2));
        CHECK(contact.tangents == dimension / 2);
        CHECK(contact.mu_s == mu);
        CHECK(contact.mu_k == mu);
      }
    }
}

// A wheel of no compliance about its axis: the slack still needs a diagonal.
TEST_CASE("moments that nothing gives way to are bounded all the same") {
  Drawn made = drawn(2, 3, 3);
  made.problem.A(2, 2) = 0;
  const lcp::ContactProblem out = with_rolling_rows(made.problem, made.mu, made.mu_r);
  CHECK(out.A(2, 2) == 1);
  CHECK(out.A(2, 0) == -made.mu_r[0]);
  CHECK(out.A(6, 6) == made.problem.A(5, 5));
}

TEST_CASE("rolling friction is of 3 or 5 rows per contact, as many as there are") {
  Drawn made = drawn(2, 3, 4);
  CHECK_THROWS_AS((void)with_rolling_rows(made.problem, made.mu.head(1), made.mu_r.head(1)),
                  InvalidArgument);
  made = drawn(2, 4, 5);
  CHECK_THROWS_AS((void)with_rolling_rows(made.problem, made.mu, made.mu_r), InvalidArgument);
  made = drawn(2, 5, 6);
  made.problem.b.conservativeResize(9);
  CHECK_THROWS_AS((void)with_rolling_rows(made.problem, made.mu, made.mu_r), InvalidArgument);
  CHECK_THROWS_AS((void)with_rolling_rows({}, Eigen::VectorXd(), Eigen::VectorXd()),
                  InvalidArgument);
}

}  // namespace
}  // namespace perpend::io
