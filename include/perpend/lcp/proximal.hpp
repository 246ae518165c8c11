// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Newton steps on the exact friction cone along a path of proximal problems, for every law
/// (FrictionLaw::opposing is answered by the circular cone), bilateral rows and sliding contacts.
/// Fills f, status, pivots (Newton steps) and factorisations; the referee fills the rest. It never
/// proves that there is no solution: Status::limit is all it says of a problem it cannot solve.
/// options.warm starts it near an answer; options.max_pivots limits the factorisations, 400 by
/// default. O(n³) per step.
void solve_proximal(const ContactProblem& problem, const Options& options, Solution& solution);

/// The first rung of the ladder: at most twelve Newton steps from options.warm (from zero where it
/// is empty), with no path behind them.
void solve_proximal_probe(const ContactProblem& problem, const Options& options,
                          Solution& solution);

}  // namespace perpend::lcp
