// SPDX-License-Identifier: Apache-2.0
//
// What proves that a problem has no solution, and what only looks like it: a proof that is none
// would end a search for an answer that exists. And which rows of a set are wrong, up to rounding.
#include "lcp/pivoting/active_set.hpp"

#include <doctest/doctest.h>

#include <array>

#include "lcp/random_problem.hpp"

namespace perpend::lcp {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

using testing::kInfinity;

// Row 0 gets 1/2 of what row 1 bears, which lies between lo and hi; it asks for 1.
BoxedLcp helped(double share, double lo, double hi) {
  return {MatrixXd{{0, share}, {0, 1}}, Vector2d(-1, 0), Vector2d(0, lo), Vector2d(kInfinity, hi)};
}

// A bilateral row, which asks for 1, and a contact whose pressure takes 1 from it and whose
// friction, along (0.6, 0.8), gives it half of itself.
ContactProblem braced(double mu_s, double mu_k) {
  ContactProblem problem{MatrixXd::Identity(4, 4), VectorXd::Zero(4), {}};
  problem.A.row(0) << 0, -1, 0.3, 0.4;
  problem.b[0] = -1;
  problem.contacts.push_back({.row = 1, .tangents = 2, .mu_s = mu_s, .mu_k = mu_k});
  return problem;
}

bool asks_too_much(const ContactProblem& problem) {
  return proves_infeasible(problem, VectorXd::Unit(4, 0));
}

}  // namespace

TEST_CASE("a direction proves nothing where it lets go of a bound, moves up or is not opposed") {
  const Vector2d both(1, 1);
  const MatrixXd opposed{{1, -1}, {-1, 1}};
  CHECK(proves_infeasible(Lcp{opposed, Vector2d(-1, 0.5)}, both));
  CHECK_FALSE(proves_infeasible(Lcp{opposed, Vector2d(-1, 1.5)}, both));
  CHECK_FALSE(proves_infeasible(Lcp{opposed, Vector2d(0.5, 1)}, -both));
  CHECK_FALSE(proves_infeasible(Lcp{MatrixXd{{1, -1}, {-1, 2}}, Vector2d(-1, 0.5)}, both));
}

TEST_CASE("bounded rows count with the bound that helps most, and may stay at one of their own") {
  const VectorXd up = VectorXd::Unit(2, 0);
  CHECK(proves_infeasible(helped(0.5, 0, 1), up));
  CHECK_FALSE(proves_infeasible(helped(0.5, 0, 3), up));
  CHECK(proves_infeasible(helped(-0.5, -1, 9), up));
  CHECK_FALSE(proves_infeasible(helped(-0.5, -3, 0), up));
  // At its upper bound a row may move down, at its lower one up.
  BoxedLcp bounded = helped(0.5, 0, 1);
  bounded.hi[0] = 5;
  CHECK_FALSE(proves_infeasible(bounded, up));
  bounded.b[0] = 1;
  bounded.hi[1] = 0;
  CHECK_FALSE(proves_infeasible(bounded, -up));
  bounded.lo[0] = -kInfinity;
  CHECK(proves_infeasible(bounded, -up));
}

TEST_CASE("friction helps with mu times its length, with the sum of its parts under the box law") {
  CHECK(asks_too_much(braced(1.9, 1.9)));
  CHECK_FALSE(asks_too_much(braced(2.1, 1.9)));
  ContactProblem box = braced(1.4, 1.4);
  box.law = FrictionLaw::box;
  CHECK(asks_too_much(box));
  box.contacts[0].mu_s = 1.5;
  CHECK_FALSE(asks_too_much(box));
}

TEST_CASE("what slides helps with mu_k against its direction, or hinders") {
  const auto sliding = [](double mu_k, double sign) {
    ContactProblem problem = braced(9, mu_k);
    problem.contacts[0].sliding = true;
    problem.contacts[0].direction = sign * Vector2d(0.6, 0.8);
    return problem;
  };
  CHECK(asks_too_much(sliding(1.9, -1)));
  CHECK_FALSE(asks_too_much(sliding(2.1, -1)));
  CHECK(asks_too_much(sliding(2.1, 1)));
}

TEST_CASE("of a contact only what cannot be kept apart is a proof: a slip is none, nor a rise") {
  ContactProblem problem = braced(0.5, 0.5);
  problem.A.setZero();
  problem.b.setZero();
  for (int row = 0; row < 4; ++row)
    for (const double sign : {-1.0, 1.0}) {
      CAPTURE(row);
      CAPTURE(sign);
      problem.b = -sign * VectorXd::Unit(4, row);
      const bool proof = row == 0 || (row == 1 && sign > 0);
      CHECK(proves_infeasible(problem, sign * VectorXd::Unit(4, row)) == proof);
    }
  // A bilateral row that moves itself can be kept.
  problem.A(0, 0) = 1;
  problem.b = -VectorXd::Unit(4, 0);
  CHECK_FALSE(asks_too_much(problem));
}

