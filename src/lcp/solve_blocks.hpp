// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/threads.hpp"
#include "lcp/cone/draft.hpp"
#include "lcp/problem/block_problem.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {

/// Solves in the velocities of the bodies and the impulses of the joints between them, whatever the
/// size; `automatic` or a method of the cone, laws as these take them. The order of the
/// factorisation is kept by `workspace` while the graph of the problem stays. Never reports a ray.
void solve(const BlockProblem& problem, const Options& options, Workspace& workspace,
           Solution& solution);
/// The same on several threads, or a draft of the answer where `rule` wants one: Status::limit, and
/// true is returned.
bool solve(const BlockProblem& problem, const Options& options, DraftRule rule, Threads& threads,
           Workspace& workspace, Solution& solution);

}  // namespace perpend::lcp
