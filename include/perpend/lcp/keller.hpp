// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Memory of solve_keller; grows to the largest problem seen and is then reused.
class KellerWorkspace;

/// A must be symmetric positive semidefinite. Fills f, status, ray, pivots, drives and
/// factorisations of `solution`; the referee fills the rest (solve.hpp).
void solve_keller(const Lcp& problem, const Options& options, KellerWorkspace& workspace,
                  Solution& solution);
void solve_keller(const BoxedLcp& problem, const Options& options, KellerWorkspace& workspace,
                  Solution& solution);

}  // namespace perpend::lcp
