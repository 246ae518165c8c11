// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "lcp/propose.hpp"
#include "perpend/lcp/solve.hpp"
#include "solvers.hpp"

namespace perpend::bench {
namespace {

using lcp::Method;

// Memory that one solver keeps between calls.
struct Memory {
  lcp::Workspace workspace;
  lcp::KellerWorkspace keller;
  lcp::DantzigWorkspace dantzig;
  lcp::Solution solution;
};

// Runs the method alone: solve() adds the check of the data and the residual checker, which at n =
// 12 cost about 0.4 of a Cholesky factorisation.
void run_bare(Method method, const lcp::Lcp& problem, const lcp::Options& options, Memory& memory) {
  // Initialises the solution as solve() does before it calls a method.
  memory.solution.f.setZero(problem.size());
  memory.solution.ray.resize(0);
  memory.solution.status = lcp::Status::limit;
  memory.solution.pivots = memory.solution.drives = memory.solution.factorisations = 0;
  propose(method, problem, options, memory.workspace.buffers(), memory.solution);
}

void take(const lcp::Solution& solution, Answer& answer) {
  answer.f = solution.f;
  answer.status = solution.status;
  answer.pivots = solution.pivots;
  answer.drives = solution.drives;
}

// Returns the largest size of interest, from measurements: exponential pivot counts or O(n²) per
// step make larger sizes too slow.
int largest_size(Method method) {
  switch (method) {
    case Method::lemke:
      return 300;
    case Method::murty:
      return 150;
    case Method::pgs:
      return 150;
    default:
      return 600;
  }
}

Solver keller_warm() {
  auto memory = std::make_shared<Memory>();
  return {"keller_warm", 600, false, [memory](const Case& c, Answer& answer) {
            const std::span<const double> guess(c.right.data(), c.right.size());
            solve_keller(c.problem, {.warm = guess}, memory->keller, memory->solution);
            take(memory->solution, answer);
          }};
}

Solver keller_islands() {
  auto memory = std::make_shared<Memory>();
  return {"keller_islands", 600, false, [memory](const Case& c, Answer& answer) {
            answer.f.resize(c.problem.size());
            answer.status = lcp::Status::solved;
            answer.pivots = answer.drives = 0;
            for (const Island& island : c.islands) {
              solve_keller(island.problem, {}, memory->keller, memory->solution);
              answer.f(island.rows) = memory->solution.f;
              answer.pivots += memory->solution.pivots;
              answer.drives += memory->solution.drives;
              if (memory->solution.status != lcp::Status::solved)
                answer.status = memory->solution.status;
            }
          }};
}

Solver bare_solver(Method method) {
  auto memory = std::make_shared<Memory>();
  return {std::string(to_string(method)), largest_size(method), false,
          [memory, method](const Case& c, Answer& answer) {
            run_bare(method, c.problem, {.method = method}, *memory);
            take(memory->solution, answer);
          }};
}

}  // namespace

Solver judged_solver(Method method) {
  auto memory = std::make_shared<Memory>();
  const std::string name = method == Method::automatic ? "auto" : std::string(to_string(method));
  return {name, largest_size(method), false, [memory, method](const Case& c, Answer& answer) {
            lcp::solve(c.problem, {.method = method}, memory->workspace, memory->solution);
            take(memory->solution, answer);
            if (method == Method::automatic) answer.answered_by = memory->solution.answered_by;
          }};
}

Solver perturbed_dantzig() {
  auto memory = std::make_shared<Memory>();
  return {"dantzig_perturbed", 600, false, [memory](const Case& c, Answer& answer) {
            solve_dantzig_perturbed(c.problem, {}, memory->dantzig, memory->solution);
            take(memory->solution, answer);
          }};
}

std::vector<Solver> own_solvers() {
  std::vector<Solver> solvers{judged_solver(Method::automatic), bare_solver(Method::keller),
                              keller_warm(), keller_islands()};
  for (const Method method : lcp::all_methods())
    if (supports(method, lcp::ProblemKind::lcp) && method != Method::automatic &&
        method != Method::keller)
      solvers.push_back(bare_solver(method));
  solvers.push_back(perturbed_dantzig());
  return solvers;
}

}  // namespace perpend::bench