TEST_CASE("friction of a contact in the plane is one row, not the row behind it") {
  // The second contact would push row 0 away by 9 with its pressure.
  ContactProblem problem{MatrixXd::Identity(5, 5), VectorXd::Zero(5), {}};
  problem.A.row(0) << 0, -1, 0.5, -9, 0;
  problem.b[0] = -1;
  for (const int row : {1, 3})
    problem.contacts.push_back({.row = row, .tangents = 1, .mu_s = 1.9, .mu_k = 1.9});
  CHECK(proves_infeasible(problem, VectorXd::Unit(5, 0)));
  problem.contacts[0].mu_s = 2.1;
  CHECK_FALSE(proves_infeasible(problem, VectorXd::Unit(5, 0)));
}

TEST_CASE("a free force is wrong beyond its bounds by more than rounding, in any unit") {
  const ActiveSet free(1, Side::clamped);
  for (const double unit : {1e-6, 1.0, 1e6}) {
    // 1e-12 of b moves the force by so much.
    const double rounding = 1e-12 * 5 / unit;
    const BoxedLcp problem{MatrixXd::Constant(1, 1, unit), VectorXd::Constant(1, -5),
                           VectorXd::Constant(1, 0), VectorXd::Constant(1, 3 / unit)};
    const auto wrong = [&](double f) {
      return wrong_rows(problem, free, VectorXd::Constant(1, f));
    };
    CAPTURE(unit);
    for (const double share : {-0.9, 0.0, 0.9}) {
      CHECK(wrong(share * rounding).empty());
      CHECK(wrong(3 / unit + share * rounding).empty());
    }
    const auto below = wrong(-1.1 * rounding), above = wrong(3 / unit + 1.1 * rounding);
    REQUIRE(below.size() == 1);
    CHECK(below[0].side == Side::lower);
    REQUIRE(above.size() == 1);
    CHECK(above[0].side == Side::upper);
  }
}

TEST_CASE("rows that repeat each other up to rounding share the force evenly") {
  const BoxedLcp twins = to_boxed(Lcp{MatrixXd{{1, 1}, {1, 1 + 2e-15}}, Vector2d(-1, -1 - 1e-13)});
  const ActiveSet both(2, Side::clamped);
  VectorXd f;
  CHECK(solve_on_set(twins, both, f) == SetSolve::singular);
  CHECK((f - Vector2d(0.5, 0.5)).norm() < 1e-9);
  f.setZero();
  fit_on_set(twins, both, f);
  CHECK((f - Vector2d(0.5, 0.5)).norm() < 1e-9);
}

// Kinds of rows: from below, from above, free, between, fixed.
TEST_CASE(
    "without a guess rows rest on their lower bound or else the upper, with one where it is") {
  const VectorXd lo{{0, -kInfinity, -kInfinity, -1, 2}}, hi{{kInfinity, 3, kInfinity, 1, 2}};
  const BoxedLcp problem{MatrixXd::Identity(5, 5), VectorXd::Ones(5), lo, hi};
  using Set = ActiveSet;
  const Side lower = Side::lower, upper = Side::upper, clamped = Side::clamped;
  CHECK(starting_set(problem, {}) == Set{lower, upper, clamped, lower, lower});
  const auto from = [&](std::array<double, 5> f) { return starting_set(problem, f); };
  CHECK(from({0, 3, 0, -1, 2}) == Set{lower, upper, clamped, lower, lower});
  CHECK(from({1, 2, -9, 0, 2}) == Set{clamped, clamped, clamped, clamped, lower});
  CHECK(from({-1, 4, 9, 1, 5}) == Set{lower, upper, clamped, upper, upper});
  // Within a margin of a bound is on it.
  const VectorXd near{{0.2, 2.8, 0, 0.85, 2}};
  CHECK(active_set(problem, near, 0.1) == Set{clamped, clamped, clamped, clamped, lower});
  CHECK(active_set(problem, near, 0.3) == Set{lower, upper, clamped, upper, lower});
}

TEST_CASE(
    "a row on a bound is wrong where it moves into it by more than rounding, a fixed one never") {
  const VectorXd lo = VectorXd::Constant(3, -1), hi{{1, 1, -1}};
  for (const double off : {0.9e-12, 1.1e-12})
    for (const double sign : {-1.0, 1.0})
      for (const Side side : {Side::lower, Side::upper}) {
        BoxedLcp problem{MatrixXd::Zero(3, 3), Eigen::Vector3d(4, 4 * sign * off, 4 * sign * off),
                         lo, hi};
        const ActiveSet set{Side::lower, side, side};
        const auto wrong = wrong_rows(problem, set, side == Side::lower ? lo : hi);
        const bool inwards = side == Side::lower ? sign < 0 : sign > 0;
        REQUIRE(wrong.size() == (inwards && off > 1e-12 ? 1 : 0));
        if (wrong.empty()) continue;
        CHECK(wrong[0].row == 1);
        CHECK(wrong[0].side == Side::clamped);
      }
}

}  // namespace perpend::lcp
