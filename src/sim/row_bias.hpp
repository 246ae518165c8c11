// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "contact/island_problem.hpp"
#include "perpend/sim/options.hpp"

namespace perpend {

/// Drops the restitution of limits that are not hit in this step: those that come up slower than
/// impact_speed, by default than twice what the forces of the step change, or are not reached.
void find_limit_impacts(StepRows& rows, const SimulationOptions& options);

/// Whether a contact or limit restitutes: it closes within the step, fast enough to be an impact.
bool impacts(const StepRows& rows, int group, const SimulationOptions& options);

/// Fills rows.bias: gap/dt (2.9), less the speed of a motor, or, at impacts under Newton's law, e
/// times the approach; and rows.compliance, with what relaxed rows remember.
void set_bias(StepRows& rows, const SimulationOptions& options);

/// Some groups again, with e scaled by e_scale.
void set_bias(StepRows& rows, const SimulationOptions& options, std::span<const int> groups,
              double e_scale);

}  // namespace perpend
