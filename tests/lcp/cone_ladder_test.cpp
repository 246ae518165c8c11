// SPDX-License-Identifier: Apache-2.0
//
// Method::automatic on the exact cone in space (docs/methods/cone.md).
#include <algorithm>

#include "lcp/cone_cases.hpp"

namespace perpend::lcp {
namespace {

using Eigen::VectorXd;

ContactProblem cone_pile(int contacts, int seed) {
  return make_contact_problem(FrictionFamily::cone_pile, contacts,
                              static_cast<std::uint64_t>(seed));
}

int median(std::vector<int> counts) {
  std::nth_element(counts.begin(), counts.begin() + counts.size() / 2, counts.end());
  return counts[counts.size() / 2];
}

// The law from its definition, in the units of b.
double worst_violation(const ContactProblem& problem, const VectorXd& f) {
  const VectorXd a = problem.A * f + problem.b;
  double worst = 0.0;
  for (const Contact& contact : problem.contacts) {
    const Eigen::Index n = contact.row;
    const auto force = f.segment<2>(n + 1), slip = a.segment<2>(n + 1);
    const double scale = problem.A.diagonal().segment<3>(n).maxCoeff();
    const double limit = contact.mu_s * f[n];
    worst = std::max({worst, -scale * f[n], -a[n], std::min(scale * f[n], a[n]),
                      scale * (force.norm() - limit)});
    // Maximum dissipation: -f_T . a_T = mu f_N |a_T|, unless there is no force to speak of.
    if (limit > 0)
      worst = std::max(worst, std::min(scale * limit, slip.norm() + force.dot(slip) / limit));
  }
  return worst / problem.b.cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("the ladder solves 200 cone piles in a median of ten factorisations, warm in four") {
  std::vector<int> cold, warm;
  for (int seed = 0; seed < 200; ++seed) {
    ContactProblem problem = cone_pile(4 + seed * 7919 % 29, seed);
    const Solution answer = solve(problem);
    CAPTURE(seed);
    CHECK(answer.status == Status::solved);
    CHECK(answer.residual <= 1e-10);
    cold.push_back(answer.factorisations);
    // The load moves by 1 % within the range of A.
    const VectorXd moved = problem.A * VectorXd::LinSpaced(problem.size(), -1, 1);
    problem.b += moved * (0.01 * problem.b.norm() / moved.norm());
    const Options options{.warm = {answer.f.data(), static_cast<std::size_t>(answer.f.size())}};
    const Solution again = solve(problem, options);
    CHECK(again.status == Status::solved);
    warm.push_back(again.factorisations);
  }
  MESSAGE("median factorisations cold " << median(cold) << ", warm " << median(warm));
  CHECK(median(cold) <= 10);
  CHECK(median(warm) <= 4);
}

TEST_CASE("the ladder solves piles of 50 to 150 contacts") {
  for (int seed = 0; seed < 10; ++seed) {
    const ContactProblem problem = cone_pile(50 + seed * 7919 % 101, seed);
    const Solution answer = solve(problem);
    CAPTURE(seed);
    CHECK(answer.status == Status::solved);
    CHECK(answer.residual <= 1e-10);
  }
}

TEST_CASE("answers obey Signorini and Coulomb by their definitions") {
  for (int seed = 0; seed < 30; ++seed) {
    const ContactProblem problem = cone_pile(4 + seed, 500 + seed);
    const Solution answer = solve(problem);
    CAPTURE(seed);
    REQUIRE(answer.status == Status::solved);
    CHECK(worst_violation(problem, answer.f) <= 1e-7);
  }
}

TEST_CASE("the ladder names the rung that answered, and counts for all of them") {
  const Solution answer = solve(cone_pile(12, 3));
  REQUIRE(answer.status == Status::solved);
  CHECK(answer.answered_by != Method::automatic);
  CHECK(answer.factorisations > 0);
  CHECK(answer.rounding > 0);
  CHECK(answer.rounding < 1e-10);
}

TEST_CASE("redundant, frictionless, scaled, tiny and unsymmetric problems are solved") {
  for (const testing::NamedCone& named : testing::nasty_cones()) {
    const Solution answer = solve(named.problem);
    CAPTURE(named.name);
    CHECK(answer.status == Status::solved);
  }
}

TEST_CASE("methods for symmetric matrices call an unsymmetric one invalid") {
  const ContactProblem problem = testing::unsymmetric(testing::pile(5, 2), 1e-3);
  for (const Method method : {Method::keller, Method::dantzig})
    CHECK(solve(problem, {.method = method}).status == Status::invalid);
}

TEST_CASE("a load that no contact can carry is never called solved") {
  ContactProblem problem = testing::insoluble();
  problem.A = Eigen::MatrixXd::Ones(4, 4);
  problem.b = Eigen::Vector4d(-1, 0, 0, 1);
  problem.contacts[0] = {.row = 0, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5};
  const Solution answer = solve(problem);
  CHECK(answer.status != Status::solved);
  CHECK(answer.residual > 1e-3);
}

TEST_CASE("contacts that only touch are counted as degenerate") {
  ContactProblem problem = testing::particle({0, 0, 0}, 0.5);
  CHECK(solve(problem).degenerate == 1);
  problem.b = Eigen::Vector3d(-1, 0, 0);
  CHECK(solve(problem).degenerate == 0);
}

TEST_CASE("a limit on the factorisations is kept, and the path says how far it came") {
  const ContactProblem problem = cone_pile(120, 1);
  const Solution stopped = solve(problem, {.method = Method::proximal, .max_pivots = 9});
  CHECK(stopped.factorisations <= 9);
  CHECK(stopped.status == Status::limit);
  CHECK(stopped.path_shift > 0);
  CHECK(stopped.path_shift <= 1);
}

}  // namespace perpend::lcp
