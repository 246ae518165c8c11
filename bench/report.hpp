// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace perpend::bench {

/// One solver on one family and size. Times are medians over rounds, ratios medians over problems.
struct BenchRow {
  std::string family;
  int n = 0;  ///< rows of the matrix, as the family built it
  std::string solver;
  bool peer = false;            ///< code of another project
  double time_us = 0.0;         ///< median over the problems
  double ratio = 0.0;           ///< to Eigen LLT factor + solve of the same n, same run
  double ratio_lu = 0.0;        ///< to Eigen PartialPivLU factor + solve
  double solved = 0.0;          ///< share that meets the residual checker's bound
  double worst_residual = 0.0;  ///< over all problems, inf if an answer holds NaN
  int problems = 0;
  double pivots_per_n = 0.0;  ///< mean; 0 if the solver does not count
  double drives_per_n = 0.0;  ///< calls of drive-to-zero
};

/// One solver on one set of seeded problems, all of which have a solution unless stated otherwise.
struct ReliabilityRow {
  std::string set;
  std::string solver;
  bool peer = false;
  int problems = 0;
  int solved = 0;               ///< number that meets the bound of the set
  double worst_residual = 0.0;  ///< over the answers with status `solved`
  int false_rays = 0;           ///< a ray or `infeasible` although a solution exists
  int disagreements = 0;        ///< status and residual contradict each other
  double median_pivots_per_n = 0.0;
  double largest_pivots_per_n = 0.0;
  std::string answered_by;  ///< methods behind `auto` with their counts
};

/// Time of one solver on one problem, from which performance profiles are made.
struct ProfileSample {
  int problem = 0;  ///< numbered over all families and sizes
  int n = 0;
  std::string solver;
  double time_us = 0.0;
  bool solved = false;
};

struct Host {
  std::string cpu;
  int cores = 0;
  std::string compiler;
  std::string simd;  ///< widest instruction set compiled for
  std::string eigen;
};

struct BenchReport {
  Host host = {};
  std::string mode = {};  ///< "quick", "default" or "full"
  std::vector<BenchRow> rows = {};
  std::vector<ReliabilityRow> reliability = {};
  std::vector<ProfileSample> samples = {};
  std::vector<std::string> skipped = {};  ///< "skipped: X not installed"
};

Host this_host();

nlohmann::json to_json(const Host& host);

void print_table(const BenchReport& report, std::ostream& out);
/// Returns an object with the keys `host`, `mode`, `rows`, `reliability`, `skipped`; the fields
/// above have their own names.
nlohmann::json to_json(const BenchReport& report);
/// Writes a self-contained HTML page: performance profiles, ratio over n, both tables. Throws
/// std::runtime_error if the file cannot be written.
void write_page(const BenchReport& report, const std::filesystem::path& file);

}  // namespace perpend::bench
