// SPDX-License-Identifier: Apache-2.0
#include "sim/island_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "contact/restitution/restitution.hpp"
#include "core/worst.hpp"

namespace perpend {
namespace {

// "a, b, c, d and 7 more": the bodies of some row groups.
std::string body_names(const StepRows& rows, std::span<const int> groups) {
  constexpr std::size_t kNamed = 4;
  std::vector<int> bodies;
  for (const int g : groups)
    for (const RowBlock& block : rows.pool.blocks(g))
      if (block.body >= 0) bodies.push_back(block.body);
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  std::string names;
  for (std::size_t i = 0; i < std::min(bodies.size(), kNamed); ++i)
    names += (i ? ", " : "") + rows.setup.model->bodies[bodies[i]].name;
  if (bodies.size() > kNamed) names += " and " + std::to_string(bodies.size() - kNamed) + " more";
  return names;
}

std::string failure(const StepRows& rows, const IslandProblem& problem) {
  const lcp::Solution& solution = problem.solution();
  if (!std::isfinite(solution.residual))
    return "contact problem of " + body_names(rows, problem.groups()) + " is not finite";
  char text[160];
  std::snprintf(text, sizeof text, ": %s after %d pivots, %d rows, residual %.2e (bound %.2e)",
                std::string(lcp::to_string(solution.status)).c_str(), solution.pivots,
                static_cast<int>(problem.size()), solution.residual, solution.residual_bound);
  return "contact problem of " + body_names(rows, problem.groups()) + text;
}

}  // namespace

IslandSolver::IslandSolver(lcp::Method method, Threads& threads)
    : method_(method), threads_(&threads), memory_(static_cast<std::size_t>(threads.count())) {}

void IslandSolver::solve_island(StepRows& rows, std::span<const int> groups, int island,
                                SolverMemory& memory) {
  IslandProblem& problem = problems_[island];
  const lcp::Options options{.method = method_};
  problem.assemble(rows, groups, options);
  lcp::Workspace& workspace = memory.for_rows(problem.size());
  problem.solve(rows, options, workspace);
  const bool bounces =
      std::any_of(groups.begin(), groups.end(), [&](int g) { return impacts(rows, g); });
  if (bounces && rows.setup.takes(problem.solution()))
    restitution_[island] = restitute(rows, problem, options, workspace);
}

void IslandSolver::solve(StepRows& rows, const IslandFinder& islands, StepReport& report) {
  const int count = count_ = islands.size();
  if (static_cast<int>(problems_.size()) < count) problems_.resize(count);
  restitution_.assign(count, 1.0);
  rows.clear_impulses();
  threads_->run(count, [&](int island, int thread) {
    solve_island(rows, islands.groups(island), island, memory_[thread]);
  });
  collect(rows, report);
}

void IslandSolver::collect(StepRows& rows, StepReport& report) {
  report.islands = count_;
  report.inexact = 0;
  report.answered_by = {};
  report.certificate.residual = 0;
  report.certificate.relaxation_error = 0;
  for (int island = 0; island < count_; ++island) {
    const lcp::Solution& solution = problems_[island].solution();
    problems_[island].scatter(rows);
    report.pivots += solution.pivots;
    report.drives += solution.drives;
    report.factorisations += solution.factorisations;
    report.answered_by[static_cast<std::size_t>(solution.answered_by)] += 1;
    raise(report.certificate.relaxation_error, problems_[island].relaxation_error());
    report.restitution_scale = std::min(report.restitution_scale, restitution_[island]);
    if (!rows.setup.takes(solution) && report.status == StepStatus::ok) {
      const bool finite = std::isfinite(solution.residual);
      report.status = finite ? StepStatus::unsolved : StepStatus::diverged;
      report.message = failure(rows, problems_[island]);
    }
    report.inexact += rows.setup.takes(solution) && solution.status != lcp::Status::solved;
    if (!is_worse(report.certificate.residual, solution.residual)) {
      report.certificate.residual = solution.residual;
      report.certificate.residual_bound = solution.residual_bound;
    }
  }
}

}  // namespace perpend
