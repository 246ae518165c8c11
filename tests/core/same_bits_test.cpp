// SPDX-License-Identifier: Apache-2.0
#include "core/same_bits.hpp"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <vector>

namespace perpend {

TEST_CASE("bits are compared, not values") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(has_same_bits(nan, nan));
  CHECK_FALSE(has_same_bits(0.0, -0.0));
  CHECK(has_same_bits(std::vector{1, nan}, std::vector{1, nan}));
  CHECK_FALSE(has_same_bits(std::array{1.0, 2.0, 0.0}, std::array{1.0, 2.0, -0.0}));
  CHECK_FALSE(has_same_bits(std::vector<double>{1, 2}, std::vector<double>{1}));
  CHECK(has_same_bits(std::vector<double>(), std::vector<double>()));
}

}  // namespace perpend
