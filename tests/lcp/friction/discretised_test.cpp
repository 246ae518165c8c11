// SPDX-License-Identifier: Apache-2.0
#include "lcp/friction/discretised.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <memory>

#include "lcp/friction/box.hpp"
#include "lcp/friction/discretised_check.hpp"
#include "lcp/friction/hybrid.hpp"
#include "lcp/friction/phantom.hpp"
#include "lcp/friction/polyhedral.hpp"
#include "lcp/friction/relaxed.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using testing::compliant;
using testing::solve_law;

// Four blocks whose second contact has become three rows of no contact.
ContactProblem with_free_rows(int seed, Index& first) {
  ContactProblem problem =
      compliant(make_contact_problem(FrictionFamily::spatial_blocks, 8, seed), 0.05);
  first = problem.contacts[1].row;
  problem.contacts.erase(problem.contacts.begin() + 1);
  return problem;
}

std::vector<std::unique_ptr<DiscretisedProblem>> every_law(const ContactProblem& problem) {
  SlipOptions slip;
  for (const Contact& contact : problem.contacts)
    slip.slips.push_back({problem.b.segment<2>(contact.row + 1), 2.0});
  std::vector<std::unique_ptr<DiscretisedProblem>> laws;
  laws.push_back(std::make_unique<PolyhedralProblem>(problem));
  laws.push_back(std::make_unique<RelaxedProblem>(problem));
  laws.push_back(std::make_unique<PhantomProblem>(problem, PhantomOptions{.slip = slip}));
  laws.push_back(std::make_unique<BoxProblem>(
      problem, VectorXd::Constant(static_cast<Index>(problem.contacts.size()), 2.0)));
  laws.push_back(std::make_unique<HybridProblem>(problem, slip));
  return laws;
}

}  // namespace

TEST_CASE("rows of no contact are held under every law") {
  Index row = 0;
  const ContactProblem problem = with_free_rows(3, row);
  for (const auto& law : every_law(problem)) {
    const VectorXd a = problem.A * solve_law(*law) + problem.b;
    CHECK(a.segment<3>(row).norm() <= 1e-9 * problem.b.norm());
  }
}

TEST_CASE("bounded rows obey lo <= f <= hi with motion of the right sign under every law") {
  int at_bounds = 0, inside = 0;
  for (int seed = 0; seed < 6; ++seed) {
    Index first = 0;
    const ContactProblem problem = with_free_rows(seed, first);
    for (const auto& law : every_law(problem)) {
      const double most = 0.3 * solve_law(*law).segment<3>(first).cwiseAbs().sum();
      for (Index row = first; row < first + 3; ++row) law->bound(row, -most, most);
      const VectorXd f = solve_law(*law), a = problem.A * f + problem.b;
      const double still = 1e-9 * problem.b.norm();
      for (Index row = first; row < first + 3; ++row) {
        const double margin = 1e-9 * most;
        CHECK(std::abs(f[row]) <= most + margin);
        if (f[row] < most - margin) CHECK(a[row] >= -still);
        if (f[row] > margin - most) CHECK(a[row] <= still);
        ++(std::abs(f[row]) < most - margin ? inside : at_bounds);
      }
    }
  }
  CHECK(at_bounds > 10);
  CHECK(inside > 10);
}

TEST_CASE("a guess from the answer's own forces leaves Keller and block pivoting nothing to do") {
  Index row = 0;
  const ContactProblem problem = with_free_rows(1, row);
  for (const auto& law : every_law(problem)) {
    const VectorXd x = law->start(solve_law(*law));
    const std::span<const double> guess(x.data(), static_cast<std::size_t>(x.size()));
    const Solution cold = solve(law->boxed()), warm = solve(law->boxed(), {.warm = guess});
    CHECK(cold.pivots >= 5);
    CHECK(warm.status == Status::solved);
    CHECK(warm.pivots <= 1);
  }
}

TEST_CASE("only rows of no contact can be bounded, by numbers") {
  Index row = 0;
  const ContactProblem problem = with_free_rows(2, row);
  PolyhedralProblem law(problem);
  CHECK_THROWS_WITH_AS(law.bound(problem.contacts[0].row, 0, 1), doctest::Contains("row"),
                       InvalidArgument);
  CHECK_THROWS_AS(law.bound(row, 1, 0), InvalidArgument);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH_AS(law.bound(row, kInfinity, kInfinity), doctest::Contains("lo"),
                       InvalidArgument);
  CHECK_THROWS_WITH_AS(law.bound(row, -kInfinity, -kInfinity), doctest::Contains("hi"),
                       InvalidArgument);
  CHECK_THROWS_AS(law.bound(row, std::nan(""), 0), InvalidArgument);
}

TEST_CASE("a reduced problem has the answers of the mixed one") {
  Index row = 0;
  const ContactProblem problem = with_free_rows(4, row);
  for (const auto& law : every_law(problem)) {
    const Reduced reduced = reduce(law->boxed());
    const Solution answer = solve(reduced.lcp);
    REQUIRE(answer.status == Status::solved);
    VectorXd a;
    CHECK(certify(law->boxed(), reduced.lift * answer.f + reduced.rest, a).residual < 1e-9);
  }
}

}  // namespace perpend::lcp
