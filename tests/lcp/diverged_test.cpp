// SPDX-License-Identifier: Apache-2.0
//
// A method that diverges, as Dantzig's does on unsymmetric matrices, must not hand out forces that
// are worse than none.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "lcp/friction/phantom.hpp"
#include "lcp/pivoting/boxed_fallbacks.hpp"
#include "lcp/random_problem.hpp"

namespace perpend::lcp {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::random_matrix;

// Contacts in space of bodies whose masses differ by up to 1e6, in the range of J.
ContactProblem heavy_contacts(std::mt19937_64& random) {
  const int contacts = 1 + static_cast<int>(random() % 4);
  const MatrixXd J = random_matrix(random, 3 * contacts, 6 + static_cast<int>(random() % 7));
  VectorXd mass(J.cols());
  for (double& m : mass) m = std::pow(10.0, 3 * testing::uniform(random));
  ContactProblem problem{J * mass.cwiseInverse().asDiagonal() * J.transpose(),
                         J * random_matrix(random, J.cols(), 1),
                         {}};
  const double mu = 1 + testing::uniform(random);
  for (int i = 0; i < contacts; ++i)
    problem.contacts.push_back({.row = 3 * i, .tangents = 2, .mu_s = mu, .mu_k = mu});
  return problem;
}

struct Counts {
  int solved = 0, cleared = 0;
};

template <typename Problem>
void count(const Problem& problem, ProblemKind kind, Counts& counts) {
  for (const Method method : all_methods()) {
    if (!supports(method, kind)) continue;
    const Solution solution = solve(problem, {.method = method});
    CAPTURE(to_string(method));
    CHECK(solution.residual <= 1);
    CHECK(solution.f.allFinite());
    const double load = solution.f.dot(problem.b), response = solution.f.dot(solution.a) - load;
    if (solution.residual > 1e-3 && response >= 0) CHECK(load + 0.5 * response <= 0);
    counts.solved += solution.status == Status::solved;
    counts.cleared += solution.residual > 0.9 && solution.f.isZero(0);
  }
}

}  // namespace

TEST_CASE("no method answers with forces that are worse than none") {
  std::mt19937_64 random(12);
  Counts counts;
  for (int trial = 0; trial < 400; ++trial) {
    CAPTURE(trial);
    const ContactProblem contacts = heavy_contacts(random);
    count(contacts, ProblemKind::contact, counts);
    count(Lcp{contacts.A, contacts.b}, ProblemKind::lcp, counts);
    count(Lcp{testing::skewed(random, contacts.A), contacts.b}, ProblemKind::lcp, counts);
    count(testing::mixed_box(contacts.A, contacts.b, -0.5, 1), ProblemKind::boxed, counts);
    count(PhantomProblem(contacts, {.directions = 4}).boxed(), ProblemKind::boxed, counts);
  }
  MESSAGE(counts.solved, " solved, ", counts.cleared, " without forces");
  CHECK(counts.solved > 10000);
  CHECK(counts.cleared > 100);
}

TEST_CASE("a right answer keeps its bits, a diverged one gives way to f = 0 or to what is better") {
  std::mt19937_64 random(13);
  for (int trial = 0; trial < 3000; ++trial) {
    CAPTURE(trial);
    const ContactProblem contacts = heavy_contacts(random);
    const Lcp problem{contacts.A, contacts.b};
    Solution solution = solve(problem);
    REQUIRE(solution.status == Status::solved);
    const VectorXd f = solution.f;
    judge(problem, solution);
    CHECK(solution.f == f);
    CHECK(solution.status == Status::solved);
    solution.f = 1e20 * random_matrix(random, problem.size(), 1);
    judge(problem, solution);
    CHECK(solution.f.isZero(0));
    CHECK((solution.status == Status::solved) == (problem.b.minCoeff() >= 0));
    // Bounds that f = 0 violates: it may be the worse of both.
    BoxedLcp pressed = to_boxed(problem);
    pressed.lo.setConstant(1e6);
    solution.f = 0.5 * pressed.lo;
    judge(pressed, solution);
    CHECK(solution.f == 0.5 * pressed.lo);
  }
}

}  // namespace perpend::lcp
