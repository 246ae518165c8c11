// SPDX-License-Identifier: Apache-2.0
//
// Method::automatic on the exact cone in space (docs/methods/cone.md).
#include <algorithm>
#include <functional>

#include "cone_cases.hpp"
#include "lcp/cone/contact.hpp"

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

struct PileSet {
  int smallest, largest, count;
};

struct Counts {
  std::vector<int> cold, warm;
};

// Factorisations, cold and with the load moved by 1 % within the range of A.
Counts solve_piles(const PileSet& set) {
  Counts counts;
  for (int seed = 0; seed < set.count; ++seed) {
    ContactProblem problem =
        cone_pile(set.smallest + seed * 7919 % (set.largest - set.smallest + 1), seed);
    const Solution answer = solve(problem);
    CAPTURE(seed);
    CHECK(answer.status == Status::solved);
    CHECK(answer.residual <= 1e-10);
    counts.cold.push_back(answer.factorisations);
    const VectorXd moved = problem.A * VectorXd::LinSpaced(problem.size(), -1, 1);
    problem.b += moved * (0.01 * problem.b.norm() / moved.norm());
    const Options options{.warm = {answer.f.data(), static_cast<std::size_t>(answer.f.size())}};
    const Solution again = solve(problem, options);
    CHECK(again.status == Status::solved);
    counts.warm.push_back(again.factorisations);
  }
  MESSAGE("median factorisations cold " << median(counts.cold) << ", warm " << median(counts.warm));
  return counts;
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

TEST_CASE(
    "the fallback chain solves 200 cone piles in a median of eight factorisations, warm in four") {
  const Counts counts = solve_piles({.smallest = 4, .largest = 32, .count = 200});
  CHECK(median(counts.cold) <= 8);
  CHECK(median(counts.warm) <= 4);
  CHECK(*std::max_element(counts.cold.begin(), counts.cold.end()) <= 600);
}

TEST_CASE(
    "the fallback chain solves piles of 50 to 150 contacts in a median of ten factorisations") {
  const Counts counts = solve_piles({.smallest = 50, .largest = 150, .count = 100});
  CHECK(median(counts.cold) <= 10);
  CHECK(median(counts.warm) <= 4);
}

TEST_CASE("near an answer one factor serves several steps") {
  const ContactProblem problem = cone_pile(60, 2);
  const Solution answer = solve(problem);
  REQUIRE(answer.status == Status::solved);
  VectorXd near = answer.f;
  for (Eigen::Index i = 0; i < near.size(); ++i)
    near[i] *= 1 + 1e-5 * std::sin(static_cast<double>(i));
  const Options options{.warm = {near.data(), static_cast<std::size_t>(near.size())}};
  const Solution again = solve(problem, options);
  CHECK(again.status == Status::solved);
  CHECK(again.factorisations == 1);
}

// In the usual order what follows a guess that leads nowhere is the cold start, and both are
// counted.
TEST_CASE("steps from a guess that leads nowhere count beside those of the cold start") {
  int more = 0;
  for (int seed = 0; seed < 20; ++seed) {
    DenseConeOperator W;
    ConeProblem cone;
    equilibrate(cone_pile(8 + seed, 900 + seed), W, cone);
    SearchMemory memory;
    ConeReport cold, again;
    solve_cone(cone, {}, memory, cold);
    REQUIRE(cold.solved);
    const VectorXd guess = -10 * cold.r;
    solve_cone(cone, {.warm = &guess}, memory, again);
    CAPTURE(seed);
    CHECK(again.solved);
    more += again.factorisations > cold.factorisations;
  }
  CHECK(more >= 15);  // the others are solved from the guess
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

TEST_CASE("stages go on to the share of the residual bound they are asked for") {
  double roughest = 0;
  for (int seed = 0; seed < 30; ++seed) {
    const ContactProblem problem = cone_pile(4 + seed, 700 + seed);
    CAPTURE(seed);
    roughest = std::max(roughest, solve(problem).residual);
    CHECK(solve(problem, {.aim = 1e-2}).residual <= 1e-12);
  }
  CHECK(roughest > 1e-11);
}

TEST_CASE("the fallback chain names the stage that answered, and counts for all of them") {
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

TEST_CASE("of many rows fewer factorisations are spent before a problem is said to be unsolved") {
  // 300 particles, and two bilateral rows that contradict each other.
  constexpr Eigen::Index kRows = 902;
  ContactProblem problem{Eigen::MatrixXd::Identity(kRows, kRows), VectorXd::Zero(kRows), {}};
  for (Eigen::Index row = 0; row < 900; row += 3) {
    problem.b.segment<3>(row) = Eigen::Vector3d(-1, 0.8, 0);
    problem.contacts.push_back({.row = row, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
  }
  problem.A.bottomRightCorner<2, 2>().setOnes();
  problem.b.tail<2>() = Eigen::Vector2d(-1, 1);
  const Solution answer = solve(problem);
  CHECK(answer.status == Status::limit);
  CHECK(answer.residual > 1e-3);
  CHECK(answer.factorisations <= 400);
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

TEST_CASE("a robot has motors or limits and contacts in space: neither alone makes one") {
  const auto is = [](std::vector<int> tangents) { return is_robot(tangents, std::identity{}); };
  CHECK_FALSE(is({}));
  CHECK_FALSE(is({1, 1}));
  CHECK_FALSE(is({2, 0}));
  CHECK(is({2, 0, 1}));
}

TEST_CASE("stages that know the circular cone alone are asked under no other law") {
  for (const FrictionFamily family : {FrictionFamily::spatial_blocks, FrictionFamily::spatial_pile,
                                      FrictionFamily::spatial_mixed, FrictionFamily::spatial_box})
    for (int seed = 1; seed < 9; ++seed) {
      const ContactProblem problem = make_contact_problem(family, 2 + 3 * seed, seed);
      CAPTURE(to_string(family));
      CAPTURE(seed);
      REQUIRE(problem.law != FrictionLaw::coulomb);
      const Method answered_by = solve(problem).answered_by;
      CHECK(answered_by != Method::fischer_burmeister);
      CHECK(answered_by != Method::interior);
    }
}

}  // namespace perpend::lcp
