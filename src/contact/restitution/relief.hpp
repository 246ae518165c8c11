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

/// Gives up one thing after the other, of those that the island has, and solves the problem again
/// each time, until it is solved; what comes before `from` is given up without a solve. rows.bias
/// is that of the last solve. Returns the last thing given up; none where no solve succeeded.
Relief relieve(StepRows& rows, IslandProblem& problem, const lcp::Options& options,
               lcp::Workspace& workspace, Relief from = Relief::restitution);

/// The options of a solve in which prescribed bodies and motors do not give way. Where there are
/// motors without a limit, or a prescribed body presses and overlaps another one by more than it
/// moves in two steps, the search is shortened().
lcp::Options brief(const StepRows& rows, const IslandProblem& problem, lcp::Options options);

/// Whether prescribed bodies squeeze what lies between them, or between one and what is fixed, so
/// that neither friction nor a lesser bounce or push-out gives the island a solution. Proven at the
/// cost of its frictionless problem; false where it is not.
bool is_squeezed(const StepRows& rows, IslandProblem& problem, lcp::Workspace& workspace);

/// What the contacts of an island bear.
enum class Borne {
  in_proportion,  ///< impulses in proportion to the motion at hand
  unknown,
  too_much  ///< what joints and limits press on with friction does not give way to any of these
};

/// Found by contacts that give way by a little, where prescribed bodies press through joints;
/// elsewhere it is not asked.
Borne find_borne(const StepRows& rows, IslandProblem& problem, const lcp::Options& options,
                 lcp::Workspace& workspace);

/// After solve(): whether the impulses are out of all proportion there.
bool bears_too_much(const StepRows& rows, const IslandProblem& problem);

/// As many pivots (or factorisations, in the velocities of the bodies at most 400) of each method
/// as there are rows.
lcp::Options shortened(const IslandProblem& problem, lcp::Options options);

}  // namespace perpend
