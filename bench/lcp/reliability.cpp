// SPDX-License-Identifier: Apache-2.0
#include "reliability.hpp"

#include <algorithm>
#include <array>

#include "bench/tally.hpp"
#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/solve.hpp"
#include "solvers.hpp"

namespace perpend::bench {
namespace {

using lcp::Family;
using lcp::Method;

struct ProblemSet {
  std::string name;
  std::vector<Family> families;  // taken in turn
  int count;
  int smallest, largest;  // n, spread evenly over the set
  double bound = 0.0;     // 0: residual checker's own, max(1e-10, 100 round-off)
};

// Returns 10 000 problems. The exact wall takes n = 12, 15, .. 609 as far as bricks allow.
std::vector<ProblemSet> rank_deficient_sets(Effort effort) {
  const std::vector<Family> scenes{Family::wall_at_rest, Family::pyramid, Family::stack,
                                   Family::separate_stacks, Family::pile};
  std::vector<ProblemSet> sets{
      {"box piles, n 12..150", scenes, 4000, 12, 150},
      {"box piles, n 150..600", scenes, 600, 150, 600},
      {"wall at rest, n 12..609", {Family::wall_at_rest}, 200, 12, 609},
      {"low rank, n 12..150", {Family::low_rank}, 2000, 12, 150},
      {"contacts repeated, n 12..150", {Family::duplicated}, 1000, 12, 150},
      {"rows scaled 1e3, n 12..150", {Family::scaled_rows}, 1000, 12, 150},
      {"rows scaled 1e6, n 12..150", {Family::scaled_rows_1e6}, 600, 12, 150},
      {"masses 1e6 : 1, n 12..150", {Family::mass_ratio_1e6}, 600, 12, 150},
  };
  if (effort == Effort::quick)
    for (ProblemSet& set : sets) {
      set.count = std::max(10, set.count / 200);
      set.largest = std::min(set.largest, 150);
      set.smallest = std::min(set.smallest, 60);
    }
  return sets;
}

// Returns the piles on which other engines were measured.
ProblemSet engine_piles(Effort effort) {
  const int count = effort == Effort::quick ? 10 : effort == Effort::standard ? 200 : 1000;
  return {
      "engine piles, n 12..96, 1e-8",
      {Family::pyramid, Family::stack, Family::separate_stacks, Family::pile, Family::wall_at_rest},
      count,
      12,
      96,
      1e-8};
}

constexpr std::uint64_t kSeeds = 1'000'000;  // distinct from those of the timings

Case problem_of(const ProblemSet& set, int k) {
  const auto families = static_cast<int>(set.families.size());
  // All families of a round have the same size, and sizes grow along the set.
  const int round = k / families, rounds = std::max(1, (set.count + families - 1) / families - 1);
  const int n = set.smallest + (set.largest - set.smallest) * round / rounds;
  return make_bare_case(set.families[k % families], n, kSeeds + static_cast<std::uint64_t>(k));
}

void run_set(const ProblemSet& set, const std::vector<Solver>& solvers, BenchReport& report) {
  std::vector<Tally> tallies;
  for (const Solver& solver : solvers) tallies.emplace_back(set.name, solver.name, solver.peer);
  Eigen::VectorXd a;
  Answer answer;
  for (int k = 0; k < set.count; ++k) {
    const Case c = problem_of(set, k);
    for (std::size_t s = 0; s < solvers.size(); ++s) {
      if (c.problem.size() > solvers[s].largest_n) continue;
      answer.answered_by = lcp::Method::automatic;
      solvers[s].solve(c, answer);
      const lcp::Certificate certificate = certify(c.problem, answer.f, a);
      const bool claims = answer.status == lcp::Status::solved;
      const bool meets = certificate.residual <= std::max(set.bound, certificate.bound());
      tallies[s].add({.residual = certificate.residual,
                      .solved = meets,
                      .honest = solvers[s].peer ? !claims || meets : claims == certificate.holds(),
                      .status = answer.status,
                      .pivots_per_n = answer.pivots / static_cast<double>(c.problem.size()),
                      .answered_by = answer.answered_by});
    }
  }
  for (const Tally& tally : tallies)
    if (tally.problems() > 0) report.reliability.push_back(tally.row());
}

std::vector<Solver> reliability_solvers() {
  std::vector<Solver> solvers;
  // Largest n for which docs/methods/bench.md states figures.
  constexpr std::array kMethods{std::pair{Method::automatic, 609}, std::pair{Method::keller, 609},
                                std::pair{Method::dantzig, 96}, std::pair{Method::lemke, 150}};
  for (const auto& [method, largest] : kMethods) {
    solvers.push_back(judged_solver(method));
    solvers.back().largest_n = largest;
  }
  solvers.push_back(perturbed_dantzig());
  solvers.back().largest_n = 150;
  return solvers;
}

std::vector<Solver> engine_solvers(bool peers) {
  std::vector<Solver> solvers;
  for (const Method method : lcp::all_methods())
    if (method != Method::pgs && supports(method, lcp::ProblemKind::lcp))
      solvers.push_back(judged_solver(method));
  if (!peers) return solvers;
  for (const Solver& peer : peer_solvers()) {
    solvers.push_back(peer);
    if (peer.name.ends_with("dantzig")) solvers.push_back(regularised(peer));
  }
  return solvers;
}

}  // namespace

void run_reliability(const BenchOptions& options, const Progress& progress, BenchReport& report) {
  const std::vector<ProblemSet> sets = rank_deficient_sets(options.effort);
  const std::vector<Solver> solvers = reliability_solvers();
  double done = 0.0;
  for (const ProblemSet& set : sets) {
    if (progress) progress(set.name, done);
    run_set(set, solvers, report);
    done += 0.5 / static_cast<double>(sets.size());
  }
  const ProblemSet piles = engine_piles(options.effort);
  if (progress) progress(piles.name, 0.5);
  run_set(piles, engine_solvers(options.peers), report);
  run_friction_reliability(
      options,
      [&](std::string_view what, double share) {
        if (progress) progress(what, 0.6 + 0.4 * share);
      },
      report);
}

}  // namespace perpend::bench
