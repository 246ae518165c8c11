// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

enum class ProblemKind { lcp, boxed, contact };

/// Whether `method` can be asked for a problem of that kind; the table is in docs/methods/index.md.
bool supports(Method method, ProblemKind kind);

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

/// Solves by options.method, then lets the referee (certificate.hpp) judge: `solved` is only ever
/// reported with residual <= residual_bound, and an unsolved problem returns the best f found.
/// Throws InvalidArgument on malformed data or a method that does not support the problem.
void solve(const Lcp& problem, const Options& options, Workspace& workspace, Solution& solution);
void solve(const BoxedLcp& problem, const Options& options, Workspace& workspace,
           Solution& solution);
void solve(const ContactProblem& problem, const Options& options, Workspace& workspace,
           Solution& solution);

/// The same with memory of its own.
Solution solve(const Lcp& problem, const Options& options = {});
Solution solve(const BoxedLcp& problem, const Options& options = {});
Solution solve(const ContactProblem& problem, const Options& options = {});

}  // namespace perpend::lcp
