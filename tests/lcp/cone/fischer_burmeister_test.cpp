// SPDX-License-Identifier: Apache-2.0
#include "cone_cases.hpp"

namespace perpend::lcp {

TEST_CASE("Fischer-Burmeister by itself: particles in closed form") {
  testing::check_closed_forms(Method::fischer_burmeister);
}

TEST_CASE("Fischer-Burmeister by itself solves most piles and claims no other") {
  CHECK(testing::count_piles(Method::fischer_burmeister, 100) >= 97);
}

TEST_CASE("Fischer-Burmeister solves redundant, scaled and unsymmetric problems") {
  for (const testing::NamedCone& named : testing::nasty_cones()) {
    const Solution answer = solve(named.problem, {.method = Method::fischer_burmeister});
    CAPTURE(named.name);
    CHECK(answer.status == Status::solved);
    CHECK(answer.factorisations <= 30);
  }
  const Solution none = solve(testing::insoluble(), {.method = Method::fischer_burmeister});
  CHECK(none.status == Status::limit);
}

}  // namespace perpend::lcp
