// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bench/problems/families.hpp"
#include "bench/tally.hpp"
#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/solve.hpp"
#include "reliability.hpp"

namespace perpend::bench {
namespace {

using lcp::FrictionFamily;

struct FrictionSet {
  std::string name;
  std::vector<FrictionFamily> families;  // taken in turn
  int count;
  bool solvable;  // sliding contacts can make a problem inconsistent
};

std::vector<FrictionSet> friction_sets(Effort effort) {
  std::vector<FrictionSet> sets{
      {"static friction, planar",
       {FrictionFamily::planar_blocks, FrictionFamily::planar_pile, FrictionFamily::planar_pile},
       2000,
       true},
      {"static friction, spatial",
       {FrictionFamily::spatial_blocks, FrictionFamily::spatial_pile, FrictionFamily::spatial_pile},
       2000,
       true},
      {"box friction, final limits", {FrictionFamily::spatial_box}, 1000, true},
      {"static and sliding, planar", {FrictionFamily::planar_mixed}, 500, false},
      {"static and sliding, spatial", {FrictionFamily::spatial_mixed}, 500, false},
  };
  if (effort == Effort::quick)
    for (FrictionSet& set : sets) set.count = 12;
  return sets;
}

constexpr int kContacts = 60, kQuickContacts = 12;
constexpr double kLaws = 1e-9;  // tolerance of conditions (15), (16), (21)

lcp::ContactProblem problem_of(const FrictionSet& set, int k, int most_contacts) {
  const int contacts = 1 + (most_contacts - 1) * k / std::max(1, set.count - 1);
  return make_contact_problem(set.families[k % set.families.size()], contacts,
                              static_cast<std::uint64_t>(k) + 1);
}

ReliabilityRow run_set(const FrictionSet& set, int most_contacts) {
  Tally tally(set.name, "auto", false);
  lcp::Workspace workspace;
  lcp::Solution solution;
  Eigen::VectorXd a;
  for (int k = 0; k < set.count; ++k) {
    const lcp::ContactProblem problem = problem_of(set, k, most_contacts);
    lcp::solve(problem, {}, workspace, solution);
    const lcp::Certificate certificate = certify(problem, solution.f, a);
    const bool claims = solution.status == lcp::Status::solved;
    tally.add({.residual = certificate.residual,
               .solved = certificate.residual <= std::max(kLaws, certificate.bound()),
               .honest = claims == certificate.holds(),
               .status = solution.status,
               .pivots_per_n = solution.pivots / static_cast<double>(problem.size()),
               .answered_by = solution.answered_by,
               .solvable = set.solvable});
  }
  return tally.row();
}

}  // namespace

void run_friction_reliability(const BenchOptions& options, const Progress& progress,
                              BenchReport& report) {
  const std::vector<FrictionSet> sets = friction_sets(options.effort);
  const int contacts = options.effort == Effort::quick ? kQuickContacts : kContacts;
  double done = 0.0;
  for (const FrictionSet& set : sets) {
    if (progress) progress(set.name, done);
    report.reliability.push_back(run_set(set, contacts));
    done += 1.0 / static_cast<double>(sets.size());
  }
}

}  // namespace perpend::bench
