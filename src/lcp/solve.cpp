// SPDX-License-Identifier: Apache-2.0
//
// Common entry of all methods. A method proposes an answer, and the residual checker
// (certificate.hpp) judges it: only the checker reports `solved`, and a claim that there is no
// solution is reported as `infeasible` only where its direction proves it.
#include "perpend/lcp/solve.hpp"

#include <utility>

#include "lcp/cone/guess_sweep.hpp"
#include "lcp/fallback_chain.hpp"
#include "lcp/guess.hpp"
#include "lcp/problem/budget.hpp"
#include "lcp/problem/sparse_check.hpp"
#include "lcp/problem/units.hpp"
#include "lcp/solve_made.hpp"

namespace perpend::lcp {

Workspace::Workspace() : buffers_(std::make_unique<Buffers>()) {}
Workspace::~Workspace() = default;
// A moved-from workspace stays usable, with buffers of its own.
Workspace::Workspace(Workspace&& other) noexcept : Workspace() {
  std::swap(buffers_, other.buffers_);
}
Workspace& Workspace::operator=(Workspace&& other) noexcept {
  std::swap(buffers_, other.buffers_);
  return *this;
}

namespace {

using Buffers = Workspace::Buffers;
using Eigen::Index;

ProblemKind kind_of(const Lcp&) {
  return ProblemKind::lcp;
}
ProblemKind kind_of(const BoxedLcp&) {
  return ProblemKind::boxed;
}
ProblemKind kind_of(const ContactProblem&) {
  return ProblemKind::contact;
}

template <typename Problem>
void settle(const Problem&, const Options&, Solution&, Solution&) {}

void settle(const ContactProblem& problem, const Options& options, Solution& attempt,
            Solution& solution) {
  if (!is_to_settle(options, solution)) return;
  attempt = solution;
  if (!sweep_guess(problem, sweeps_of(solution), attempt.f, attempt.a)) return;
  take_verdict(certify(problem, attempt.f, attempt.a, attempt.terms), attempt);
  if (attempt.residual < solution.residual) std::swap(solution, attempt);
}

// Where things rest, the solution of the last step mostly solves the problem: it is judged before
// anything is factored.
template <typename Problem>
bool accept_guess(const Problem& problem, const Options& options, Buffers& buffers,
                  Solution& solution) {
  if (options.warm.empty() || !options.guess_residual) return false;
  solution.f = to_vector(options.warm);
  take_verdict(certify(problem, solution.f, solution.a, solution.terms), solution);
  settle(problem, options, buffers.attempt, solution);
  return take_guess(options, solution);
}

template <typename Problem>
void answer_as_is(const Problem& problem, Known known, const Options& options, Buffers& buffers,
                  Solution& solution) {
  reset(solution, problem.size());
  if (accept_guess(problem, options, buffers, solution)) return;
  if (options.method == Method::automatic)
    return solve_by_chain(problem, known, options, buffers, solution);
  propose(options.method, problem, options, buffers, solution);
  solution.answered_by = options.method;
  judge(problem, solution);
}

template <typename Problem>
void answer(const Problem& problem, Known known, const Options& options, Buffers& buffers,
            Solution& solution) {
  require(supports(options.method, kind_of(problem)), "options.method",
          requirement(kind_of(problem)), to_string(options.method));
  check_options(options, problem.size());
  buffers.cone.representation = Representation::dense;
  const Units units = known == Known::symmetric ? units_of_semidefinite(problem.A, problem.b)
                                                : units_of(problem.A, problem.b);
  const SafeGuess guess(options, solution);
  Options own = options;
  own.warm = guess.view();
  if (units.are_plain()) return answer_as_is(problem, known, own, buffers, solution);
  const Eigen::VectorXd warm = scaled(to_vector(own.warm), -units.f());
  own.warm = {warm.data(), static_cast<std::size_t>(warm.size())};
  if (!warm.allFinite()) own.warm = {};
  answer_as_is(in_units(problem, units), known, own, buffers, solution);
  solution.f = scaled(solution.f, units.f());
  judge(problem, solution);
}

}  // namespace

void solve(const Lcp& problem, const Options& options, Workspace& workspace, Solution& solution) {
  validate(problem);
  answer(problem, Known::nothing, options, workspace.buffers(), solution);
}

void solve(const BoxedLcp& problem, const Options& options, Workspace& workspace,
           Solution& solution) {
  validate(problem);
  answer(problem, Known::nothing, options, workspace.buffers(), solution);
}

void solve(const ContactProblem& problem, const Options& options, Workspace& workspace,
           Solution& solution) {
  validate(problem);
  answer(problem, Known::nothing, options, workspace.buffers(), solution);
}

Representation last_representation(Workspace& workspace) {
  return workspace.buffers().cone.representation;
}

void solve_made(const Lcp& problem, const Options& options, Workspace& workspace,
                Solution& solution) {
  answer(problem, Known::symmetric, options, workspace.buffers(), solution);
}

void solve_made(const BoxedLcp& problem, const Options& options, Workspace& workspace,
                Solution& solution) {
  answer(problem, Known::symmetric, options, workspace.buffers(), solution);
}

namespace {

// Number of unknowns from which on the solve in the velocities of the bodies comes before pivoting,
// whose dense factor takes as long there; and number up to which pivoting tries what that solve
// leaves unsolved.
constexpr Eigen::Index kFewestInBodies = 5000, kMostPivoted = 8000;

void solve_in_bodies(const LargeProblem& problem, const Options& options, QpBodies& workspace,
                     Solution& solution) {
  reset(solution, problem.bounds.size());
  solution.answered_by = Method::qp;
  const auto judge_it = [&] {
    take_verdict(certify(problem.bounds, problem.columns, solution.f, solution.a, solution.terms),
                 solution);
    return solution.status == Status::solved;
  };
  solve_qp_in_bodies(*problem.bodies, *problem.edges, options.warm, *problem.threads, workspace,
                     solution, judge_it);
  if (solution.status != Status::solved) judge(problem.bounds, problem.columns, solution);
}

void solve_by_pivots(const LargeProblem& problem, const Options& options,
                     KellerWorkspace& workspace, Solution& solution) {
  reset(solution, problem.bounds.size());
  solve_keller(problem.bounds, problem.columns, options, workspace, solution);
  judge(problem.bounds, problem.columns, solution);
}

bool is_over(const Options& options, const Solution& solution) {
  return solution.status == Status::solved || is_spent(options, solution.pivots);
}

// Runs both solvers, the faster one first.
void solve_with_bodies(const LargeProblem& problem, const Options& options,
                       Workspace::Buffers& buffers, Solution& solution) {
  Solution attempt;
  if (problem.bounds.size() < kFewestInBodies) {
    solve_by_pivots(problem, options, buffers.keller, solution);
    if (is_over(options, solution)) return;
    solve_in_bodies(problem, options, buffers.qp, attempt);
    return keep_better(attempt, solution);
  }
  solve_in_bodies(problem, options, buffers.qp, solution);
  if (is_over(options, solution) || problem.bounds.size() > kMostPivoted) return;
  solve_by_pivots(problem, rest_of(options, solution.pivots), buffers.keller, attempt);
  keep_better(attempt, solution);
}

void solve_without_bodies(const LargeProblem& problem, const Options& options, Workspace& workspace,
                          Solution& solution) {
  solve_by_pivots(problem, options, workspace.buffers().keller, solution);
  if (is_over(options, solution)) return;
  Solution attempt;
  solve_made(problem.dense(), rest_of(options, solution.pivots), workspace, attempt);
  keep_better(attempt, solution);
}

}  // namespace

void solve_made(const LargeProblem& problem, const Options& options, Workspace& workspace,
                Solution& solution) {
  const BoxedLcp& bounds = problem.bounds;
  check_options(options, bounds.size());
  const bool in_bodies = problem.bodies && options.method == Method::qp;
  const bool fits =
      in_bodies || options.method == Method::automatic || options.method == Method::keller;
  if (!fits || !units_of_semidefinite(problem.columns.diagonal(), bounds.b).are_plain())
    return solve_made(problem.dense(), options, workspace, solution);
  const SafeGuess guess(options, solution);
  Options own = options;
  own.warm = guess.view();
  reset(solution, bounds.size());
  if (!own.warm.empty() && own.guess_residual) {
    solution.f = to_vector(own.warm);
    take_verdict(certify(bounds, problem.columns, solution.f, solution.a, solution.terms),
                 solution);
    if (take_guess(own, solution)) return;
  }
  Workspace::Buffers& buffers = workspace.buffers();
  buffers.cone.representation = Representation::dense;
  if (in_bodies) return solve_in_bodies(problem, own, buffers.qp, solution);
  if (problem.bodies && options.method == Method::automatic)
    return solve_with_bodies(problem, own, buffers, solution);
  solve_without_bodies(problem, own, workspace, solution);
}

void solve_made(const ContactProblem& problem, const Options& options, Workspace& workspace,
                Solution& solution) {
  answer(problem, Known::symmetric, options, workspace.buffers(), solution);
}

void solve_polygons(const ContactProblem& problem, const std::vector<FrictionPolygon>& polygons,
                    const Options& options, Workspace& workspace, Solution& solution) {
  const SafeGuess guess(options, solution);
  Options own = options;
  own.warm = guess.view();
  reset(solution, problem.size());
  solve_polygons(problem, polygons, own, workspace.buffers().cone, solution);
  judge(problem, polygons, solution);
}

namespace {

template <typename Problem>
Solution solve_once(const Problem& problem, const Options& options) {
  Workspace workspace;
  Solution solution;
  solve(problem, options, workspace, solution);
  return solution;
}

}  // namespace

Solution solve(const Lcp& problem, const Options& options) {
  return solve_once(problem, options);
}

Solution solve(const BoxedLcp& problem, const Options& options) {
  return solve_once(problem, options);
}

Solution solve(const ContactProblem& problem, const Options& options) {
  return solve_once(problem, options);
}

}  // namespace perpend::lcp
