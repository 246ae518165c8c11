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

/// A scene pulled at random, as in the live view. Times are of whole steps, ms of the clock.
struct InteractiveRow {
  std::string scene;
  double dt = 0.0;  ///< s
  int steps = 0;
  int contacts = 0;  ///< most at once
  double median = 0.0, p99 = 0.0, longest = 0.0;
  int uncertified = 0;  ///< steps of which a bound did not hold
  int failed = 0;
};

struct InteractiveReport {
  bench::Host host = {};
  std::string mode = {};
  std::vector<InteractiveRow> rows = {};
};

/// Steps a second that an interactive picture needs.
inline constexpr double kInteractiveRate = 60;

/// The interactive figures of Baraff 1994, a ragdoll and a robot arm, with their own time step and
/// with one of 1/60 s. quick: 600 steps, else 10 000. Throws InvalidArgument where a scene
/// is missing.
InteractiveReport run_interactive_bench(
    bool quick, const std::function<void(std::string_view, double)>& progress);

void print_table(const InteractiveReport& report, std::ostream& out);
nlohmann::json to_json(const InteractiveReport& report);

}  // namespace perpend::app
