// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>

#include "bench/lcp/bench.hpp"
#include "bench/lcp/solvers.hpp"
#include "bench/problems/families.hpp"
#include "bench/profile.hpp"
#include "bench/timing.hpp"

namespace perpend::bench {
namespace {

const BenchReport& quick_report() {
  static const BenchReport report = run_lcp_bench({.effort = Effort::quick});
  return report;
}

TEST_CASE("a quick run has every family, Cholesky, LU and positive ratios") {
  std::set<std::string> families, solvers;
  for (const BenchRow& row : quick_report().rows) {
    CAPTURE(row.family);
    CAPTURE(row.solver);
    CHECK(row.ratio > 0);
    CHECK(row.ratio_lu > 0);
    CHECK(row.problems > 0);
    CHECK(row.solved >= 0);
    CHECK(row.solved <= 1);
    families.insert(row.family);
    solvers.insert(row.solver);
  }
  CHECK(families.size() == lcp::all_families().size());
  for (const char* name : {"eigen_llt", "eigen_lu", "auto", "keller", "lemke"}) {
    CAPTURE(std::string(name));
    CHECK(solvers.count(name) == 1);
  }
}

TEST_CASE("auto and Keller solve every problem of a quick run") {
  for (const BenchRow& row : quick_report().rows)
    if (row.solver == "auto" || row.solver.starts_with("keller")) {
      CAPTURE(row.family);
      CAPTURE(row.solver);
      CHECK(row.solved == 1.0);
    }
  for (const ReliabilityRow& row : quick_report().reliability) {
    CAPTURE(row.set);
    CAPTURE(row.solver);
    if (row.solver == "keller" ||
        (row.solver == "auto" && row.set.find("sliding") == std::string::npos))
      CHECK(row.solved == row.problems);
  }
}

TEST_CASE("a method timed alone answers like the same method behind the residual checker") {
  std::vector<Solver> solvers = own_solvers();
  for (const Solver& bare : solvers) {
    const std::optional<lcp::Method> method = lcp::method_from_name(bare.name);
    if (!method || *method == lcp::Method::automatic) continue;
    CAPTURE(bare.name);
    const Solver judged = judged_solver(*method);
    Answer alone, behind;
    for (const std::uint64_t seed : {1, 2}) {
      const Case c = make_case(lcp::Family::pile, 24, seed);
      bare.solve(c, alone);
      judged.solve(c, behind);
      CHECK(alone.f == behind.f);
      CHECK(alone.pivots == behind.pivots);
    }
  }
}

TEST_CASE("no status contradicts its residual, and no solvable problem gets a ray") {
  for (const ReliabilityRow& row : quick_report().reliability) {
    if (row.peer) continue;
    CAPTURE(row.set);
    CAPTURE(row.solver);
    CHECK(row.disagreements == 0);
    CHECK(row.false_rays == 0);
  }
}

TEST_CASE("the keys of the JSON report are the documented ones") {
  const nlohmann::json report = to_json(quick_report());
  for (const char* key : {"host", "mode", "rows", "reliability", "skipped"})
    CHECK(report.contains(key));
  for (const nlohmann::json& row : report["rows"])
    for (const char* key :
         {"family", "n", "solver", "ratio", "ratio_lu", "solved", "worst_residual", "peer",
          "time_us", "problems", "pivots_per_n", "drives_per_n"})
      CHECK(row.contains(key));
  for (const char* key : {"cpu", "cores", "compiler", "simd", "eigen"})
    CHECK(report["host"].contains(key));
}

TEST_CASE("the page holds its data and its script, and needs nothing else") {
  const auto file = std::filesystem::temp_directory_path() / "perpend_lcp_bench_test.html";
  write_page(quick_report(), file);
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  std::filesystem::remove(file);
  const std::string page = text.str();
  CHECK(page.find("wall_at_rest") != std::string::npos);
  CHECK(page.find("uplot") != std::string::npos);
  CHECK(page.find("/*DATA*/") == std::string::npos);
  CHECK(page.find("src=\"http") == std::string::npos);
  std::ostringstream table;
  print_table(quick_report(), table);
  CHECK(table.str().find("| keller ") != std::string::npos);
  CHECK_THROWS(write_page(quick_report(), "/nowhere/at/all.html"));
}

TEST_CASE("performance profiles count a problem against those who did not solve it") {
  const std::vector<ProfileSample> samples{{0, 12, "a", 1.0, true},
                                           {0, 12, "b", 2.0, true},
                                           {1, 12, "a", 4.0, false},
                                           {1, 12, "b", 8.0, true},
                                           {2, 300, "a", 1.0, true}};
  const std::vector<Profile> profiles = performance_profiles(samples, 0, 48);
  REQUIRE(profiles.size() == 2);
  CHECK(profiles[0].problems == 2);
  CHECK(profiles[0].factors == std::vector<double>{1.0});
  CHECK(profiles[1].factors == std::vector<double>{1.0, 2.0});
}

TEST_CASE("splitting into islands keeps every row once") {
  const lcp::Lcp stacks = lcp::make_lcp(lcp::Family::separate_stacks, 96, 1);
  std::vector<Eigen::Index> rows;
  for (const Island& island : split_islands(stacks)) {
    CHECK(island.problem.A == stacks.A(island.rows, island.rows));
    rows.insert(rows.end(), island.rows.begin(), island.rows.end());
  }
  std::sort(rows.begin(), rows.end());
  CHECK(static_cast<Eigen::Index>(rows.size()) == stacks.size());
  CHECK(std::adjacent_find(rows.begin(), rows.end()) == rows.end());
}

TEST_CASE("the median of an even number of values is their middle") {
  CHECK(median({4, 1, 3, 2}) == 2.5);
  CHECK(median({5, 1, 3}) == 3);
}

}  // namespace
}  // namespace perpend::bench
