// SPDX-License-Identifier: Apache-2.0
//
// Entry points of Dantzig's method; the drives are in boxed.cpp and friction.cpp.
#include "lcp/pivoting/dantzig/dantzig.hpp"

#include <limits>
#include <random>

#include "lcp/pivoting/dantzig/buffers.hpp"
#include "lcp/problem/budget.hpp"

namespace perpend::lcp {
namespace {

// Walls and piles take one or two pivots per row, stacks of 75 boxes up to 20; more means a cycle.
int pivot_limit(const Options& options, Eigen::Index n) {
  return options.max_pivots > 0 ? options.max_pivots : static_cast<int>(40 * n + 50);
}

void begin(Solution& solution) {
  solution = Solution{};
  solution.answered_by = Method::dantzig;
}

}  // namespace

DantzigWorkspace::DantzigWorkspace() : buffers_(std::make_unique<Buffers>()) {}
DantzigWorkspace::~DantzigWorkspace() = default;
DantzigWorkspace::DantzigWorkspace(DantzigWorkspace&&) noexcept = default;
DantzigWorkspace& DantzigWorkspace::operator=(DantzigWorkspace&&) noexcept = default;

void solve_dantzig(const Lcp& problem, const Options& options, DantzigWorkspace& workspace,
                   Solution& solution) {
  const Eigen::Index n = problem.size();
  begin(solution);
  workspace.buffers().boxed.solve(
      problem.A, problem.b, Eigen::VectorXd::Zero(n),
      Eigen::VectorXd::Constant(n, std::numeric_limits<double>::infinity()),
      pivot_limit(options, n), solution);
}

// Away from ties the sets never repeat, so the drives end; Keller's method then removes what the
// perturbation left. 1e-7 is far above rounding and rarely changes the final set.
void solve_dantzig_perturbed(const Lcp& problem, const Options& options,
                             DantzigWorkspace& workspace, Solution& solution) {
  const Eigen::Index n = problem.size();
  DantzigWorkspace::Buffers& buffers = workspace.buffers();
  const double unit = n > 0 ? 1e-7 * problem.b.cwiseAbs().maxCoeff() : 0.0;
  std::mt19937_64 engine(1994);
  buffers.perturbed_b = problem.b;
  for (double& value : buffers.perturbed_b)
    value += unit * (1.0 + static_cast<double>(engine() >> 11) * 0x1p-53);
  begin(solution);
  buffers.boxed.solve(problem.A, buffers.perturbed_b, Eigen::VectorXd::Zero(n),
                      Eigen::VectorXd::Constant(n, std::numeric_limits<double>::infinity()),
                      pivot_limit(options, n), solution);
  const Solution driven = solution;
  Options finish = rest_of(options, driven.pivots);
  finish.warm = {driven.f.data(), static_cast<std::size_t>(n)};
  begin(solution);
  solve_keller(problem, finish, buffers.keller, solution);
  solution.drives += driven.drives;
  solution.pivots += driven.pivots;
  solution.factorisations += driven.factorisations;
}

void solve_dantzig(const BoxedLcp& problem, const Options& options, DantzigWorkspace& workspace,
                   Solution& solution) {
  begin(solution);
  workspace.buffers().boxed.solve(problem.A, problem.b, problem.lo, problem.hi,
                                  pivot_limit(options, problem.size()), solution);
}

void solve_dantzig(const ContactProblem& problem, const Options& options,
                   const DantzigSettings& settings, DantzigWorkspace& workspace,
                   Solution& solution) {
  begin(solution);
  workspace.buffers().friction.solve(problem, options, settings, solution);
}

void solve_dantzig(const ContactProblem& problem, const Options& options,
                   DantzigWorkspace& workspace, Solution& solution) {
  solve_dantzig(problem, options, DantzigSettings{}, workspace, solution);
}

}  // namespace perpend::lcp
