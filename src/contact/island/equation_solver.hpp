// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "contact/equations/island_equations.hpp"
#include "contact/island/island_answer.hpp"
#include "contact/law_problem.hpp"
#include "lcp/cone/draft.hpp"

namespace perpend {

/// How to solve: options, memory, and whether a loose tolerance is enough.
struct SolveMeans {
  const lcp::Options& options;
  lcp::Workspace& workspace;
  lcp::DraftRule draft = {};
};

/// Solves the equations of an island for its multipliers, from their guess.
class EquationSolver {
 public:
  /// Threads that share the solves in bodies from now on; they must outlive this.
  void run_on(Threads& threads) { threads_ = &threads; }
  /// Solves until the bounds of resistances are those that the normal impulses of the answer give.
  void solve(const StepRows& rows, const SolveMeans& means, IslandEquations& equations,
             IslandAnswer& answer);
  /// Solves once with the bounds as they are. A guess with no larger residual than `guess_residual`
  /// is the answer; without a value it follows from the motion at hand.
  void solve_from(std::optional<double> guess_residual, const StepRows& rows,
                  const SolveMeans& means, IslandEquations& equations, IslandAnswer& answer);
  /// The problem of laws that are neither cone nor frictionless, as solved last.
  const LawProblem& law_problem() const { return law_problem_; }

 private:
  void solve_record(const StepRows& rows, const SolveMeans& means, IslandRecord& record,
                    IslandAnswer& answer);
  void solve_bodies(const SolveMeans& means, const lcp::BlockProblem& blocks, IslandAnswer& answer);
  // Solves again until the bounds of resistances are settled (settle_bounds.cpp).
  void settle_bounds(const StepRows& rows, const SolveMeans& means, IslandEquations& equations,
                     IslandAnswer& answer);

  LawProblem law_problem_;
  std::unique_ptr<lcp::Workspace> own_workspace_;  // for blocks: keeps their elimination order
  Threads* threads_ = &Threads::alone();
};

}  // namespace perpend
