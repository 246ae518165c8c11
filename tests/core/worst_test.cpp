// SPDX-License-Identifier: Apache-2.0
#include "core/worst.hpp"

#include <doctest/doctest.h>

#include <array>
#include <limits>

namespace perpend {

TEST_CASE("the worst of some errors is NaN as soon as one is, in any order") {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::array<double, 4> errors{1, kInfinity, -2, 0.5};
  for (std::size_t at = 0; at <= errors.size(); ++at) {
    double worst = 0;
    for (std::size_t i = 0; i < errors.size(); ++i) {
      if (i == at) raise(worst, kNan);
      raise(worst, errors[i]);
    }
    if (at == errors.size())
      CHECK(worst == kInfinity);
    else
      CHECK(std::isnan(worst));
  }
  CHECK(std::isnan(worse_of(1, kNan)));
  CHECK(std::isnan(worse_of(kNan, 1)));
  CHECK(worse_of(1, 2) == 2);
}

}  // namespace perpend
