// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/island/island_problem.hpp"

namespace perpend {

/// Requirements that an island drops, each in addition to those before it, where its contact
/// problem has no solution: a wedge with mu >= tan(half angle) can neither bounce nor be pushed out
/// of overlap, and a body that prescribed bodies squeeze has nowhere to go. Without all four, v = 0
/// is a motion that the contacts allow.
enum class Relief {
  none,
  restitution,  ///< e = 0 at its impacts
  push_out,     ///< no impulses separate overlap, curved surfaces roll as if they were flat, and
                ///< bodies that one kinematic body carries may move with it as one rigid body
  pressing,     ///< contacts do not resist the normal motion of prescribed bodies: overlap grows
  dragging      ///< nor their tangential motion
};

/// Drops one requirement of the island after the other and solves the problem again each time,
/// until it is solved. Requirements before `from` are dropped without a solve. rows.bias ends as
/// that of the last solve. Returns the last requirement dropped; none where no solve succeeded.
Relief relieve(StepRows& rows, IslandProblem& problem, const lcp::Options& options,
               lcp::Workspace& workspace, Relief from = Relief::restitution);

/// Returns the options of a solve in which prescribed bodies and motors do not yield. Where there
/// are motors without a force limit, or a prescribed body overlaps another one by more than it
/// moves in two steps and presses on it, the search is shortened().
lcp::Options brief(const StepRows& rows, const IslandProblem& problem, lcp::Options options);

/// True if prescribed bodies squeeze others between them, or against a fixed body, so that the
/// island has no solution with any friction, bounce or push-out. The proof costs a frictionless
/// problem; false where it fails.
bool is_squeezed(const StepRows& rows, IslandProblem& problem, lcp::Workspace& workspace);

/// True if motors without a limit drive bodies against each other, so that the island has no
/// solution, in a step that refuses this. The proof is that of is_squeezed().
bool motors_contradict(const StepRows& rows, IslandProblem& problem, lcp::Workspace& workspace);

/// Size of the impulses that the contacts of an island need.
enum class ImpulseSize {
  in_proportion,  ///< in proportion to the motion of the bodies
  unknown,
  excessive  ///< out of proportion: joints and limits press bodies that friction holds
};

/// Solves the problem with slightly compliant contacts where prescribed bodies press through
/// joints, and judges the impulses. Elsewhere returns ImpulseSize::in_proportion without a solve.
ImpulseSize find_impulse_size(const StepRows& rows, IslandProblem& problem,
                              const lcp::Options& options, lcp::Workspace& workspace);

/// True if prescribed bodies press through joints and the impulses of the last solve() are out of
/// all proportion.
bool impulses_are_excessive(const StepRows& rows, const IslandProblem& problem);

/// Returns options that allow each method as many pivots (or factorisations) as there are rows, and
/// at most 400 in problems in the velocities of the bodies.
lcp::Options shortened(const IslandProblem& problem, lcp::Options options);

}  // namespace perpend
