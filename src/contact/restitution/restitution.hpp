// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "contact/island_problem.hpp"

namespace perpend {

/// SimulationOptions::impact_speed, or twice what gravity gives in a step where that is 0, m/s:
/// forces of one step alone bring a contact to half of it.
double slowest_impact(const Model& model, double impact_speed, double dt);

/// Drops the restitution of limits that are not hit in this step: those that come up slower than
/// impact_speed, by default than twice what the forces of the step change, or are not reached.
void find_limit_impacts(StepRows& rows);

/// Whether the normal row of a contact is a spring.
bool is_compliant(const StepRows& rows, int group);

/// Whether a contact or limit restitutes: it is rigid and closes within the step, fast enough to be
/// an impact.
bool impacts(const StepRows& rows, int group);

/// The bias of a row that restitutes `e` of its velocity at the start of the step, m/s, where
/// without it would be `bias`.
double newton_bias(double bias, double e, double start);

/// The velocity of which a row restitutes e, m/s: that at the start of the step, less what the
/// drift of the step would add to it (ActiveContact::approach).
double approach_of(const StepRows& rows, int group);

/// The rate at which the bias of a row opens what overlaps, m/s or rad/s: what it asks for beyond
/// the restitution of its approach. Rows of bodies that roll (ContactPair::curve) meet and open at
/// the same rate without overlap.
double parting_rate(const StepRows& rows, int group);

/// The bias of the normal row of a contact, or of a bounded row, from its own without restitution:
/// at impacts under Newton's law what gives back e_scale e times the approach.
void restitute_bias(StepRows& rows, int group, double e_scale);

/// Sets the bias of the same row for the compression of Poisson's law. At impacts it separates no
/// overlap: e times the impulses of that would add to the bounce. Decompression separates it where
/// the bounce is slower.
void compress_bias(StepRows& rows, int group);

/// Poisson's law, for the row of a group: its least impulse in decompression where compression gave
/// it `compression` and the forces of the step pressed `pressed` of that, N·s; e is scaled.
double decompression_floor(const StepRows& rows, int group, double compression, double pressed,
                           double e_scale);

/// Restitution of an island that was solved: the second phase of impacts by Poisson's law; by
/// either law e is halved again and again while impulses add kinetic energy, which both laws can
/// where several contacts with friction meet. Returns the factor on e. Where a problem is not
/// solved on the way its solution() says so.
double restitute(StepRows& rows, IslandProblem& problem, const lcp::Options& options,
                 lcp::Workspace& workspace);

}  // namespace perpend
