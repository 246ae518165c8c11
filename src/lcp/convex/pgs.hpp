// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Projected Gauss-Seidel, which most game engines use; here for comparison only. It is iterative,
/// so its answers are seldom near rounding; Status::limit with the true residual is the usual
/// outcome. `pivots` are sweeps, 1000 by default (options.max_pivots); options.warm is the start.
/// Fills f, status and pivots. O(n²) per sweep.
void solve_pgs(const Lcp& problem, const Options& options, Solution& solution);
void solve_pgs(const BoxedLcp& problem, const Options& options, Solution& solution);
void solve_pgs(const ContactProblem& problem, const Options& options, Solution& solution);

}  // namespace perpend::lcp
