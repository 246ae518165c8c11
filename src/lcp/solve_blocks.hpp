// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/threads.hpp"
#include "lcp/cone/draft.hpp"
#include "lcp/problem/block_problem.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {

/// Solves in the velocities of the bodies and the impulses of the joints between them, at any size,
/// by `automatic` or a method of the cone and under the laws these support. `workspace` keeps the
/// elimination order while the graph of the problem does not change. Never reports a ray.
void solve(const BlockProblem& problem, const Options& options, Workspace& workspace,
           Solution& solution);
/// Same on several threads. Where `rule` wants a draft the solve may end early, at a loose
/// tolerance (cone/draft.hpp): it then returns true, and the status is Status::limit.
bool solve(const BlockProblem& problem, const Options& options, DraftRule rule, Threads& threads,
           Workspace& workspace, Solution& solution);

}  // namespace perpend::lcp
