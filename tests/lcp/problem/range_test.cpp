// SPDX-License-Identifier: Apache-2.0
//
// Problems whose entries take up the whole range of double. Most have no answer in it; what is
// asked is that every method ends with a status, and that `solved` is true.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include "lcp/random_global.hpp"
#include "lcp/random_problem.hpp"
#include "perpend/core/error.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Random = std::mt19937_64;
using testing::uniform;

constexpr int kBudget = 300;  // pivots

int below(Random& random, int count) {
  return static_cast<int>(random() % static_cast<unsigned>(count));
}

// ±10^x with x uniform from -300 to 308; one in eight is 0.
double wild(Random& random) {
  if (below(random, 8) == 0) return 0;
  const double size = std::pow(10.0, 4 + 304 * uniform(random));
  return below(random, 2) == 0 ? size : -size;
}

VectorXd wild_vector(Random& random, Index n) {
  VectorXd values(n);
  for (double& value : values) value = wild(random);
  return values;
}

enum class Form { wild, symmetric, semidefinite, large, small, badly_scaled, kCount };

MatrixXd matrix_of(Random& random, Form form, Index n) {
  MatrixXd A(n, n);
  const MatrixXd G = testing::random_matrix(random, n, std::max<Index>(1, n - below(random, 3)));
  const MatrixXd P = G * G.transpose();
  switch (form) {
    case Form::wild:
      for (double& entry : A.reshaped()) entry = wild(random);
      return A;
    case Form::symmetric:
      for (double& entry : A.reshaped()) entry = wild(random);
      A.triangularView<Eigen::StrictlyUpper>() = A.transpose();
      A.diagonal() = A.diagonal().cwiseAbs().eval();
      return A;
    case Form::large:
      return 1e306 * P;
    case Form::small:
      return 1e-306 * P;
    case Form::badly_scaled: {
      VectorXd d(n);
      for (double& value : d) value = std::pow(10.0, 150 * uniform(random));
      return d.asDiagonal() * P * d.asDiagonal();
    }
    default:
      return P;
  }
}

Lcp lcp_of(Random& random, Form form, Index n) {
  return {matrix_of(random, form, n), wild_vector(random, n)};
}

BoxedLcp boxed_of(Random& random, Form form, Index n) {
  BoxedLcp problem{matrix_of(random, form, n), wild_vector(random, n), VectorXd::Zero(n),
                   VectorXd::Constant(n, testing::kInfinity)};
  for (Index i = 0; i < n; ++i) {
    const std::array<double, 2> ends{wild(random), wild(random)};
    if (below(random, 3) > 0) problem.lo[i] = std::min(ends[0], ends[1]);
    if (below(random, 2) > 0) problem.hi[i] = std::max({problem.lo[i], ends[0], ends[1]});
    if (below(random, 6) == 0) problem.lo[i] = -testing::kInfinity;
  }
  return problem;
}

ContactProblem contact_of(Random& random, Form form, int contacts) {
  const int tangents = below(random, 3), n = contacts * (tangents + 1) + below(random, 2);
  ContactProblem problem{matrix_of(random, form, n), wild_vector(random, n), {}};
  problem.law = static_cast<FrictionLaw>(below(random, 3));
  for (int i = 0; i < contacts; ++i) {
    Contact contact{.row = i * (tangents + 1), .tangents = tangents};
    contact.mu_s = contact.mu_k = below(random, 4) == 0 ? std::abs(wild(random)) : 0.5;
    contact.sliding = tangents > 0 && below(random, 4) == 0;
    problem.contacts.push_back(contact);
  }
  return problem;
}

// The natural map of the row in long double, whose range all products of doubles fit in.
long double row_residual(const BoxedLcp& problem, const VectorXd& f, Index i, long double scale) {
  long double a = problem.b[i];
  for (Index j = 0; j < f.size(); ++j) a += static_cast<long double>(problem.A(i, j)) * f[j];
  const long double above = scale * (f[i] - static_cast<long double>(problem.hi[i]));
  const long double below = scale * (f[i] - static_cast<long double>(problem.lo[i]));
  return std::abs(std::clamp(a, above, below));
}

long double true_residual(const BoxedLcp& problem, const VectorXd& f) {
  long double mean = 0, worst = 0, unit = 0;
  for (Index i = 0; i < f.size(); ++i) mean += std::abs(problem.A(i, i)) / f.size();
  for (Index i = 0; i < f.size(); ++i) {
    const long double own = problem.A(i, i), scale = own > 0 ? own : mean > 0 ? mean : 1.0L;
    worst = std::max(worst, row_residual(problem, f, i, scale));
    unit = std::max(unit, std::abs(static_cast<long double>(problem.b[i])));
  }
  return worst / (unit > 0 ? unit : 1.0L);
}

