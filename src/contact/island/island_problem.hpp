// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/island/decompression.hpp"
#include "contact/island/equation_solver.hpp"
#include "contact/island/island_inputs.hpp"

namespace perpend {

/// The complementarity problem of one island and its solution: the equations of a step
/// (IslandEquations), their solution for the multipliers (EquationSolver), and the second phase of
/// an impact (Decompression).
class IslandProblem {
 public:
  /// Returns true if the problem of these groups is the one that was kept last, bit for bit, and
  /// its answer has the wanted accuracy: then both are as after solve(), at no cost.
  bool repeats(const StepRows& rows, std::span<const int> groups, lcp::DraftRule draft);
  /// Keeps both for the step if the problem is solved or a draft, and for later steps if nothing
  /// moves and the guess was the answer.
  void keep();
  /// Begins another step.
  void leave_step() { inputs_.leave_step(); }
  /// Threads that share the solves in bodies from now on; they must outlive this.
  void run_on(Threads& threads) { solver_.run_on(threads); }

  /// Assembles W and b of the groups for the method of the options.
  void assemble(const StepRows& rows, std::span<const int> groups, const lcp::Options& options);
  /// Answers that the problem is infeasible, with zero impulses.
  void end_infeasible();
  /// Updates the problem for the bias now in `rows`, with the same matrix.
  void update_bias(const StepRows& rows) { equations_.update_bias(rows); }
  /// Solves for the multipliers.
  void solve(const StepRows& rows, const lcp::Options& options, lcp::Workspace& workspace,
             lcp::DraftRule draft = {});
  /// Solves again with the bias now in `rows`, from the multipliers of the last solve. Returns true
  /// if it is solved; else solution() stays as it was, and update_bias() must follow with the bias
  /// it was found for. Problems with resistances are not solved again.
  bool solve_further(const StepRows& rows, const lcp::Options& options, lcp::Workspace& workspace);
  /// Solves as solve() does, with add_slight_compliance(). Requires a stored W.
  void solve_compliant(const StepRows& rows, const lcp::Options& options,
                       lcp::Workspace& workspace);
  /// Applies decompression (Poisson) to the solution() of solve(). May be called again with another
  /// e_scale.
  void decompress(const StepRows& rows, double e_scale, lcp::Workspace& workspace);

  /// See NormalProblem.
  bool contradicts_gaps(const StepRows& rows, lcp::Workspace& workspace);
  bool separate_overlap(const StepRows& rows, lcp::Workspace& workspace, Eigen::VectorXd& impulses);
  Eigen::VectorXd induced_rates(const StepRows& rows, lcp::Workspace& workspace);

  /// Writes the multipliers of the island's groups and, where decompressed, their floors to
  /// rows.impulses, and the bounds of its resistances.
  void scatter(StepRows& rows) const;
  /// Adds to `missed`, by rows of the pool, the row velocities under v less W lambda + b (m/s),
  /// after solve(), with v the velocities of the bodies under its multipliers. W is built of half
  /// solves, whose round-off is amplified by joints that nearly depend on each other. Adds nothing
  /// if W is not stored.
  void add_missed(const StepRows& rows, const Eigen::VectorXd& v, Eigen::VectorXd& missed);

  const IslandEquations& equations() const { return equations_; }
  std::span<const int> groups() const { return equations_.layout().groups(); }
  /// Number of rows.
  Eigen::Index size() const { return equations_.size(); }
  const IslandAnswer& answer() const { return answer_; }
  /// The solution; its residual is that of the law's own problem.
  const lcp::Solution& solution() const { return answer_.solution; }
  /// The problem of laws that are neither cone nor frictionless, as solved last; null if the island
  /// is of another law.
  const LawProblem* law_problem() const;
  /// Returns the last change of the fixed point that restores the exact law, m/s.
  double relaxation_error() const;

 private:
  IslandInputs inputs_;
  IslandEquations equations_;
  EquationSolver solver_;
  Decompression decompression_;
  IslandAnswer answer_;
};

}  // namespace perpend
