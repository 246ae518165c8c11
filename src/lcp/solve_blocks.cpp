// SPDX-License-Identifier: Apache-2.0
//
// Problems whose W is not stored: global ones, and those in blocks of bodies, joints and contacts.
#include "lcp/solve_blocks.hpp"

#include <utility>

#include "lcp/cone/guess_sweep.hpp"
#include "lcp/guess.hpp"
#include "lcp/problem/block_response.hpp"

namespace perpend::lcp {
namespace {

using Buffers = Workspace::Buffers;

// accept_guess() where W is not stored; `judge_it` fills the solution's residual and status.
bool accept_guess(const Options& options, Solution& solution, const auto& judge_it,
                  const auto& settle_it) {
  if (options.warm.empty() || !options.guess_residual) return false;
  solution.f = to_vector(options.warm);
  judge_it();
  settle_it();
  return take_guess(options, solution);
}

// settle() on a problem in blocks.
void settle(const BlockProblem& problem, const BlockResponse& response, const Options& options,
            Solution& attempt, Solution& solution) {
  if (!is_to_settle(options, solution)) return;
  attempt = solution;
  if (!sweep_guess(problem, response, sweeps_of(solution), attempt.f)) return;
  take_verdict(response.certify(attempt.f, attempt.a), attempt);
  if (attempt.residual < solution.residual) std::swap(solution, attempt);
}

}  // namespace

void solve(const GlobalContactProblem& problem, const Options& options, Workspace& workspace,
           Solution& solution, Eigen::VectorXd& v) {
  validate(problem);
  require(supports(options.method, ProblemKind::contact), "options.method",
          requirement(ProblemKind::contact), to_string(options.method));
  check_options(options, problem.size());
  const SafeGuess guess(options, solution);
  Options own = options;
  own.warm = guess.view();
  reset(solution, problem.size());
  const auto certify_it = [&] { return certify(problem, solution.f, v, solution.a); };
  const auto judge_it = [&] { take_verdict(certify_it(), solution); };
  if (accept_guess(own, solution, judge_it, [] {})) return;
  Buffers& buffers = workspace.buffers();
  solve_islands(problem, own, workspace, buffers.cone, buffers.global, solution);
  // The islands that are condensed are judged by their energy before.
  take_verdict(certify_or_clear(nullptr, solution, certify_it), solution);
}

void solve(const BlockProblem& problem, const Options& options, Workspace& workspace,
           Solution& solution) {
  solve(problem, options, {}, Threads::alone(), workspace, solution);
}

bool solve(const BlockProblem& problem, const Options& options, DraftRule rule, Threads& threads,
           Workspace& workspace, Solution& solution) {
  validate(problem);
  require(is_cone_method(options.method), "options.method",
          "automatic or a method of the friction cone", to_string(options.method));
  check_options(options, problem.size());
  const SafeGuess guess(options, solution);
  Options own = options;
  own.warm = guess.view();
  reset(solution, problem.size());
  const BlockResponse response(problem);
  const auto certify_it = [&] { return response.certify(solution.f, solution.a); };
  const auto judge_it = [&] { take_verdict(certify_it(), solution); };
  Buffers& buffers = workspace.buffers();
  const auto settle_it = [&] { settle(problem, response, own, buffers.attempt, solution); };
  if (accept_guess(own, solution, judge_it, settle_it)) return false;
  std::optional<Method> only;
  if (options.method != Method::automatic) only = options.method;
  buffers.cone.draft = rule;
  buffers.bodies.run_on(threads);
  solve_cone(problem, only, own, buffers.bodies, buffers.cone, solution);
  buffers.cone.draft = {};
  const bool is_draft = buffers.cone.report.draft;
  take_verdict(certify_or_clear(is_draft ? nullptr : &problem.b, solution, certify_it), solution);
  return is_draft && solution.status != Status::solved;
}

}  // namespace perpend::lcp
