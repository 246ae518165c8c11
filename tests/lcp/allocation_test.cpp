// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "bench/problems/families.hpp"
#include "heap.hpp"
#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {
namespace {

// What `call` takes from the heap after it has been made once.
template <typename Call>
long allocations_when_warm(Call call) {
  const long start = heap_allocations();
  call();
  const long before = heap_allocations();
  CHECK(before > start);
  call();
  return heap_allocations() - before;
}

}  // namespace

TEST_CASE("a warm workspace solves LCPs and boxes without the heap" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  for (const Family family : all_families()) {
    for (const Eigen::Index n : {7, 12, 24, 75}) {
      const Lcp problem = make_lcp(family, n, 3);
      const BoxedLcp boxed = to_boxed(problem);
      CAPTURE(to_string(family));
      CAPTURE(n);
      for (const Method method : {Method::keller, Method::automatic}) {
        Workspace workspace;
        Solution solution;
        const Options options{.method = method};
        CHECK(allocations_when_warm([&] { solve(problem, options, workspace, solution); }) == 0);
        CHECK(solution.status == Status::solved);
        Solution other;
        CHECK(allocations_when_warm([&] { solve(boxed, options, workspace, other); }) == 0);
      }
    }
  }
}

// Near the answer Newton steps come to it, with factors of other sets than the first.
TEST_CASE("a warm workspace solves contact problems from a near guess without the heap" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  for (const FrictionFamily family :
       {FrictionFamily::planar_pile, FrictionFamily::spatial_mixed, FrictionFamily::cone_pile})
    for (const int contacts : {4, 12, 30}) {
      CAPTURE(to_string(family));
      CAPTURE(contacts);
      const ContactProblem problem = make_contact_problem(family, contacts, 1);
      Workspace workspace;
      Solution solution;
      solve(problem, {}, workspace, solution);
      REQUIRE(solution.status == Status::solved);
      const Eigen::VectorXd near = 0.999 * solution.f;
      const Options options{.warm = {near.data(), static_cast<std::size_t>(near.size())}};
      CHECK(allocations_when_warm([&] { solve(problem, options, workspace, solution); }) == 0);
      CHECK(solution.status == Status::solved);
    }
}

TEST_CASE("the residual checker needs no memory but that of the motion" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  const Lcp problem = make_lcp(Family::pile, 45, 1);
  const BoxedLcp boxed = to_boxed(problem);
  const Eigen::VectorXd f = Eigen::VectorXd::Ones(45);
  Eigen::VectorXd a, terms, boxed_a;
  CHECK(allocations_when_warm([&] { certify(problem, f, a, terms); }) == 0);
  CHECK(allocations_when_warm([&] { certify(boxed, f, boxed_a, terms); }) == 0);
  for (const FrictionFamily family : {FrictionFamily::planar_pile, FrictionFamily::spatial_mixed}) {
    const ContactProblem contact = make_contact_problem(family, 30, 1);
    const Eigen::VectorXd forces = Eigen::VectorXd::Ones(contact.size());
    Eigen::VectorXd contact_a, contact_terms;
    CAPTURE(to_string(family));
    CHECK(allocations_when_warm([&] { certify(contact, forces, contact_a, contact_terms); }) == 0);
  }
}

}  // namespace perpend::lcp
