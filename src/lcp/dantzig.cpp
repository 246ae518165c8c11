// SPDX-License-Identifier: Apache-2.0
//
// Entry points of Dantzig's method; the drives are in dantzig_boxed.cpp and dantzig_friction.cpp.
#include "perpend/lcp/dantzig.hpp"

#include <limits>

#include "lcp/dantzig_buffers.hpp"

namespace perpend::lcp {
namespace {

// Walls and piles take one or two pivots per row, stacks of 75 boxes up to 20; more is a cycle.
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
