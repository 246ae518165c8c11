// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "perpend/core/names.hpp"
#include "perpend/lcp/global_problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

enum class ProblemKind { lcp, boxed, contact };

/// True if `method` solves problems of that kind; docs/methods/index.md has the table.
bool supports(Method method, ProblemKind kind);
/// True if `method` requires LCPs and boxed problems to have a symmetric matrix.
bool needs_symmetry(Method method);

/// Memory that methods reuse between calls; each thread needs its own. Its contents do not affect
/// solutions.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

  struct Buffers;
  Buffers& buffers() { return *buffers_; }

 private:
  std::unique_ptr<Buffers> buffers_;
};

/// Solves a problem by options.method; then the residual checker (certificate.hpp) judges the
/// result. Status `solved` implies residual <= residual_bound; for an unsolved problem the solution
/// has the best f found. Throws InvalidArgument on malformed data and on a method that does not
/// support the problem.
void solve(const Lcp& problem, const Options& options, Workspace& workspace, Solution& solution);
void solve(const BoxedLcp& problem, const Options& options, Workspace& workspace,
           Solution& solution);
void solve(const ContactProblem& problem, const Options& options, Workspace& workspace,
           Solution& solution);

/// Solves a global problem under FrictionLaw::coulomb, with solution.f = r and solution.a = u; v
/// (velocities() entries) is overwritten. Islands of bodies are solved one by one. An island with
/// at least as many contact rows as velocities is solved in the velocities of its bodies if M is
/// symmetric and the method is `automatic` or a method of the cone; time and memory then follow the
/// graph of the bodies (docs/methods/cone_bodies.md). All other islands are condensed.
/// `factorisations` is the largest number of any island, `answered_by` the method of that island,
/// and pivots are summed. The residual checker judges the whole problem. The status is never `ray`.
void solve(const GlobalContactProblem& problem, const Options& options, Workspace& workspace,
           Solution& solution, Eigen::VectorXd& v);

/// Solve with a temporary Workspace.
Solution solve(const Lcp& problem, const Options& options = {});
Solution solve(const BoxedLcp& problem, const Options& options = {});
Solution solve(const ContactProblem& problem, const Options& options = {});

}  // namespace perpend::lcp

/// Returns the methods by name; src/lcp/methods.cpp has the table, with the problems they solve.
template <>
std::span<const perpend::Name<perpend::lcp::Method>> perpend::names<perpend::lcp::Method>();
