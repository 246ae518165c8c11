// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "contact/island/island_problem.hpp"
#include "contact/restitution/relief.hpp"
#include "core/threads.hpp"
#include "perpend/sim/step_report.hpp"
#include "sim/velocity/islands.hpp"
#include "sim/velocity/solver_memory.hpp"

namespace perpend {

/// Solves the islands of a step, independently of the order to the last bit: an island larger than
/// all others together is solved by all threads, each other island by one thread.
class IslandSolver {
 public:
  IslandSolver(lcp::Method method, Threads& threads);

  /// Sets the time beyond which no search of the next islands goes on.
  void stop_at(lcp::Deadline deadline) { deadline_ = deadline; }
  /// Effort of the solves of a step, its parts and repetitions, in rows times factorisations of a
  /// problem of some hundred rows. It does not depend on the machine.
  double effort() const { return effort_; }
  void set_effort(double effort) { effort_ = effort; }
  /// True if the step has taken so much effort that searches of further islands end early.
  bool is_spent() const;
  /// True if a step that was solved inexactly may be taken in parts.
  bool affords_parts() const;
  /// Drops the answers of the last step: this one has another pose or other forces.
  void begin_step();
  /// Fills rows.impulses and the counts, residual and status of the report.
  void solve(StepRows& rows, const IslandFinder& islands, lcp::DraftRule draft, StepReport& report);
  /// True if an answer of the last solve() is only solved to a loose tolerance (a draft).
  bool has_drafts() const;

  /// Adds the missed velocities of all islands, after solve(); see IslandProblem.
  void add_missed(const StepRows& rows, const Eigen::VectorXd& v, Eigen::VectorXd& missed);
  /// Finds, after solve(), the impulses by rows of the pool that separate the overlap of islands
  /// whose push-out was given up (see IslandProblem). Returns true if there are any.
  bool separate_jammed(const StepRows& rows, Eigen::VectorXd& impulses);
  /// The islands last solved.
  std::span<const IslandProblem> problems() const {
    return {problems_.data(), static_cast<std::size_t>(count_)};
  }

 private:
  void solve_island(StepRows& rows, std::span<const int> groups, int island, lcp::DraftRule draft,
                    SolverMemory& memory);
  int find_shared(const StepRows& rows, const IslandFinder& islands) const;
  bool search(const StepRows& rows, IslandProblem& problem, const lcp::Options& options,
              lcp::Workspace& workspace, lcp::DraftRule draft) const;
  // Follows the search: applies restitution, or gives up requirements of a problem that is not
  // solved.
  void finish_island(StepRows& rows, int island, bool is_for_halves, const lcp::Options& options,
                     lcp::Workspace& workspace);
  // Solves an unsolved problem further from its best point, with small gaps closed.
  void solve_without_small_gaps(StepRows& rows, IslandProblem& problem, lcp::Options options,
                                lcp::Workspace& workspace) const;
  void follow_islands(const StepRows& rows, const IslandFinder& islands);
  void fit_problems(const StepRows& rows, const IslandFinder& islands);
  void collect(StepRows& rows, StepReport& report);
  void count(const StepRows& rows, int island, StepReport& report) const;

  lcp::Method method_;
  lcp::Deadline deadline_;
  Threads* threads_;
  std::vector<SolverMemory> memory_;     // per thread
  std::vector<IslandProblem> problems_;  // per island, grown and never shrunk
  std::vector<std::uint64_t> first_;     // per problem: key of its first contact, as last solved
  std::vector<IslandProblem> spare_;     // problems of other sizes, for fit_problems()
  std::size_t next_spare_ = 0;           // index of the spare put away longest ago
  int count_ = 0;                        // number of islands
  double effort_ = 0.0;
  std::vector<double> restitution_;  // per island: factor on e from the energy check
  std::vector<Relief> relief_;       // per island: what it gave up
};

}  // namespace perpend
