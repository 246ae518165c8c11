// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/solve.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "bench/problems/families.hpp"
#include "lcp/random_blocks.hpp"
#include "lcp/random_global.hpp"
#include "lcp/solve_blocks.hpp"
#include "perpend/core/error.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// (15), (16) and (21) of Baraff 1994 in the units of b, from the definitions.
double worst_violation(const ContactProblem& problem, const Solution& x) {
  double worst = 0.0;
  for (const Contact& contact : problem.contacts) {
    const Eigen::Index n = contact.row;
    const VectorXd f = x.f.segment(n + 1, contact.tangents);
    const VectorXd a = x.a.segment(n + 1, contact.tangents);
    const double scale = problem.A(n, n), limit = contact.mu_s * std::max(0.0, x.f[n]);
    worst = std::max(worst, std::abs(std::min(scale * x.f[n], x.a[n])));
    if (contact.sliding || contact.tangents == 0) continue;
    worst = std::max(worst, scale * (f.norm() - limit));
    worst = std::max(worst, std::min(a.norm(), scale * (limit - f.norm())));
    if (a.norm() > 0) worst = std::max(worst, std::min(a.norm(), scale * f.dot(a) / a.norm()));
  }
  return worst / problem.b.cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("auto meets Baraff's conditions of static friction, in the plane and in space") {
  for (const FrictionFamily family :
       {FrictionFamily::planar_blocks, FrictionFamily::planar_pile, FrictionFamily::spatial_blocks,
        FrictionFamily::spatial_pile}) {
    for (int seed = 0; seed < 30; ++seed) {
      const ContactProblem problem = make_contact_problem(family, 1 + 2 * seed, 100 + seed);
      const Solution answer = solve(problem);
      CAPTURE(to_string(family));
      CAPTURE(seed);
      CHECK(answer.status == Status::solved);
      CHECK(worst_violation(problem, answer) <= 1e-9);
    }
  }
}

TEST_CASE("in the plane Baraff's sets answer what a few steps of Newton do not") {
  int chain = 0, path = 0, by_sets = 0;
  for (int seed = 0; seed < 40; ++seed) {
    const ContactProblem problem =
        make_contact_problem(FrictionFamily::planar_pile, 32, 900 + seed);
    const Solution answer = solve(problem);
    CHECK(answer.status == Status::solved);
    CHECK(worst_violation(problem, answer) <= 1e-9);
    chain += answer.factorisations;
    path += solve(problem, {.method = Method::proximal}).factorisations;
    by_sets += answer.answered_by == Method::dantzig;
  }
  CHECK(2 * chain < path);
  CHECK(by_sets >= 20);
}

TEST_CASE("auto on dynamic friction: solved, or a ray, never anything silent") {
  for (const FrictionFamily family :
       {FrictionFamily::planar_mixed, FrictionFamily::spatial_mixed}) {
    for (int seed = 0; seed < 40; ++seed) {
      const ContactProblem problem = make_contact_problem(family, 1 + seed, seed);
      const Solution answer = solve(problem);
      VectorXd a;
      CAPTURE(to_string(family));
      CAPTURE(seed);
      CHECK((answer.status == Status::solved) == certify(problem, answer.f, a).holds());
      CHECK((answer.status == Status::solved || answer.ray.size() == problem.size()));
    }
  }
}

TEST_CASE("every supported pair of method and problem keeps status and residual in agreement") {
  const Lcp lcp = make_lcp(Family::pile, 24, 1);
  const BoxedLcp boxed = to_boxed(lcp);
  const ContactProblem contact = make_contact_problem(FrictionFamily::planar_pile, 8, 1);
  const auto agrees = [](const Solution& answer, Method method) {
    CAPTURE(to_string(method));
    CHECK((answer.status == Status::solved) == (answer.residual <= answer.residual_bound));
    if (method != Method::automatic) CHECK(answer.answered_by == method);
    CHECK(answer.a.allFinite());
  };
  for (const Method method : all_methods()) {
    if (supports(method, ProblemKind::lcp)) agrees(solve(lcp, {.method = method}), method);
    if (supports(method, ProblemKind::boxed)) agrees(solve(boxed, {.method = method}), method);
    if (supports(method, ProblemKind::contact)) agrees(solve(contact, {.method = method}), method);
  }
}

TEST_CASE("an answer tells the residual, bound and rounding that its forces have, solved or not") {
  const auto agrees = [](const Solution& answer, const Certificate& certificate,
                         const VectorXd& a) {
    CHECK(answer.a == a);
    CHECK(answer.residual == certificate.residual);
    CHECK(answer.residual_bound == certificate.bound());
    CHECK(answer.rounding == certificate.rounding);
    if (answer.status == Status::solved) CHECK(answer.rounding > 0);
    CHECK((answer.status == Status::solved) == certificate.holds());
  };
  const auto check_all = [&](const auto& problem, ProblemKind kind) {
    for (const Method method : all_methods())
      for (const int most : {0, 2}) {
        if (!supports(method, kind)) continue;
        CAPTURE(to_string(method));
        CAPTURE(most);
        const Solution answer = solve(problem, {.method = method, .max_pivots = most});
        VectorXd a;
        agrees(answer, certify(problem, answer.f, a), a);
        const Options again{.method = method,
                            .warm = {answer.f.data(), static_cast<std::size_t>(answer.f.size())},
                            .guess_residual = std::numeric_limits<double>::infinity(),
                            .max_pivots = most};
        const Solution taken = solve(problem, again);
        agrees(taken, certify(problem, taken.f, a), a);
      }
  };
  const Lcp lcp = make_lcp(Family::pile, 24, 1);
  check_all(lcp, ProblemKind::lcp);
  check_all(to_boxed(lcp), ProblemKind::boxed);
  check_all(make_contact_problem(FrictionFamily::planar_pile, 8, 1), ProblemKind::contact);
  check_all(make_contact_problem(FrictionFamily::cone_pile, 8, 1), ProblemKind::contact);
  const GlobalContactProblem global = random_global({.seed = 3, .bilateral = 2});
  for (const int most : {0, 2}) {
    Workspace workspace;
    Solution answer;
    VectorXd v, again, u;
    solve(global, {.max_pivots = most}, workspace, answer, v);
    agrees(answer, certify(global, answer.f, again, u), u);
    CHECK(v == again);
  }
}

TEST_CASE("methods refuse what they cannot solve by the kind of the problem") {
  const BoxedLcp boxed = to_boxed(make_lcp(Family::pile, 8, 1));
  CHECK_THROWS_WITH_AS(solve(boxed, {.method = Method::interior}),
                       "options.method must be a method for a boxed LCP, got interior",
                       InvalidArgument);
  const ContactProblem contact = make_contact_problem(FrictionFamily::planar_pile, 2, 1);
  for (const Method method : {Method::murty, Method::block, Method::qp, Method::guess})
    CHECK_THROWS_WITH_AS(solve(contact, {.method = method}),
                         ("options.method must be a method for a contact problem, got " +
                          std::string(to_string(method)))
                             .c_str(),
                         InvalidArgument);
  CHECK_THROWS_WITH_AS(solve(contact, {.aim = 2}), "options.aim must be in (0, 1], got 2",
                       InvalidArgument);
  const std::vector<double> one(1);
  CHECK_THROWS_WITH_AS(solve(boxed, {.warm = one}),
                       "options.warm.size() must be 0 or the problem's size, got 1",
                       InvalidArgument);
}

TEST_CASE("a method that does not fit the problem is a caller's mistake, named") {
  const Lcp problem = make_lcp(Family::pile, 8, 1);
  CHECK_FALSE(supports(Method::proximal, ProblemKind::lcp));
  CHECK_THROWS_WITH_AS(solve(problem, {.method = Method::proximal}),
                       "options.method must be a method for an LCP, got proximal", InvalidArgument);
}

TEST_CASE("NaN, wrong sizes and a wrong warm start throw before any method runs") {
  Lcp problem = make_lcp(Family::pile, 8, 1);
  const std::vector<double> short_guess(7);
  CHECK_THROWS_AS(solve(problem, {.warm = short_guess}), InvalidArgument);
  for (const double aim : {0.0, 1.1, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THROWS_AS(solve(problem, {.aim = aim}), InvalidArgument);
  problem.A(3, 4) = kNaN;
  CHECK_THROWS_AS(solve(problem), InvalidArgument);
  problem.A.resize(8, 7);
  CHECK_THROWS_AS(solve(problem), InvalidArgument);
  ContactProblem contact = make_contact_problem(FrictionFamily::planar_pile, 2, 1);
  contact.contacts[0].mu_s = kNaN;
  CHECK_THROWS_AS(solve(contact), InvalidArgument);
}

TEST_CASE("the empty problem is solved by every method") {
  for (const Method method : all_methods()) {
    CAPTURE(to_string(method));
    if (supports(method, ProblemKind::lcp))
      CHECK(solve(Lcp{}, {.method = method}).status == Status::solved);
    if (supports(method, ProblemKind::boxed))
      CHECK(solve(BoxedLcp{}, {.method = method}).status == Status::solved);
    if (supports(method, ProblemKind::contact))
      CHECK(solve(ContactProblem{}, {.method = method}).status == Status::solved);
  }
}

TEST_CASE("a used workspace changes no bit of an answer") {
  Workspace workspace;
  Solution used;
  for (int seed = 0; seed < 5; ++seed)
    solve(make_lcp(Family::pile, 40 - 4 * seed, seed), {}, workspace, used);
  const Lcp problem = make_lcp(Family::stack, 32, 9);
  solve(problem, {}, workspace, used);
  CHECK(used.f == solve(problem).f);
}

TEST_CASE("a workspace that was moved from still solves") {
  const Lcp problem{Eigen::Matrix2d::Identity(), Eigen::Vector2d(-1, 2)};
  Workspace first;
  Workspace second = std::move(first);
  Solution solution;
  for (Workspace* workspace : {&first, &second}) {
    solve(problem, {}, *workspace, solution);
    CHECK(solution.status == Status::solved);
  }
  first = std::move(second);
  solve(problem, {}, second, solution);
  CHECK(solution.f == Eigen::Vector2d(1, 0));
}

TEST_CASE("terms are the size of what adds up to a, whichever method answered") {
  const auto has_terms = [](const auto& problem, const Solution& answer) {
    const VectorXd terms = problem.A.cwiseAbs() * answer.f.cwiseAbs();
    CHECK(terms.maxCoeff() > 0);
    CHECK((answer.terms - terms).norm() <= 1e-14 * terms.norm());
  };
  const Lcp lcp = make_lcp(Family::pile, 24, 1);
  const ContactProblem contact = make_contact_problem(FrictionFamily::spatial_pile, 8, 1);
  for (const Method method : {Method::automatic, Method::keller, Method::lemke}) {
    has_terms(lcp, solve(lcp, {.method = method}));
    has_terms(contact, solve(contact, {.method = method}));
  }
}

TEST_CASE("a guess may be a view into the solution that it becomes") {
  Workspace workspace;
  const auto is_taken = [&](const auto& problem, const auto& solve_it) {
    Solution solution;
    solve_it(problem, Options{}, solution);
    REQUIRE(solution.status == Status::solved);
    const VectorXd answer = solution.f;
    const auto view = [](const VectorXd& x) {
      return std::span<const double>(x.data(), static_cast<std::size_t>(x.size()));
    };
    Solution copied;
    solve_it(problem, Options{.warm = view(answer)}, copied);
    REQUIRE(copied.answered_by == Method::guess);
    solve_it(problem, Options{.warm = view(solution.f)}, solution);
    CHECK(solution.answered_by == Method::guess);
    CHECK(solution.f == copied.f);
    // As a, which has as many entries: no answer, but no less a guess.
    solve_it(problem, Options{.warm = view(solution.a)}, solution);
    CHECK(solution.status == Status::solved);
  };
  const auto plain = [&](const auto& problem, const Options& options, Solution& solution) {
    solve(problem, options, workspace, solution);
  };
  const Lcp lcp = make_lcp(Family::stack, 32, 9);
  is_taken(lcp, plain);
  is_taken(to_boxed(lcp), plain);
  is_taken(Lcp{1e200 * lcp.A, lcp.b}, plain);  // scaled to units of its own
  is_taken(make_contact_problem(FrictionFamily::cone_pile, 8, 1), plain);
  is_taken(random_blocks({}), plain);
  is_taken(random_global({}), [&](const auto& problem, const Options& options, Solution& solution) {
    VectorXd v;
    solve(problem, options, workspace, solution, v);
  });
}

TEST_CASE("a guess that is taken whatever it leaves is left as it is") {
  const ContactProblem problem = make_contact_problem(FrictionFamily::cone_pile, 8, 1);
  const VectorXd near = (1 + 1e-11) * solve(problem).f;
  const std::span<const double> warm(near.data(), static_cast<std::size_t>(near.size()));
  const Solution taken =
      solve(problem, {.warm = warm, .guess_residual = std::numeric_limits<double>::infinity()});
  CHECK(taken.answered_by == Method::guess);
  CHECK(taken.f == near);
  const Solution settled = solve(problem, {.warm = warm});
  CHECK(settled.answered_by == Method::guess);
  CHECK(settled.residual < taken.residual);
}

}  // namespace perpend::lcp
