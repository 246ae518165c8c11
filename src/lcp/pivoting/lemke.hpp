// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Solves by Lemke's method with the lexicographic rule, for any A; finite where A is positive
/// semidefinite or copositive-plus. Bilateral rows are eliminated, second bounds become rows of
/// their own. Fills f, status, ray, pivots and factorisations; the residual checker fills the rest
/// (solve.hpp). Status::ray carries the f part of the secondary ray; it becomes Status::infeasible
/// only where that direction proves, by itself and for any A, that the problem has no solution.
/// O(n²) per pivot and about n pivots; options.warm is not used.
void solve_lemke(const Lcp& problem, const Options& options, Solution& solution);
void solve_lemke(const BoxedLcp& problem, const Options& options, Solution& solution);

/// Solves the LCP of Stewart-Trinkle and Anitescu-Potra: exact in the plane and for
/// FrictionLaw::box, eight facets followed by Newton steps on the disc in space. Static friction
/// with b in the range of J (velocities) always has a facet solution. A ray of facets that only
/// approximate the disc stays a ray.
void solve_lemke(const ContactProblem& problem, const Options& options, Solution& solution);

}  // namespace perpend::lcp
