// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace perpend::bench {

/// Returns medians (µs of processor time) of several calls timed in turn, round after round, so
/// that a change of clock speed or other load affects all of them alike. Each is called once before
/// the first round; short ones are called in batches of about 50 µs; those over 50 ms are timed in
/// the first two rounds only.
std::vector<double> time_interleaved(const std::vector<std::function<void()>>& calls, int rounds);

double median(std::vector<double> values);

}  // namespace perpend::bench
