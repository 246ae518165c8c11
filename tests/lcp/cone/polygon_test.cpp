// SPDX-License-Identifier: Apache-2.0
//
// Polygons and boxes of friction in the velocities of the bodies. The judge is the LCP of the law,
// which shares nothing with the solver.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "bench/problems/families.hpp"
#include "lcp/friction/polyhedral.hpp"
#include "lcp/problem/global_blocks.hpp"
#include "lcp/solve_blocks.hpp"
#include "perpend/core/error.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {
namespace {

using Eigen::VectorXd;

Solution solve_in_bodies(const BlockProblem& problem, std::span<const double> guess = {}) {
  Workspace workspace;
  Solution solution;
  solve(problem, {.warm = guess}, workspace, solution);
  return solution;
}

// Of f in the unknowns of the law: speeds of slip are those that fit best.
double residual_of_lcp(const PolyhedralProblem& law, const VectorXd& f) {
  const VectorXd x = law.start(f);
  VectorXd a, terms;
  CHECK((law.forces(x) - f).lpNorm<Eigen::Infinity>() < 1e-9 * f.lpNorm<Eigen::Infinity>());
  return certify(law.boxed(), x, a, terms).residual;
}

constexpr GlobalFamily kFamilies[] = {GlobalFamily::pile_moving, GlobalFamily::stacks_at_rest,
                                      GlobalFamily::wall_at_rest};

}  // namespace

TEST_CASE("piles with polygons of friction are answered, and the LCP of the law agrees") {
  std::vector<int> factorisations;
  for (const GlobalFamily family : kFamilies)
    for (const int corners : {4, 6, 16})
      for (int seed = 1; seed <= 3; ++seed) {
        CAPTURE(static_cast<int>(family));
        CAPTURE(corners);
        CAPTURE(seed);
        BlockProblem problem = to_blocks(make_global_problem(family, 40 + 30 * seed, seed));
        FacetOptions facets{.directions = corners};
        facets.rotation.resize(static_cast<Eigen::Index>(problem.contacts.size()));
        for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
          facets.rotation[static_cast<Eigen::Index>(i)] = 0.1 * static_cast<double>(i % 7);
          problem.polygons.push_back(
              {.corners = corners, .angle = 0.1 * static_cast<double>(i % 7)});
        }
        const Solution solution = solve_in_bodies(problem);
        CHECK(solution.status == Status::solved);
        const PolyhedralProblem law(condense(problem), facets);
        CHECK(residual_of_lcp(law, solution.f) < 1e-8);
        factorisations.push_back(solution.factorisations);
      }
  std::ranges::sort(factorisations);
  MESSAGE("factorisations: median ", factorisations[factorisations.size() / 2], ", most ",
          factorisations.back());
}

TEST_CASE("piles with boxes of friction are answered, and the LCP of the law agrees") {
  for (const GlobalFamily family : kFamilies)
    for (int seed = 1; seed <= 3; ++seed) {
      CAPTURE(static_cast<int>(family));
      CAPTURE(seed);
      BlockProblem problem = to_blocks(make_global_problem(family, 40 + 30 * seed, seed));
      problem.law = FrictionLaw::box;
      const Solution solution = solve_in_bodies(problem);
      CHECK(solution.status == Status::solved);
      CHECK(residual_of_lcp(PolyhedralProblem(condense(problem)), solution.f) < 1e-8);
    }
}

TEST_CASE("polygons that forget a contact are refused") {
  BlockProblem problem = to_blocks(make_global_problem(GlobalFamily::pile_moving, 20, 1));
  problem.polygons.assign(problem.contacts.size() - 1, {.corners = 8});
  Workspace workspace;
  Solution solution;
  CHECK_THROWS_WITH_AS(solve(problem, {}, workspace, solution), doctest::Contains("polygons"),
                       InvalidArgument);
}

}  // namespace perpend::lcp
