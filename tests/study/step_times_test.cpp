// SPDX-License-Identifier: Apache-2.0
#include "study/step_times.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "relative.hpp"

using perpend::study::StepTimes;

TEST_CASE("quantiles of step times are those of the sorted list to half a percent") {
  std::mt19937 random(3);
  std::lognormal_distribution<double> draw(std::log(1e-3), 2.0);
  StepTimes times;
  std::vector<double> sorted;
  for (int i = 0; i < 10001; ++i) {
    sorted.push_back(draw(random));
    times.add(sorted.back());
  }
  std::sort(sorted.begin(), sorted.end());
  for (const double q : {0.0, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999})
    CHECK(times.quantile(q) ==
          perpend::relative(sorted[static_cast<std::size_t>(q * 10000)], 0.006));
  CHECK(times.quantile(1.0) == perpend::relative(sorted.back(), 0.006));
  CHECK(times.longest() == sorted.back());
  CHECK(times.count() == 10001);
}

TEST_CASE("few step times are exact, none are 0") {
  StepTimes times;
  CHECK(times.quantile(0.5) == 0);
  times.add(0.25);
  CHECK(times.quantile(0.0) == 0.25);
  CHECK(times.quantile(0.5) == 0.25);
  CHECK(times.quantile(1.0) == 0.25);
  for (double seconds = 1e-3; seconds < 1.02e-3; seconds += 1e-6) {
    StepTimes one;
    one.add(seconds);
    CHECK(one.quantile(0.5) == seconds);
  }
}

TEST_CASE("the quantile of a few step times is one of them") {
  StepTimes times;
  for (const double seconds : {1.0, 1e-3, 2.0}) times.add(seconds);
  CHECK(times.quantile(0.0) == perpend::relative(1e-3, 0.006));
  CHECK(times.quantile(0.5) == perpend::relative(1.0, 0.006));
  CHECK(times.quantile(1.0) == perpend::relative(2.0, 0.006));
}

TEST_CASE("step times beyond all classes are counted in the last ones") {
  StepTimes times;
  for (const double seconds : {0.0, 1e-12, 1e9, 1e-3}) times.add(seconds);
  CHECK(times.quantile(0.0) >= 0);
  CHECK(times.quantile(0.0) <= 1.01e-9);
  CHECK(times.quantile(1.0) <= 1e9);
  CHECK(times.longest() == 1e9);
}

TEST_CASE("step times in words") {
  StepTimes times;
  times.add(0.0025);
  CHECK(to_string(times) == "median 2.5 ms, 99 % 2.5 ms, longest 2.5 ms");
  StepTimes many;
  for (int k = 1; k <= 1000; ++k) many.add(1e-3 * k);
  CHECK(to_string(many) == "median 500 ms, 99 % 990 ms, longest 1000 ms");
  StepTimes slow;
  slow.add(1.234);
  CHECK(to_string(slow) == "median 1200 ms, 99 % 1200 ms, longest 1230 ms");
}
