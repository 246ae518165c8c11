// SPDX-License-Identifier: Apache-2.0
#include "study/step_count.hpp"

#include <doctest/doctest.h>

#include <cmath>

using perpend::study::never_ends;

TEST_CASE("a run of 10¹² steps ends, one of more, or of no number of them, does not") {
  CHECK_FALSE(never_ends(1e10, 0.01));
  CHECK(never_ends(1.001e10, 0.01));
  CHECK_FALSE(never_ends(0, 0.01));
  CHECK(never_ends(INFINITY, 0.01));
  CHECK(never_ends(1, 0));
  CHECK(never_ends(NAN, 0.01));
}
