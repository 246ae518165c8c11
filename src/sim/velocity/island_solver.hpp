// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "contact/island_problem.hpp"
#include "contact/restitution/relief.hpp"
#include "core/threads.hpp"
#include "perpend/sim/step_report.hpp"
#include "sim/velocity/islands.hpp"
#include "sim/velocity/solver_memory.hpp"

namespace perpend {

/// Solves the islands of a step in an order that changes no bit: one that outweighs all others by
/// all threads, the others each by one.
class IslandSolver {
 public:
  IslandSolver(lcp::Method method, Threads& threads);

  /// No search of the next islands goes on beyond it.
  void stop_at(std::chrono::steady_clock::time_point deadline) { deadline_ = deadline; }
  /// Effort of the solves of a step, its parts and repetitions, in rows times factorisations of a
  /// problem of some hundred rows. It does not depend on the machine.
  double effort() const { return effort_; }
  void set_effort(double effort) { effort_ = effort; }
  /// Whether a step has taken so much that searches of further islands end early.
  bool is_spent() const;
  /// Whether a step that was solved inexactly may be taken in parts.
  bool affords_parts() const;
  /// Answers of the step before are none of this one, whose pose or forces are others.
  void begin_step();
  /// Fills rows.impulses and the counts, residual and status of the report.
  void solve(StepRows& rows, const IslandFinder& islands, lcp::DraftRule draft, StepReport& report);
  /// Whether an answer of the last solve() is a draft.
  bool has_drafts() const;

  /// After solve(), of all islands: see IslandProblem.
  void add_missed(const StepRows& rows, const Eigen::VectorXd& v, Eigen::VectorXd& missed);
  /// After solve(): impulses by rows of the pool, of islands whose push-out was given up, that part
  /// their overlap (see IslandProblem). Whether there are any.
  bool part_jammed(const StepRows& rows, Eigen::VectorXd& impulses);
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
  // What follows the search: restitution, or what is given up of a problem that is not solved.
  void finish_island(StepRows& rows, int island, bool is_for_halves, const lcp::Options& options,
                     lcp::Workspace& workspace);
  // Of a problem that is not solved, from what it came to.
  void solve_without_small_gaps(StepRows& rows, IslandProblem& problem, lcp::Options options,
                                lcp::Workspace& workspace) const;
  void follow_islands(const StepRows& rows, const IslandFinder& islands);
  void fit_problems(const StepRows& rows, const IslandFinder& islands);
  void collect(StepRows& rows, StepReport& report);
  void count(const StepRows& rows, int island, StepReport& report) const;

  lcp::Method method_;
  std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::time_point::max();
  Threads* threads_;
  std::vector<SolverMemory> memory_;     // per thread
  std::vector<IslandProblem> problems_;  // per island, grown and never shrunk
  std::vector<std::uint64_t> first_;     // per problem: key of its first contact, as last solved
  std::vector<IslandProblem> spare_;     // of other sizes, for fit_problems()
  std::size_t next_spare_ = 0;           // the one put away longest ago
  int count_ = 0;                        // of islands
  double effort_ = 0.0;
  std::vector<double> restitution_;  // per island: factor put on e by the energy check
  std::vector<Relief> relief_;       // per island: what it gave up
};

}  // namespace perpend
