// SPDX-License-Identifier: Apache-2.0
//
// Named families of complementarity problems, each through every method that takes it.
#include "nasty.hpp"

#include <doctest/doctest.h>

#include <random>
#include <set>

#include "enumeration.hpp"
#include "lcp/random_problem.hpp"
#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

bool claims_no_solution(const Solution& answer) {
  return answer.status == Status::ray || answer.status == Status::infeasible;
}

}  // namespace

TEST_CASE("enumeration agrees on which of the named problems have a solution") {
  for (const testing::Named& named : testing::nasty_problems()) {
    CAPTURE(named.name);
    CHECK(testing::enumerate(named.problem).empty() != named.solvable);
  }
}

TEST_CASE("every method on every named problem: right, or honest about it") {
  for (const testing::Named& named : testing::nasty_problems()) {
    for (const Method method : all_methods()) {
      if (!supports(method, ProblemKind::lcp)) continue;
      const Solution answer = solve(named.problem, {.method = method});
      VectorXd a;
      CAPTURE(named.name);
      CAPTURE(to_string(method));
      CHECK((answer.status == Status::solved) == certify(named.problem, answer.f, a).holds());
      if (!named.solvable) CHECK(answer.status != Status::solved);
      if (named.solvable) CHECK(answer.status != Status::infeasible);
    }
  }
}

TEST_CASE("auto solves every named problem that has a solution, and reports the others") {
  for (const testing::Named& named : testing::nasty_problems()) {
    const Solution answer = solve(named.problem);
    CAPTURE(named.name);
    CAPTURE(to_string(answer.status));
    CHECK((answer.status == Status::solved) == named.solvable);
    CHECK(claims_no_solution(answer) != named.solvable);
  }
}

TEST_CASE("symmetric semidefinite problems without a solution: the reported ray is a proof") {
  const Lcp problem{MatrixXd{{2, -1, -1}, {-1, 2, -1}, {-1, -1, 2}}, Eigen::Vector3d(-1, 0.2, 0.3)};
  REQUIRE(testing::enumerate(problem).empty());
  for (const Method method :
       {Method::automatic, Method::keller, Method::dantzig, Method::lemke, Method::qp}) {
    const Solution answer = solve(problem, {.method = method});
    CAPTURE(to_string(method));
    REQUIRE(answer.status == Status::infeasible);
    CHECK(answer.ray.minCoeff() >= 0);
    CHECK((problem.A.transpose() * answer.ray).cwiseAbs().maxCoeff() <= 1e-12 * answer.ray.norm());
    CHECK(answer.ray.dot(problem.b) < 0);
  }
}

TEST_CASE("exchanging every wrong row cycles on Kostreva's example; block pivoting does not") {
  const Lcp problem = testing::kostreva_cycle();
  std::set<Index> clamped{0};
  for (int step = 0; step < 3; ++step) {
    VectorXd f = VectorXd::Zero(3);
    for (const Index i : clamped) f[i] = -problem.b[i];
    const VectorXd a = problem.A * f + problem.b;
    std::set<Index> next;
    for (Index i = 0; i < 3; ++i)
      if ((clamped.count(i) > 0) ? f[i] >= 0 : a[i] < 0) next.insert(i);
    clamped = next;
    CHECK(clamped.size() == 1);
  }
  CHECK(clamped == std::set<Index>{0});
  const std::vector<double> start{1, 0, 0};
  const Solution answer = solve(problem, {.method = Method::block, .warm = start});
  CHECK(answer.status == Status::solved);
  CHECK(answer.f == Eigen::Vector3d::Zero());
  // It leaves the cycle of three when it comes back to where it was, and does not run into its
  // limit of 62.
  CHECK(answer.factorisations <= 10);
}

TEST_CASE("least index takes 2^n - 1 pivots on Murty's family, and the limit is honest") {
  for (const Index n : {4, 8, 12}) {
    // The rows in the order that is worst for the least index.
    const MatrixXd M = testing::murty_matrix(n).transpose();
    const Lcp problem{M, -VectorXd::Ones(n)};
    const Solution answer = solve(problem, {.method = Method::murty});
    CHECK(answer.status == Status::solved);
    CHECK(answer.pivots == (1 << n) - 1);
    const Solution stopped = solve(problem, {.method = Method::murty, .max_pivots = 3});
    CHECK(stopped.status == Status::limit);
    CHECK(stopped.pivots == 3);
  }
}

TEST_CASE("the semidefinite methods take Fathi's family in O(n) pivots") {
  const Index n = 40;
  const Lcp problem{testing::fathi_matrix(n), -VectorXd::Ones(n)};
  for (const Method method : {Method::automatic, Method::keller, Method::qp}) {
    const Solution answer = solve(problem, {.method = method});
    CAPTURE(to_string(method));
    CHECK(answer.status == Status::solved);
    CHECK(answer.pivots <= 3 * n);
  }
}

// Rows of which a positive combination d is not moved by any force and moves by d · b < 0 alone. A
// row that may only pull has its sign in d turned round, one without bounds has any sign.
TEST_CASE("what pushes, pulls or is held may have no solution, and the ray is the proof of it") {
  std::mt19937_64 random(31);
  constexpr double kInfinity = testing::kInfinity;
  for (int trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    const Index n = 3 + trial % 5;
    BoxedLcp problem{MatrixXd(n, n), testing::random_matrix(random, n, 1), VectorXd::Zero(n),
                     VectorXd::Zero(n)};
    VectorXd d(n);
    for (Index i = 0; i < n; ++i) {
      const double sign = random() % 2 ? 1.0 : -1.0;
      d[i] = sign * (0.3 + std::abs(testing::uniform(random)));
      const bool held = i == 1 && trial % 3 > 0;
      if (sign > 0 || held) problem.hi[i] = kInfinity;
      if (sign < 0 || held) problem.lo[i] = -kInfinity;
    }
    d.normalize();
    MatrixXd G = testing::random_matrix(random, n, n - 1);
    G -= d * (d.transpose() * G);
    problem.A = G * G.transpose();
    problem.b -= (d.dot(problem.b) + 0.4) * d;
    for (const Method method :
         {Method::automatic, Method::keller, Method::dantzig, Method::lemke, Method::qp}) {
      CAPTURE(to_string(method));
      const Solution answer = solve(problem, {.method = method});
      REQUIRE(answer.status == Status::infeasible);
      CHECK((answer.ray.normalized() - d).norm() < 1e-6);
    }
  }
}

}  // namespace perpend::lcp
