// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/step_rows.hpp"

namespace perpend {

/// Returns the approach speed above which a contact has an impact, m/s: SimulationOptions::
/// impact_speed or, where that is 0, twice the change of velocity by gravity in a step. The forces
/// of one step alone bring a contact to half of that speed.
double slowest_impact(const Model& model, double impact_speed, double dt);

/// Sets e to 0 for limits that are not hit in this step: those that are not reached, and those
/// approached more slowly than impact_speed or, by default, than twice the change of their rate by
/// the forces of the step.
void find_limit_impacts(StepRows& rows);

/// True if the group is a contact whose normal row is a spring.
bool is_compliant(const StepRows& rows, int group);

/// True if a contact or limit restitutes: it is rigid, closes within the step, and approaches fast
/// enough to be an impact.
bool impacts(const StepRows& rows, int group);

/// Returns the bias (m/s) of a row that restitutes `e` times `start`, its velocity at the start of
/// the step. `bias` is that of the row without restitution.
double newton_bias(double bias, double e, double start);

/// Returns the velocity of which a row restitutes e, m/s or rad/s: that at the start of the step,
/// slower in steps with the geometry of their start (ActiveContact::approach).
double approach_of(const StepRows& rows, int group);

/// Returns the rate at which the bias of a row separates overlap, m/s or rad/s: the part of the
/// bias that exceeds the restitution of its approach. Contacts of rolling bodies
/// (ContactPair::curve) approach and separate at the same rate without any overlap.
double separation_rate(const StepRows& rows, int group);

/// Sets the bias of the normal row of a contact, or of a bounded row: its bias without restitution
/// or, at impacts, the one that returns e_scale e times the approach if that is more.
void restitute_bias(StepRows& rows, int group, double e_scale);

/// Sets the bias of the same row for the compression of Poisson's law. At impacts it separates no
/// overlap: e times the impulses of that would add to the bounce. Decompression separates it where
/// the bounce is slower.
void compress_bias(StepRows& rows, int group);

/// Returns the least impulse (N·s) of the row of a group in the decompression of Poisson's law.
/// `compression` is its impulse of compression, `pressed` the part of that which balances the
/// forces of the step. e is multiplied by e_scale.
double decompression_floor(const StepRows& rows, int group, double compression, double pressed,
                           double e_scale);

}  // namespace perpend
