// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cone_cases.hpp"

namespace perpend::lcp {

TEST_CASE("the interior point by itself: particles in closed form") {
  testing::check_closed_forms(Method::interior);
}

TEST_CASE("the interior point by itself solves most piles and claims no other") {
  CHECK(testing::count_piles(Method::interior, 100) >= 97);
}

TEST_CASE("the interior point solves redundant, scaled and unsymmetric problems") {
  for (const testing::NamedCone& named : testing::nasty_cones()) {
    const Solution answer = solve(named.problem, {.method = Method::interior});
    CAPTURE(named.name);
    // Its steps shrink to nothing there; the fallback chain goes on with the path.
    if (named.name == "friction 10") continue;
    CHECK(answer.status == Status::solved);
    CHECK(answer.factorisations <= 30);
  }
  const Solution none = solve(testing::insoluble(), {.method = Method::interior});
  CHECK(none.status == Status::limit);
}

// Piles whose every second contact slides in a given direction: friction is in the steps
// themselves.
TEST_CASE("the interior point takes contacts that are told to slide along") {
  int solved = 0, factorisations = 0;
  for (int seed = 0; seed < 60; ++seed) {
    ContactProblem problem = testing::pile(4 + seed % 9, static_cast<std::uint64_t>(seed));
    for (std::size_t i = 0; i < problem.contacts.size(); i += 2) {
      const double angle = 1.3 * seed + 0.7 * static_cast<double>(i);
      Contact& contact = problem.contacts[i];
      contact.sliding = true;
      contact.mu_s = contact.mu_k = 0.2;
      contact.direction = {std::cos(angle), std::sin(angle)};
    }
    const Solution answer = solve(problem, {.method = Method::interior});
    solved += answer.status == Status::solved;
    factorisations += answer.factorisations;
  }
  MESSAGE(solved << " solved by " << factorisations << " factorisations");
  CHECK(solved >= 58);
  CHECK(factorisations <= 60 * 8);
}

}  // namespace perpend::lcp
