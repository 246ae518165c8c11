// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/island_problem.hpp"

namespace perpend {

/// What an island gives up, each beside those before it, where its contact problem has no solution:
/// a wedge with mu >= tan(half angle) can neither bounce nor be pushed out, and what a prescribed
/// body squeezes has nowhere to go. Without all four v = 0 is a motion that the contacts allow.
enum class Relief {
  none,
  restitution,  ///< e = 0 at its impacts
  push_out,     ///< no impulses part overlap, and curved surfaces roll as if they were flat
  pressing,     ///< prescribed bodies do not press: what they close overlaps, at their rate
  dragging      ///< nor do they drag along their surfaces
};

/// Solves again with one thing after the other given up, where there is such a thing in the island,
/// until the problem is solved; rows.bias is that of the last try. What comes before `from` is given
/// up untried. Returns what was given up, none where the best of all points is that of the whole
/// problem.
Relief relieve(StepRows& rows, IslandProblem& problem, const lcp::Options& options,
               lcp::Workspace& workspace, Relief from = Relief::restitution);

/// The options of a solve in which nothing gives way. Where a prescribed body presses and is inside
/// of another already, by more than it goes in two steps, the search is short: as many pivots (or
/// factorisations) of each method as there are rows.
lcp::Options brief(const StepRows& rows, const IslandProblem& problem, lcp::Options options);

/// Whether prescribed bodies squeeze what lies between them, or between one and what is fixed, so
/// that neither friction nor a lesser bounce or push-out gives the island a solution. Proven at the
/// cost of its frictionless problem; false where it is not.
bool is_squeezed(const StepRows& rows, IslandProblem& problem, lcp::Workspace& workspace);

}  // namespace perpend
