// SPDX-License-Identifier: Apache-2.0
#include "lcp/friction/anderson.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>

#include "linalg/random.hpp"

namespace perpend::lcp {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

}  // namespace

TEST_CASE("secants end at the fixed point of a linear map of n entries in n + 1 steps") {
  linalg::Random random(4);
  for (const int n : {1, 2, 3}) {
    CAPTURE(n);
    const MatrixXd M = 0.3 * random.matrix(n, n);
    const VectorXd c = random.vector(n);
    const VectorXd fixed = (MatrixXd::Identity(n, n) - M).fullPivLu().solve(c);
    Anderson anderson;
    VectorXd s = random.vector(n);
    for (int step = 0; step <= n; ++step) {
      CHECK((s - fixed).norm() > 1e-6);
      s = anderson.next(s, M * s + c);
    }
    CHECK((s - fixed).norm() < 1e-9);
  }
}

// Where the map leads further away each time, secants of it are forgotten.
TEST_CASE("a step that grew is halved, and what was learned before it is forgotten") {
  Anderson anderson;
  const auto next = [&](const Vector2d& s, const Vector2d& step) {
    return Vector2d(anderson.next(s, s + step));
  };
  CHECK(next({0, 0}, {1, 0}) == Vector2d(1, 0));
  CHECK((next({1, 0}, {0.5, 0}) - Vector2d(2, 0)).norm() < 1e-12);
  CHECK(next({2, 0}, {0, 4}) == Vector2d(2, 2));
  // One secant, (1, -2), which brought (1, 0): -3/5 of it comes nearest to the step.
  CHECK((next({2, 2}, {1, 2}) - Vector2d(3.6, 4)).norm() < 1e-12);
}

}  // namespace perpend::lcp
