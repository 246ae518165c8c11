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

/// solve() for problems that the engine makes from a model: sizes fit, all entries are finite, and
/// A is symmetric positive semidefinite with the same bits in both triangles. Data of callers are
/// checked once, at the boundary; checking these as well would cost as much as an eighth of the
/// solution in a pile of some hundred contacts.
void solve_made(const Lcp& problem, const Options& options, Workspace& workspace,
                Solution& solution);
void solve_made(const BoxedLcp& problem, const Options& options, Workspace& workspace,
                Solution& solution);
void solve_made(const ContactProblem& problem, const Options& options, Workspace& workspace,
                Solution& solution);

/// Solves contacts with friction polygons in place of the discs, one per contact, by the fallback
/// chain of the cone, and judges the answer by the polygons. Ignores options.method.
void solve_polygons(const ContactProblem& problem, const std::vector<FrictionPolygon>& polygons,
                    const Options& options, Workspace& workspace, Solution& solution);

/// A large problem whose A is given by `columns` alone: A = S' W S of contacts.
struct LargeProblem {
  const BoxedLcp& bounds;  ///< without A
  const SparseColumns& columns;
  std::function<const BoxedLcp&()> dense;  ///< with A
  /// W in terms of the bodies of the contacts, and S; null where no solve in bodies is wanted.
  const BlockProblem* bodies = nullptr;
  const std::vector<ConeEdges>* edges = nullptr;
  Threads* threads = &Threads::alone();  ///< threads that share the solve in bodies
};

/// solve_made() of a large problem: where it has bodies, in their velocities and by pivoting, the
/// faster first; else by pivoting, and what that leaves unsolved goes to dense() with the pivots
/// that are left of options.max_pivots.
void solve_made(const LargeProblem& problem, const Options& options, Workspace& workspace,
                Solution& solution);

/// Returns how W of the last contact problem that `workspace` solved was kept; dense also where W
/// was not needed because a guess was the answer.
Representation last_representation(Workspace& workspace);

}  // namespace perpend::lcp
