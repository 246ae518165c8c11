// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "bench.hpp"
#include "bench/problems/families.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::bench {
namespace {

using lcp::GlobalFamily;

struct Large {
  GlobalFamily family;
  int contacts;
};

constexpr Large kLarge[] = {
    {GlobalFamily::stacks_at_rest, 8000},    {GlobalFamily::stacks_moving, 8000},
    {GlobalFamily::wall_at_rest, 1000},      {GlobalFamily::pile_moving, 100},
    {GlobalFamily::pile_moving, 300},        {GlobalFamily::pile_moving, 1000},
    {GlobalFamily::planar_pile_moving, 1000}};
constexpr int kCondensed = 300;  // largest contact count whose dense problem takes only seconds

double seconds(const auto& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

ConeSparse measure(const Large& large) {
  const lcp::GlobalContactProblem problem = make_global_problem(large.family, large.contacts, 1);
  lcp::Workspace workspace;
  lcp::Solution solution;
  Eigen::VectorXd v, u;
  ConeSparse row;
  row.family = to_string(large.family);
  row.contacts = static_cast<int>(problem.contacts.size());
  const bool planar = problem.contacts[0].tangents == 1;
  row.bodies = static_cast<int>(problem.velocities()) / (planar ? 3 : 6);
  row.seconds = seconds([&] { lcp::solve(problem, {}, workspace, solution, v); });
  row.status = to_string(solution.status);
  row.answered_by = to_string(solution.answered_by);
  row.factorisations = solution.factorisations;
  row.residual = certify(problem, solution.f, v, u).residual;
  if (row.contacts > kCondensed) return row;
  const lcp::ContactProblem dense = condense(problem);
  row.condensed = seconds([&] { lcp::solve(dense, {}, workspace, solution); }) / row.seconds;
  return row;
}

}  // namespace

void run_cone_sparse(Effort effort, const Progress& progress, ConeReport& report) {
  const bool quick = effort == Effort::quick;
  double done = 0.0;
  for (Large large : kLarge) {
    if (quick) large.contacts = 40;
    progress(std::string(to_string(large.family)) + ", " + std::to_string(large.contacts), done);
    report.sparse.push_back(measure(large));
    done += 1.0 / std::size(kLarge);
  }
}

}  // namespace perpend::bench
