// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lcp/cone/contact.hpp"
#include "lcp/cone/operator/bodies.hpp"
#include "lcp/methods.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {

/// Memory kept from one global problem to the next: the operator of every island, whose elimination
/// order and layout stay valid while the same bodies are coupled.
struct GlobalWorkspace {
  std::vector<BodyConeOperator> bodies;  ///< by island
  std::vector<double> warm;
  Solution part;
};

/// Proposes an answer island by island, as solve(GlobalContactProblem) documents; fills f,
/// answered_by, pivots and factorisations. `dense` is the workspace of islands solved in contact
/// space. Preconditions: validate() has passed and solution.f has problem.size() entries.
void solve_islands(const GlobalContactProblem& problem, const Options& options, Workspace& dense,
                   ConeWorkspace& cone, GlobalWorkspace& workspace, Solution& solution);

/// Runs the fallback chain of the cone, or one stage of it, in the velocities of the bodies; at
/// most 4000 factorisations where options.max_pivots is 0.
void solve_cone(const BlockProblem& problem, std::optional<Method> only, const Options& options,
                BodyConeOperator& bodies, ConeWorkspace& workspace, Solution& solution);

}  // namespace perpend::lcp
