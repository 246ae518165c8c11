// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "perpend/core/names.hpp"
#include "perpend/lcp/global_problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

enum class ProblemKind { lcp, boxed, contact };

/// Whether `method` can be asked for a problem of that kind; the table is in docs/methods/index.md.
bool supports(Method method, ProblemKind kind);
/// Whether its LCPs and boxed problems must have a symmetric matrix.
bool needs_symmetry(Method method);

/// Memory that methods keep between calls; one per thread. Nothing in it changes an answer.
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

/// Solves by options.method, then lets the residual checker (certificate.hpp) judge: `solved` is
/// only ever reported with residual <= residual_bound, and an unsolved problem returns the best f
/// found. Throws InvalidArgument on malformed data or a method that does not support the problem.
void solve(const Lcp& problem, const Options& options, Workspace& workspace, Solution& solution);
void solve(const BoxedLcp& problem, const Options& options, Workspace& workspace,
           Solution& solution);
void solve(const ContactProblem& problem, const Options& options, Workspace& workspace,
           Solution& solution);

/// Solves under FrictionLaw::coulomb: solution.f = r and solution.a = u; v (velocities() entries)
/// is overwritten. Islands of bodies are solved one by one, each where its system is smaller: in
/// the velocities of its bodies where it has at least as many rows of contacts and the method is
/// `automatic` or one of the cone's, else condensed. Time and memory then follow the graph of the
/// bodies (docs/methods/cone_bodies.md). factorisations is the most any island took, and
/// answered_by the method that took them; pivots are summed. The residual checker judges the whole.
/// Never reports a ray.
void solve(const GlobalContactProblem& problem, const Options& options, Workspace& workspace,
           Solution& solution, Eigen::VectorXd& v);

/// The same with memory of its own.
Solution solve(const Lcp& problem, const Options& options = {});
Solution solve(const BoxedLcp& problem, const Options& options = {});
Solution solve(const ContactProblem& problem, const Options& options = {});

}  // namespace perpend::lcp

/// The methods by name; the table, which says what they solve too, is src/lcp/methods.cpp.
template <>
std::span<const perpend::Name<perpend::lcp::Method>> perpend::names<perpend::lcp::Method>();
