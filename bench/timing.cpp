// SPDX-License-Identifier: Apache-2.0
#include "timing.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

namespace perpend::bench {
namespace {

constexpr double kBatch = 50.0;    // µs: a thousand times the resolution of the clock
constexpr double kSlow = 50000.0;  // µs: noise is far below the differences of interest
constexpr int kSlowRounds = 2;

// Returns µs of processor time, since wall time of a long call would include waiting for other
// processes.
double processor_time() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

double time_batch(const std::function<void()>& call, int repeats) {
  const double start = processor_time();
  for (int k = 0; k < repeats; ++k) call();
  return (processor_time() - start) / repeats;
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

std::vector<double> time_interleaved(const std::vector<std::function<void()>>& calls, int rounds) {
  std::vector<int> repeats;
  std::vector<std::vector<double>> times(calls.size());
  for (const auto& call : calls) {
    call();
    const double once = time_batch(call, 1);
    repeats.push_back(once > kSlow ? 0
                                   : std::max(1, static_cast<int>(kBatch / std::max(once, 1e-2))));
  }
  for (int round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < calls.size(); ++k)
      if (repeats[k] > 0 || round < kSlowRounds)
        times[k].push_back(time_batch(calls[k], std::max(1, repeats[k])));
  std::vector<double> medians;
  for (auto& values : times) medians.push_back(median(std::move(values)));
  return medians;
}

}  // namespace perpend::bench
