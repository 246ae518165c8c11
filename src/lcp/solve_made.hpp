// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

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

/// The same for a large problem whose A is `columns` alone. What pivoting does not answer is asked
/// of `dense()`, the problem with its A, with the pivots that are left of options.max_pivots.
void solve_made(const BoxedLcp& problem, const SparseColumns& columns, const Options& options,
                Workspace& workspace, Solution& solution,
                const std::function<const BoxedLcp&()>& dense);

/// How W of the last problem of contacts that `workspace` solved was kept. Dense also where it was
/// not asked for, as a guess was the answer.
Representation last_representation(Workspace& workspace);

}  // namespace perpend::lcp