void check_claim(const Solution& solution, Index n) {
  CHECK(!std::isnan(solution.residual));
  REQUIRE(solution.f.size() == n);
  CHECK(solution.f.allFinite());
  if (solution.status == Status::solved) {
    CHECK(std::isfinite(solution.residual));
    CHECK(solution.residual <= solution.residual_bound);
    CHECK(solution.residual_bound <= Certificate::kLoosest);
  }
  const bool claims = solution.status == Status::ray || solution.status == Status::infeasible;
  CHECK(claims == (solution.ray.size() == n && n > 0));
  CHECK(solution.ray.allFinite());
}

void check_true(const Lcp& problem, const Solution& solution) {
  if (solution.status == Status::solved)
    CHECK(true_residual(to_boxed(problem), solution.f) <= 2 * solution.residual_bound);
}
void check_true(const BoxedLcp& problem, const Solution& solution) {
  if (solution.status == Status::solved)
    CHECK(true_residual(problem, solution.f) <= 2 * solution.residual_bound);
}
void check_true(const ContactProblem&, const Solution&) {}

template <typename Problem>
int solve_by_all(const Problem& problem, ProblemKind kind, Workspace& workspace,
                 int budget = kBudget) {
  int solved = 0;
  for (const Method method : all_methods()) {
    if (!supports(method, kind)) continue;
    CAPTURE(std::string(to_string(method)));
    Solution solution;
    solve(problem, {.method = method, .max_pivots = budget}, workspace, solution);
    check_claim(solution, problem.size());
    check_true(problem, solution);
    solved += solution.status == Status::solved;
  }
  return solved;
}

// The workspace is kept: what one problem leaves behind must not spoil the next.
template <typename Make>
int solve_many(ProblemKind kind, int count, Make make) {
  Workspace workspace;
  int solved = 0;
  for (int form = 0; form < static_cast<int>(Form::kCount); ++form)
    for (int seed = 0; seed < count; ++seed) {
      CAPTURE(form);
      CAPTURE(seed);
      Random random(static_cast<std::uint64_t>(1000 * form + seed));
      solved += solve_by_all(make(random, static_cast<Form>(form)), kind, workspace);
    }
  return solved;
}

}  // namespace

TEST_CASE("every method ends on LCPs of any range, and solved means solved") {
  const int solved = solve_many(ProblemKind::lcp, 40, [](Random& random, Form form) {
    return lcp_of(random, form, 1 + below(random, 12));
  });
  CHECK(solved > 100);
}

TEST_CASE("every method ends on boxed LCPs of any range, and solved means solved") {
  const int solved = solve_many(ProblemKind::boxed, 40, [](Random& random, Form form) {
    return boxed_of(random, form, 1 + below(random, 12));
  });
  CHECK(solved > 100);
}

TEST_CASE("every method ends on contact problems of any range") {
  const int solved = solve_many(ProblemKind::contact, 25, [](Random& random, Form form) {
    return contact_of(random, form, 1 + below(random, 5));
  });
  CHECK(solved > 100);
}

