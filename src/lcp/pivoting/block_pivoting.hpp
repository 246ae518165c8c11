// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Solves by block principal pivoting (Kostreva 1978, Júdice and Pires 1994) with bounds on both
/// sides and bilateral rows: every wrong row changes side at once, one factorisation each time;
/// after ten exchanges without progress, or a set that returns, single least-index exchanges
/// follow. Finite for P-matrices. Where clamped blocks are singular the matrix is no P-matrix:
/// least-norm forces are used, and Status::invalid is reported if no solution is found. Fills f,
/// status, pivots and factorisations; options.warm gives the set to start from. O(n³) per
/// factorisation.
void solve_block(const Lcp& problem, const Options& options, Solution& solution);
void solve_block(const BoxedLcp& problem, const Options& options, Solution& solution);

}  // namespace perpend::lcp
