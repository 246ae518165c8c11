// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "bench/cone/bench.hpp"
#include "bench/cone/piles.hpp"
#include "bench/cone/problems.hpp"
#include "bench/cone/solvers.hpp"
#include "bench/isolated.hpp"
#include "perpend/io/problem_file.hpp"
#include "perpend/lcp/certificate.hpp"
#include "relative.hpp"

namespace perpend::bench {
namespace {

// A folder of one pile, one LCP and one broken file.
class Folder {
 public:
  Folder() {
    std::filesystem::create_directories(path);
    REQUIRE(io::write_problem(path / "a.json", cone_pile(6, 6, 3)).empty());
    const lcp::Lcp plain = lcp::make_lcp(lcp::Family::pile, 8, 1);
    REQUIRE(io::write_problem(path / "b.json", plain).empty());
    std::filesystem::copy_file(path / "a.json", path / "c.json");
    std::filesystem::resize_file(path / "c.json", 100);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / "perpend_cone_bench_test";
};

const ConeReport& quick_report() {
  static const ConeReport report = [] {
    const Folder folder;
    return run_cone_bench({.effort = Effort::quick, .folder = folder.path});
  }();
  return report;
}

}  // namespace

TEST_CASE("a quick cone run has every part, and the fallback chain claims nothing false") {
  const ConeReport& report = quick_report();
  REQUIRE(report.reliability.size() == 4);
  for (const ConeReliability& row : report.reliability) {
    CAPTURE(row.set);
    CHECK(row.problems > 0);
    CHECK(row.solved == row.problems);
    CHECK(row.false_claims == 0);
    CHECK(row.median_factorisations <= row.most_factorisations);
  }
  CHECK(report.cost.size() == 2);
  for (const ConeCost& row : report.cost) CHECK(row.cold > 0);
  CHECK(report.sparse.size() == 7);
  for (const ConeSparse& row : report.sparse) {
    CAPTURE(row.family);
    CHECK(row.residual <= 1e-10);
    CHECK(row.condensed > 0);
  }
  CHECK(report.bins.size() == 3);
  for (const ConeBin& row : report.bins) {
    CHECK(row.certified == row.steps);
    CHECK(row.contacts > 0);
    CHECK(row.median_factorisations <= row.p90_factorisations);
    CHECK(row.p90_factorisations <= row.most_factorisations);
    CHECK(row.tail >= 1);
  }
}

TEST_CASE("profiles cover our scenes, piles and the folder, and perpend solves them") {
  std::set<std::string> sets, solvers;
  for (const ConeProfile& row : quick_report().profiles) {
    sets.insert(row.set);
    solvers.insert(row.solver);
    CHECK(static_cast<int>(row.ratios.size()) == row.solved);
    CHECK(row.within(kProfileFactors[0]) <= row.within(kProfileFactors[4]));
    if (row.solver != "perpend") continue;
    CAPTURE(row.set);
    CHECK(row.problems > 0);
    CHECK(row.solved == row.problems);
    CHECK(row.claimed == 0);
    CHECK(row.slowdown == relative(1.0));
  }
  CHECK(sets.size() == 5);
  CHECK(solvers.size() == 4 + peer_cone_solvers().size());
  // The LCP and the damaged file.
  CHECK(quick_report().skipped.size() == 2 + missing_cone_peers().size());
}

TEST_CASE("other solvers of the cone answer a pile and a planar problem as we do") {
  if (peer_cone_solvers().empty()) MESSAGE("skipped: no other solver of the cone is installed");
  lcp::ContactProblem planar = make_contact_problem(lcp::FrictionFamily::planar_blocks, 6, 5);
  planar.law = lcp::FrictionLaw::coulomb;
  for (lcp::ContactProblem problem : {cone_pile(6, 6, 3), planar}) {
    // Full rank: the Newton methods do not get along with less.
    problem.A.diagonal().array() += 0.1 * problem.A.diagonal().mean();
    for (const ConeSolver& solver : peer_cone_solvers()) {
      CAPTURE(solver.name);
      Eigen::VectorXd f, a;
      CHECK(solver.solve(problem, 1e-12, f));
      CHECK(certify(problem, f, a).residual < 1e-8);
    }
  }
}

TEST_CASE("a call that crashes or hangs is cut off, and takes nothing with it") {
  CHECK(run_isolated([] { return 7; }, 5) == 7);
  CHECK_FALSE(run_isolated([]() -> int { std::abort(); }, 5));
  CHECK_FALSE(run_isolated(
      []() -> int {
        for (;;) pause();
      },
      1));
}

TEST_CASE("a cone report prints as tables and JSON of the same numbers") {
  std::ostringstream words;
  print_table(quick_report(), words);
  CHECK(words.str().find("4-32 contacts, cold") != std::string::npos);
  CHECK(words.str().find("within 10") != std::string::npos);
  const nlohmann::json json = to_json(quick_report());
  CHECK(json["reliability"].size() == 4);
  CHECK(json["reliability"][0]["false_claims"] == 0);
  CHECK(json["profiles"].size() == quick_report().profiles.size());
}

}  // namespace perpend::bench
