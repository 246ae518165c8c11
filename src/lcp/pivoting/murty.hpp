// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Solves by Murty's least-index principal pivoting, with bounds on both sides and bilateral rows.
/// Finite for P-matrices (all principal minors positive), in up to 2^n pivots of O(n²). Fills f,
/// status, pivots and factorisations; Status::invalid where a principal pivot is not positive.
/// options.warm gives the set to start from.
void solve_murty(const Lcp& problem, const Options& options, Solution& solution);
void solve_murty(const BoxedLcp& problem, const Options& options, Solution& solution);

}  // namespace perpend::lcp
