// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "bench.hpp"
#include "bench/isolated.hpp"
#include "bench/profile.hpp"
#include "bench/timing.hpp"
#include "perpend/lcp/certificate.hpp"
#include "piles.hpp"
#include "problems.hpp"
#include "solvers.hpp"

namespace perpend::bench {
namespace {

constexpr double kJudged = 1e-8;
constexpr int kRounds = 3, kPiles = 12;
constexpr unsigned kTimeLimit = 15;  // s, per solver and problem with all its tolerances and rounds

// Result of one solver on one problem.
struct Attempt {
  bool solved = false, claimed = false, stopped = false;
  double tolerance = 0.0;
  double slowdown = 0.0;  // time / time of the reference
};

bool judge(const lcp::ContactProblem& problem, const Eigen::VectorXd& f) {
  if (!f.allFinite()) return false;
  Eigen::VectorXd a;
  const lcp::Certificate judged = certify(problem, f, a);
  return judged.residual <= std::max(kJudged, judged.bound());
}

// Solvers measure their error differently, so the loosest of a solver's tolerances that the
// residual checker accepts is used. The solver is then timed in turn with the reference.
Attempt attempt(const ConeSolver& solver, const ConeSolver& reference,
                const lcp::ContactProblem& problem) {
  Attempt result;
  Eigen::VectorXd f;
  for (const double tolerance : solver.tolerances) {
    result.tolerance = tolerance;
    const bool claims = solver.solve(problem, tolerance, f);
    result.claimed = result.claimed || claims;
    result.solved = judge(problem, f);
    if (result.solved || !claims) break;
  }
  if (!result.solved) return result;
  const std::vector<double> times =
      time_interleaved({[&] { solver.solve(problem, result.tolerance, f); },
                        [&] { reference.solve(problem, 0.0, f); }},
                       kRounds);
  result.slowdown = times[0] / times[1];
  return result;
}

std::vector<Attempt> run_problem(const std::vector<ConeSolver>& solvers,
                                 const lcp::ContactProblem& problem) {
  std::vector<Attempt> attempts;
  for (const ConeSolver& solver : solvers) {
    const bool is_reference = &solver == &solvers[0];
    const auto found =
        run_isolated([&] { return attempt(solver, solvers[0], problem); }, kTimeLimit);
    attempts.push_back(found ? *found : Attempt{.stopped = true});
    if (is_reference) attempts.back().slowdown = 1.0;
  }
  return attempts;
}

void run_set(const ConeProblemSet& set, const std::vector<ConeSolver>& solvers,
             const Progress& progress, ConeReport& report) {
  std::vector<ConeProfile> rows(solvers.size());
  std::vector<std::vector<double>> slowdowns(solvers.size());
  std::vector<ProfileSample> samples;
  int count = 0, left_out = 0;
  for (const lcp::ContactProblem& problem : set.problems) {
    progress(set.name, static_cast<double>(count) / static_cast<double>(set.problems.size()));
    ++count;
    if (!is_plain_cone(problem)) {
      ++left_out;
      continue;
    }
    const std::vector<Attempt> attempts = run_problem(solvers, problem);
    for (std::size_t k = 0; k < solvers.size(); ++k) {
      const Attempt& each = attempts[k];
      rows[k].problems += 1;
      rows[k].solved += each.solved;
      rows[k].claimed += each.claimed && !each.solved;
      rows[k].stopped += each.stopped;
      if (each.solved && attempts[0].solved) slowdowns[k].push_back(each.slowdown);
      samples.push_back(
          {count, static_cast<int>(problem.size()), solvers[k].name, each.slowdown, each.solved});
    }
  }
  if (left_out > 0)
    report.skipped.push_back("skipped: " + std::to_string(left_out) + " problems of " + set.name +
                             " with bilateral rows, dynamic friction or another law");
  if (samples.empty()) return;
  for (std::size_t k = 0; k < solvers.size(); ++k) {
    rows[k].set = set.name;
    rows[k].solver = solvers[k].name;
    rows[k].slowdown = slowdowns[k].empty() ? 0.0 : median(slowdowns[k]);
    report.profiles.push_back(rows[k]);
  }
  for (Profile& each : performance_profiles(samples, 0, std::numeric_limits<int>::max()))
    for (ConeProfile& row : report.profiles)
      if (row.set == set.name && row.solver == each.solver) row.ratios = each.factors;
}

ConeProblemSet seeded_piles(bool quick) {
  ConeProblemSet set{"seeded piles, 50-150 contacts", {}};
  for (int k = 0; k < (quick ? 1 : kPiles); ++k)
    set.problems.push_back(quick ? cone_pile(8, 16, k) : cone_pile(50, 150, k));
  return set;
}

}  // namespace

double ConeProfile::within(double factor) const {
  const auto end = std::upper_bound(ratios.begin(), ratios.end(), factor);
  return static_cast<double>(end - ratios.begin()) / problems;
}

void run_cone_profiles(const ConeBenchOptions& options, const Progress& progress,
                       ConeReport& report) {
  std::vector<ConeSolver> solvers = own_cone_solvers();
  for (ConeSolver& peer : peer_cone_solvers()) solvers.push_back(std::move(peer));
  for (std::string& line : missing_cone_peers()) report.skipped.push_back(std::move(line));
  std::vector<ConeProblemSet> sets = scene_problems(options.effort, progress);
  sets.push_back(seeded_piles(options.effort == Effort::quick));
  if (!options.folder.empty()) sets.push_back(folder_problems(options.folder, report.skipped));
  double from = 0.3;
  for (const ConeProblemSet& set : sets) {
    const double begin = from, share = 0.7 / static_cast<double>(sets.size());
    run_set(
        set, solvers,
        [&](std::string_view next, double done) { progress(next, begin + share * done); }, report);
    from += share;
  }
}

}  // namespace perpend::bench
