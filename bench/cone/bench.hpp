// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/lcp/bench.hpp"
#include "bench/report.hpp"

namespace perpend::bench {

/// Results of the fallback chain of the exact cone on one set of seeded piles
/// (lcp::FrictionFamily::cone_pile).
struct ConeReliability {
  std::string set;
  int problems = 0;
  int solved = 0;               ///< repeated residual check finds at most 1e-10
  int false_claims = 0;         ///< status `solved` with a residual above the bound
  int at_floor = 0;             ///< claimed, above 1e-10, within the round-off floor
  double worst_residual = 0.0;  ///< of the claimed ones
  int median_factorisations = 0, most_factorisations = 0;
  double mean_factorisations = 0.0;
  std::string answered_by;  ///< stages with their counts
};

/// Costs of whole solves, residual checker included, in units of one Eigen LLT (factor and solve)
/// of W + I of the same size: medians over the problems.
struct ConeCost {
  int contacts = 0, rows = 0, problems = 0;
  double cold = 0.0, warm = 0.0;  ///< time / LLT
  double cold_factorisations = 0.0, warm_factorisations = 0.0;
};

/// One large problem in the velocities of its bodies.
struct ConeSparse {
  std::string family;
  int bodies = 0, contacts = 0;
  std::string status, answered_by;
  int factorisations = 0;
  double residual = 0.0;
  double seconds = 0.0;
  double condensed = 0.0;  ///< time of the same problem condensed / this; 0 if it is not run
};

/// Cubes that fall into a bin, step by step. All values except `steps`, `certified` and `contacts`
/// are from the last half of the run.
struct ConeBin {
  int boxes = 0;
  double ratio = 1.0;  ///< largest mass / smallest mass
  int steps = 0;
  int certified = 0;  ///< steps whose islands were all solved to their bound
  int contacts = 0;   ///< largest number in a step
  int median_factorisations = 0, p90_factorisations = 0, most_factorisations = 0;
  double seconds = 0.0;  ///< median time of a step
  double per_box = 0.0;  ///< the same per box, relative to the first bin
  double tail = 0.0;     ///< longest step / median
};

/// One solver on the problems of one set, judged at 1e-8.
struct ConeProfile {
  std::string set;
  std::string solver;
  int problems = 0, solved = 0;
  int claimed = 0;             ///< claimed solved, refuted by the residual checker
  int stopped = 0;             ///< crashed or took longer than the limit
  double slowdown = 0.0;       ///< median of time / time of `perpend`, where both solve; 0: never
  std::vector<double> ratios;  ///< time / time of the fastest, of the solved ones, ascending
  /// Returns the share solved within `factor` of the fastest.
  double within(double factor) const;
};

inline constexpr double kProfileFactors[] = {1, 2, 5, 10, 100};

struct ConeReport {
  Host host = {};
  std::string mode = {};
  std::vector<ConeReliability> reliability = {};
  std::vector<ConeCost> cost = {};
  std::vector<ConeSparse> sparse = {};
  std::vector<ConeBin> bins = {};
  std::vector<ConeProfile> profiles = {};
  std::vector<std::string> skipped = {};  ///< peers and files
};

inline constexpr const char* kConeParts[] = {"reliability", "cost", "sparse", "bins", "solvers"};

struct ConeBenchOptions {
  Effort effort = Effort::standard;
  std::filesystem::path folder = {};  ///< problem files of the user; empty for none
  std::string only = {};              ///< one of kConeParts; empty for all of them
};

/// Throws InvalidArgument if there is no such folder or part.
void validate(const ConeBenchOptions& options);

/// Runs the benchmark. quick: a few problems of each part, seconds; standard: all, some minutes.
/// Results are deterministic except for the times. Throws InvalidArgument if there is no such
/// folder or part.
ConeReport run_cone_bench(const ConeBenchOptions& options, const Progress& progress = {});

void print_table(const ConeReport& report, std::ostream& out);
/// Writes performance profiles and all tables as one self-contained file. Throws std::runtime_error
/// if it cannot be written.
void write_page(const ConeReport& report, const std::filesystem::path& file);
nlohmann::json to_json(const ConeReport& report);

// The five parts.
void run_cone_reliability(Effort effort, const Progress& progress, ConeReport& report);
void run_cone_cost(Effort effort, const Progress& progress, ConeReport& report);
void run_cone_sparse(Effort effort, const Progress& progress, ConeReport& report);
void run_cone_bins(Effort effort, const Progress& progress, ConeReport& report);
void run_cone_profiles(const ConeBenchOptions& options, const Progress& progress,
                       ConeReport& report);

}  // namespace perpend::bench
