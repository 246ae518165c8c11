// SPDX-License-Identifier: Apache-2.0
//
// What the engine made takes shorter ways to the same problems and answers.
#include <doctest/doctest.h>

#include "lcp/friction/relaxed.hpp"
#include "lcp/random_blocks.hpp"
#include "lcp/solve_made.hpp"
#include "linalg/kernels/dense_factors.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {
namespace {

using Eigen::MatrixXd;

// Contacts in space, limits, and bilateral rows, as motors are to the relaxed law.
ContactProblem made_problem(std::uint64_t seed) {
  ContactProblem problem =
      condense(random_blocks({.seed = seed, .bodies = 14, .limits = 3, .motors = 2}));
  std::erase_if(problem.contacts, [](const Contact& contact) { return contact.tangents == 1; });
  problem.contacts.front().mu_s = problem.contacts.front().mu_k = 0;
  return problem;
}

}  // namespace

TEST_CASE("the relaxed law of a problem that the engine made is the same problem") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    for (const int directions : {2, 8}) {
      CAPTURE(seed);
      const ContactProblem problem = made_problem(seed);
      const RelaxedProblem checked(problem, {.directions = directions});
      const RelaxedProblem short_cut(problem, {.directions = directions}, made);
      const MatrixXd& A = short_cut.boxed().A;
      CHECK(A == MatrixXd(A.transpose()));
      CHECK((A - checked.boxed().A).norm() <= 1e-14 * A.norm());
      CHECK(short_cut.boxed().b == checked.boxed().b);
      CHECK(short_cut.boxed().lo == checked.boxed().lo);
      CHECK(short_cut.boxed().hi == checked.boxed().hi);
    }
}

TEST_CASE("solve_made() has the answers of solve()") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    const ContactProblem contacts = made_problem(seed);
    const RelaxedProblem relaxed(contacts, {}, made);
    const Lcp lcp{contacts.A, contacts.b};
    Workspace workspace;
    Solution solution;
    const auto same = [&](const auto& problem) {
      solve_made(problem, {}, workspace, solution);
      const Solution expected = solve(problem, {});
      CHECK(solution.status == expected.status);
      CHECK(solution.f == expected.f);
      CHECK(solution.residual == expected.residual);
    };
    same(lcp);
    same(relaxed.boxed());
    same(contacts);
  }
}

TEST_CASE("made problems of any units are solved in units of their own") {
  const ContactProblem contacts = made_problem(3);
  Lcp lcp{std::ldexp(1.0, 400) * contacts.A, std::ldexp(1.0, -350) * contacts.b};
  Workspace workspace;
  Solution solution;
  solve_made(lcp, {}, workspace, solution);
  const Solution expected = solve(lcp, {});
  CHECK(solution.status == expected.status);
  CHECK(solution.f == expected.f);
}

}  // namespace perpend::lcp
