// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "lcp/pivoting/keller/keller.hpp"
#include "lcp/sparse_problem.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using testing::grid_of_discs;
using testing::kInfinity;
using testing::uniform;

template <typename Problem>
bool holds(const Problem& problem, const Solution& solution) {
  VectorXd a, terms;
  return solution.status == Status::solved && certify(problem, solution.f, a, terms).holds();
}

std::span<const double> span(const VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

}  // namespace

TEST_CASE("sparse problems: cold, from the answer, near it, and from no answer at all") {
  std::mt19937_64 random(1);
  KellerWorkspace workspace;
  for (int trial = 0; trial < 12; ++trial) {
    const Lcp problem = grid_of_discs(random, 6 + trial);
    CAPTURE(problem.size());
    Solution cold, warm;
    solve_keller(problem, {}, workspace, cold);
    CHECK(holds(problem, cold));
    VectorXd guess = cold.f;
    solve_keller(problem, {.warm = span(guess)}, workspace, warm);
    CHECK(holds(problem, warm));
    CHECK(warm.pivots <= 1);
    for (double& f : guess) f = std::max(0.0, f + 0.05 * uniform(random));
    solve_keller(problem, {.warm = span(guess)}, workspace, warm);
    CHECK(holds(problem, warm));
    for (double& f : guess) f = std::max(0.0, uniform(random));
    solve_keller(problem, {.warm = span(guess)}, workspace, warm);
    CHECK(holds(problem, warm));
    // Forces need not be unique; motions are.
    CHECK((problem.A * (warm.f - cold.f)).lpNorm<Eigen::Infinity>() < 1e-9);
  }
}

TEST_CASE("sparse problems with boxes, bilateral rows and guesses at bounds") {
  std::mt19937_64 random(2);
  KellerWorkspace workspace;
  for (int trial = 0; trial < 20; ++trial) {
    BoxedLcp problem = to_boxed(grid_of_discs(random, 9));
    for (Index i = 0; i < problem.size(); ++i) {
      const auto kind = random() % 8;
      if (kind == 0) problem.lo[i] = -1, problem.hi[i] = 0.5;
      if (kind == 1) problem.lo[i] = 0.01, problem.hi[i] = 0.02;
      if (kind == 2 && trial % 2 > 0) problem.lo[i] = -kInfinity;
    }
    Solution cold, warm;
    solve_keller(problem, {}, workspace, cold);
    CHECK(holds(problem, cold));
    VectorXd guess = cold.f;
    for (double& f : guess) f += 0.2 * uniform(random);
    solve_keller(problem, {.warm = span(guess)}, workspace, warm);
    CHECK(holds(problem, warm));
  }
}

TEST_CASE("a used workspace gives the same bits for sparse problems of any size") {
  std::mt19937_64 random(3);
  KellerWorkspace used;
  for (const Index side : {14, 7, 10, 4, 9}) {
    const Lcp problem = grid_of_discs(random, side);
    KellerWorkspace fresh;
    Solution first, again;
    solve_keller(problem, {}, fresh, first);
    solve_keller(problem, {}, used, again);
    CHECK(first.f == again.f);
    CHECK(first.pivots == again.pivots);
  }
}

}  // namespace perpend::lcp
