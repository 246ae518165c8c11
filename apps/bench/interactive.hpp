// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "bench/report.hpp"

namespace perpend::app {

/// A scene pulled at random, as in the live view. Times are wall times of whole steps, ms.
struct InteractiveRow {
  std::string scene;
  double dt = 0.0;  ///< s
  int steps = 0;
  int contacts = 0;  ///< largest number at one time
  double median = 0.0, p99 = 0.0, longest = 0.0;
  int uncertified = 0;  ///< steps whose residual bound does not hold
  int failed = 0;
};

struct InteractiveReport {
  bench::Host host = {};
  std::string mode = {};
  std::vector<InteractiveRow> rows = {};
};

/// Steps per second that an interactive picture needs.
inline constexpr double kInteractiveRate = 60;

/// Measures the interactive figures of Baraff 1994, a ragdoll and a robot arm, with their own time
/// step and with one of 1/60 s. `quick` takes 600 steps instead of 10 000. Throws InvalidArgument
/// if a scene is missing.
InteractiveReport run_interactive_bench(
    bool quick, const std::function<void(std::string_view, double)>& progress);

void print_table(const InteractiveReport& report, std::ostream& out);
nlohmann::json to_json(const InteractiveReport& report);

}  // namespace perpend::app
