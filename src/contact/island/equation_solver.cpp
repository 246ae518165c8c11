// SPDX-License-Identifier: Apache-2.0
#include "contact/island/equation_solver.hpp"

#include <algorithm>
#include <limits>

#include "contact/island/bounded_guess.hpp"
#include "contact/small_gaps.hpp"
#include "core/infinity.hpp"
#include "lcp/solve_blocks.hpp"
#include "lcp/solve_made.hpp"

namespace perpend {
namespace {

// Returns the residual up to which the guess is accepted. The last impulses are wrong by the motion
// that they had to stop beyond the load that presses in every step. Accepted as they are they would
// leave that motion for the next step to stop, and so on in alternation. Where bodies rest, the
// motion before the step tells how wrong they may be; where nothing moves, their residual is no
// motion either. If the step is solved again for missing velocities, the residual of its last
// answer is part of those.
double acceptable_residual(const StepRows& rows, const IslandEquations& equations) {
  constexpr double kRest = 1e-12, kShare = 4;
  if (rows.is_solved_again()) return kRest;
  if (is_at_rest(rows, equations.layout().groups())) return kInfinity;
  const IslandVectors& vectors = equations.vectors();
  const double load = (vectors.u_free + vectors.bias).lpNorm<Eigen::Infinity>();
  if (!(load > 0)) return 1.0;
  return std::max(kRest, kShare * vectors.u_start.lpNorm<Eigen::Infinity>() / load);
}

// Returns the options of a solve that starts from the guess.
lcp::Options warm_options(const IslandEquations& equations, const lcp::Options& options) {
  lcp::Options warm = options;
  const Eigen::VectorXd& guess = equations.vectors().guess;
  if (!guess.isZero(0)) warm.warm = {guess.data(), static_cast<std::size_t>(guess.size())};
  // A method for contacts only leaves islands of limits and motors to the automatic choice.
  const Record kind = equations.record().kind;
  const bool has_contacts = kind != Record::lcp && kind != Record::boxed;
  if (!has_contacts && !lcp::supports(warm.method, lcp::ProblemKind::boxed))
    warm.method = lcp::Method::automatic;
  return warm;
}

LawRows law_rows(const StepRows& rows, const IslandRecord& record, Threads& threads) {
  return {.problem = record.contact,
          .slip = record.slip,
          .lo = record.boxed.lo,
          .hi = record.boxed.hi,
          .relaxation_passes = rows.setup.relaxation_passes,
          .blocks = record.in_pairs ? &record.pairs : nullptr,
          .bodies = record.in_bodies ? &record.blocks : nullptr,
          .threads = &threads};
}

// Loads the data of the relaxed law into the blocks of bodies.
void load_bodies(IslandRecord& record) {
  record.blocks.b = record.contact.b;
  record.blocks.noise = record.contact.noise;
  record.blocks.contacts = record.contact.contacts;
}

// Marks the problem as overflowed.
void overflow(Eigen::Index size, lcp::Solution& solution) {
  solution = {};
  solution.f = solution.a = Eigen::VectorXd::Zero(size);
  solution.residual = std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void EquationSolver::solve(const StepRows& rows, const SolveMeans& means,
                           IslandEquations& equations, IslandAnswer& answer) {
  solve_from(std::nullopt, rows, means, equations, answer);
  if (!answer.is_draft) settle_bounds(rows, means, equations, answer);
}

void EquationSolver::solve_from(std::optional<double> guess_residual, const StepRows& rows,
                                const SolveMeans& means, IslandEquations& equations,
                                IslandAnswer& answer) {
  IslandRecord& record = equations.record();
  answer.is_draft = false;
  if (!record.is_finite()) return overflow(equations.size(), answer.solution);
  lcp::Solution bounded;
  if (record.kind == Record::contact &&
      guess_bounded_rows(rows, equations, means.workspace, bounded))
    answer.effort.add(bounded);
  lcp::Options warm = warm_options(equations, means.options);
  warm.guess_residual = guess_residual ? *guess_residual : acceptable_residual(rows, equations);
  solve_record(rows, {warm, means.workspace, means.draft}, record, answer);
  answer.effort.add(answer.solution);
}

void EquationSolver::solve_record(const StepRows& rows, const SolveMeans& means,
                                  IslandRecord& record, IslandAnswer& answer) {
  answer.representation = lcp::Representation::dense;
  switch (record.kind) {
    case Record::lcp:
      return lcp::solve_made(record.unbounded, means.options, means.workspace, answer.solution);
    case Record::boxed:
      return lcp::solve_made(record.boxed, means.options, means.workspace, answer.solution);
    case Record::contact:
      lcp::solve_made(record.contact, means.options, means.workspace, answer.solution);
      answer.representation = lcp::last_representation(means.workspace);
      return;
    case Record::bodies:
      return solve_bodies(means, record.blocks, answer);
    case Record::law:
      if (record.in_bodies) load_bodies(record);
      return law_problem_.solve(rows.setup.law, law_rows(rows, record, *threads_), means.options,
                                means.workspace, answer.solution);
  }
}

void EquationSolver::solve_bodies(const SolveMeans& means, const lcp::BlockProblem& blocks,
                                  IslandAnswer& answer) {
  answer.representation = lcp::Representation::bodies;
  if (!own_workspace_) own_workspace_ = std::make_unique<lcp::Workspace>();
  answer.is_draft =
      lcp::solve(blocks, means.options, means.draft, *threads_, *own_workspace_, answer.solution);
}

}  // namespace perpend