TEST_CASE("every method ends on forces beyond the range of double, with its own budget") {
  Workspace workspace;
  constexpr int kOwn = 0;
  constexpr std::array sizes{1e-308, 1e-300, 1e-160, 1.0, 1e160, 1e300, 1.7e308};
  for (const double size : sizes)
    for (const double load : sizes)
      for (const double other : {0.0, 1e-300, -1.0, 1e300}) {
        CAPTURE(size);
        CAPTURE(load);
        CAPTURE(other);
        const MatrixXd A = size * Eigen::Matrix3d::Identity();
        const VectorXd b = Eigen::Vector3d(-load, other, -other);
        solve_by_all(Lcp{A, b}, ProblemKind::lcp, workspace, kOwn);
        solve_by_all(testing::mixed_box(A, b, -1, load), ProblemKind::boxed, workspace, kOwn);
        ContactProblem contact{A, b, {}};
        contact.contacts.push_back({.row = 0, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
        solve_by_all(contact, ProblemKind::contact, workspace, kOwn);
        contact.contacts[0].tangents = 1;
        solve_by_all(contact, ProblemKind::contact, workspace, kOwn);
      }
}

TEST_CASE("every method ends on piles of any range, on sparse and on low-rank operators") {
  solve_many(ProblemKind::contact, 1,
             [](Random& random, Form form) { return contact_of(random, form, 24); });
}

TEST_CASE("every method ends on global contact problems of any range") {
  Workspace workspace;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    GlobalContactProblem problem = random_global({.seed = seed, .bodies = 3, .contacts = 4});
    const double mass = std::abs(wild(random)), arm = std::abs(wild(random));
    if (mass > 1e-290 && mass < 1e290) problem.M *= mass;
    problem.H *= arm;
    problem.f *= wild(random);
    problem.w *= wild(random);
    for (const Method method : all_methods()) {
      if (!supports(method, ProblemKind::contact)) continue;
      CAPTURE(std::string(to_string(method)));
      Solution solution;
      VectorXd v;
      solve(problem, {.method = method, .max_pivots = kBudget}, workspace, solution, v);
      CHECK(solution.f.allFinite());
      if (solution.status == Status::solved) CHECK(solution.residual <= solution.residual_bound);
    }
  }
}

TEST_CASE("units of any size change nothing but the units of the answer") {
  Random random(7);
  const Lcp plain = testing::semidefinite(random, 8, 6);
  const Solution expected = solve(plain);
  REQUIRE(expected.status == Status::solved);
  for (const int exponent : {-950, -400, 400, 1000}) {
    const Lcp scaled{plain.A.unaryExpr([=](double x) { return std::ldexp(x, exponent); }),
                     plain.b.unaryExpr([=](double x) { return std::ldexp(x, exponent); })};
    const Solution found = solve(scaled);
    CHECK(found.status == Status::solved);
    CHECK((plain.A * found.f - plain.A * expected.f).norm() < 1e-12 * plain.b.norm());
  }
}

TEST_CASE("a guess is in the units of the forces, whatever those of matrix and motion are") {
  Random random(11);
  const Lcp plain = testing::semidefinite(random, 8, 8);
  const Solution expected = solve(plain);
  REQUIRE(expected.status == Status::solved);
  for (const int exponent : {-800, -400, 400, 800}) {
    CAPTURE(exponent);
    const auto times = [=](double x) { return std::ldexp(x, exponent); };
    const auto over = [=](double x) { return std::ldexp(x, -exponent); };
    for (const Lcp& scaled :
         {Lcp{plain.A.unaryExpr(times), plain.b}, Lcp{plain.A, plain.b.unaryExpr(over)}}) {
      const VectorXd guess = expected.f.unaryExpr(over);
      const Solution found =
          solve(scaled, {.warm = {guess.data(), static_cast<std::size_t>(guess.size())}});
      CHECK(found.answered_by == Method::guess);
      CHECK(found.f == guess);
    }
  }
}

TEST_CASE("bounds have the units of the forces, whatever those of matrix and motion are") {
  Random random(12);
  const Lcp plain = testing::semidefinite(random, 8, 8);
  const VectorXd most = VectorXd::Constant(8, 0.3 * plain.b.norm() / plain.A.norm());
  const BoxedLcp boxed{plain.A, plain.b, -0.5 * most, most};
  const Solution expected = solve(boxed);
  REQUIRE(expected.status == Status::solved);
  REQUIRE((expected.f.array() == boxed.hi.array()).any());
  REQUIRE((expected.f.array() == boxed.lo.array()).any());
  for (const int exponent : {-800, -400, 400, 800}) {
    CAPTURE(exponent);
    const auto times = [=](double x) { return std::ldexp(x, exponent); };
    const auto over = [=](double x) { return std::ldexp(x, -exponent); };
    const VectorXd lo = boxed.lo.unaryExpr(over), hi = boxed.hi.unaryExpr(over);
    for (const BoxedLcp& scaled : {BoxedLcp{boxed.A.unaryExpr(times), boxed.b, lo, hi},
                                   BoxedLcp{boxed.A, boxed.b.unaryExpr(over), lo, hi}}) {
      const Solution found = solve(scaled);
      CHECK(found.status == Status::solved);
      CHECK((found.f.unaryExpr(times) - expected.f).norm() < 1e-12 * expected.f.norm());
    }
  }
}

TEST_CASE("what is noise has the units of the problem: no guess is let through by it") {
  const std::array<double, 2> guess{};
  for (const double unit : {1e100, 1e-100}) {
    CAPTURE(unit);
    const Eigen::Vector2d b(-unit, unit), noise = Eigen::Vector2d::Constant(1e-20 * unit);
    const Lcp lcp{MatrixXd::Identity(2, 2), b, noise};
    const ContactProblem contacts{lcp.A, b, {{.row = 0}, {.row = 1}}, FrictionLaw::coulomb, noise};
    const Options guessed{.warm = guess};
    for (const Solution& answer :
         {solve(lcp, guessed), solve(to_boxed(lcp), guessed), solve(contacts, guessed)}) {
      CHECK(answer.status == Status::solved);
      CHECK((answer.f - Eigen::Vector2d(unit, 0)).norm() <= 1e-15 * unit);
    }
  }
}

// The units of the problem take it beyond the range of double.
TEST_CASE("a guess that is not finite in the units of the problem is none") {
  const std::array<double, 1> guess{1e5};
  const Lcp problem{Eigen::MatrixXd::Constant(1, 1, 1e305), Eigen::VectorXd::Constant(1, -1)};
  const Solution answer =
      solve(problem, {.method = Method::keller, .warm = guess, .guess_residual = std::nullopt});
  CHECK(answer.status == Status::solved);
  CHECK(answer.f[0] == relative(1e-305));
}

TEST_CASE("a guess that is not finite is none") {
  Random random(8);
  const Lcp problem = testing::semidefinite(random, 6, 6);
  std::array<double, 6> guess{1, 2, 3, std::nan(""), 5, 6};
  for (const Method method : all_methods()) {
    if (!supports(method, ProblemKind::lcp)) continue;
    const Solution cold = solve(problem, {.method = method});
    CHECK(solve(problem, {.method = method, .warm = guess}).f == cold.f);
  }
}

}  // namespace perpend::lcp
