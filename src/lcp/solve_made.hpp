// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "core/threads.hpp"
#include "lcp/problem/block_problem.hpp"
#include "lcp/problem/cone_edges.hpp"
#include "lcp/problem/representation.hpp"
#include "lcp/problem/sparse_columns.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {

/// solve() of what the engine has made from a model: sizes fit, all entries are numbers, and A is
/// symmetric positive semidefinite with the same bits in both triangles. What a caller hands in is
/// looked at once, at the boundary; this is not, which in a pile of some hundred contacts would
/// cost as much as an eighth of the solution.
void solve_made(const Lcp& problem, const Options& options, Workspace& workspace,
                Solution& solution);
void solve_made(const BoxedLcp& problem, const Options& options, Workspace& workspace,
                Solution& solution);
void solve_made(const ContactProblem& problem, const Options& options, Workspace& workspace,
                Solution& solution);

/// Contacts with polygons of friction in place of the discs, one per contact, by the fallback chain
/// of the cone, and judged so. options.method is not looked at.
void solve_polygons(const ContactProblem& problem, const std::vector<FrictionPolygon>& polygons,
                    const Options& options, Workspace& workspace, Solution& solution);

/// A large problem whose A is `columns` alone: A = S' W S of contacts.
struct LargeProblem {
  const BoxedLcp& bounds;  ///< without A
  const SparseColumns& columns;
  std::function<const BoxedLcp&()> dense;  ///< with A
  /// W by the bodies of the contacts, and S; null where they are not asked.
  const BlockProblem* bodies = nullptr;
  const std::vector<ConeEdges>* edges = nullptr;
  Threads* threads = &Threads::alone();  ///< that share what is solved in bodies
};

/// The same of a large problem: in the velocities of the bodies where it has them; else by
/// pivoting, and what that does not answer is asked of dense() with the pivots that are left of
/// options.max_pivots.
void solve_made(const LargeProblem& problem, const Options& options, Workspace& workspace,
                Solution& solution);

/// How W of the last problem of contacts that `workspace` solved was kept. Dense also where it was
/// not asked for, as a guess was the answer.
Representation last_representation(Workspace& workspace);

}  // namespace perpend::lcp
