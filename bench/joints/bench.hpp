// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "bench/report.hpp"

namespace perpend::bench {

/// One method of solving or stepping one mechanism.
struct JointsRow {
  std::string family;  ///< "chain, 1000 kg end", "binary_tree", "2D tree, 54 pins", ...
  int n = 0;           ///< bodies, or multipliers if the family says so
  std::string solver;  ///< "perpend", "dense", "conjugate_gradients" or a peer
  double time_us = 0.0;
  double ratio = 0.0;           ///< time / time of perpend on the same mechanism, same run
  bool solved = false;          ///< stable, or solved to its bound
  double worst_residual = 0.0;  ///< joint gap, m; backward error for a linear system
  std::string note = {};
};

/// Fit time = a n^exponent over the sizes from 1000 bodies on.
struct Growth {
  std::string family;
  int threads = 1;
  double exponent = 0.0;
};

struct JointsReport {
  Host host = {};
  std::string mode = {};
  std::vector<JointsRow> rows = {};
  std::vector<Growth> growth = {};
  std::vector<std::string> skipped = {};
};

/// Runs the benchmark. quick: up to 1000 bodies and peers up to 127 links, a few seconds; otherwise
/// all sizes, about two minutes. Results are deterministic except for the times.
JointsReport run_joints_bench(bool quick,
                              const std::function<void(std::string_view, double)>& progress);

void print_table(const JointsReport& report, std::ostream& out);
nlohmann::json to_json(const JointsReport& report);

}  // namespace perpend::bench
