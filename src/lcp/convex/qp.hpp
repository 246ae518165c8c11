// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Solves the convex QP  min 1/2 f' A f + b' f,  lo <= f <= hi  by Mehrotra's primal-dual interior
/// point method, finished on the set it identifies so that the residual is at rounding. A must be
/// symmetric positive semidefinite, else Status::invalid. Where the interior point diverges along a
/// direction that proves that there is no solution, the result is Status::infeasible with that
/// direction as ray. Fills f, status, ray, pivots (iterations) and factorisations. O(n³) per
/// iteration, 10 to 40 of them; options.warm is not used.
void solve_qp(const Lcp& problem, const Options& options, Solution& solution);
void solve_qp(const BoxedLcp& problem, const Options& options, Solution& solution);

}  // namespace perpend::lcp
