// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/pivoting/keller/keller.hpp"
#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Memory of solve_fixed_point.
struct FixedPointWorkspace {
  KellerWorkspace keller;
  BoxedLcp boxed;         ///< the problem of one pass, in equilibrated units
  Solution pass;          ///< its answer
  Eigen::VectorXd start;  ///< warm start of a pass
  Eigen::VectorXd limit;  ///< friction limit of each friction group
};

/// Solves for contact forces with friction as a fixed point of convex problems
/// (docs/methods/fixed_point.md): each pass freezes the friction limits mu f_N and, for the cone in
/// space, the tangent frames, and is one boxed problem for Keller's method; after each pass Newton
/// steps on the sets it found try to finish. FrictionLaw::opposing is solved as the stronger
/// circular cone. A must be symmetric positive semidefinite.
///
/// Fills f, status, ray, pivots, drives (the number of passes) and factorisations of `solution`.
/// Status `solved` means that the natural map in equilibrated units, scaled to those of the
/// residual checker, is <= 1e-10. options.warm is a guess of f; options.max_pivots > 0 limits the
/// pivots of all passes together.
void solve_fixed_point(const ContactProblem& problem, const Options& options,
                       FixedPointWorkspace& workspace, Solution& solution);

}  // namespace perpend::lcp
