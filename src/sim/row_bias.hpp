// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "perpend/contact/island_problem.hpp"
#include "perpend/sim/options.hpp"

namespace perpend {

/// A contact restitutes where it closes within the step, fast enough to be an impact.
bool impacts(const ActiveContact& contact, const SimulationOptions& options,
             const Eigen::Vector3d& gravity);

/// Fills rows.bias behind the bounded rows: gap/dt of the contacts (2.9) or, at impacts under
/// Newton's law, e times the approach; and rows.compliance, with what relaxed rows remember.
void set_contact_bias(StepRows& rows, const SimulationOptions& options);

/// The contacts of some groups again, with e scaled by e_scale.
void set_contact_bias(StepRows& rows, const SimulationOptions& options, std::span<const int> groups,
                      double e_scale);

}  // namespace perpend
