// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/step_rows.hpp"
#include "perpend/sim/options.hpp"

namespace perpend {

/// The bias of the normal row of a contact with this gap (m), without restitution, m/s. Hard ones
/// are pushed out of overlap over `push_out_time`, s.
double gap_rate(double gap, const Relaxation& normal, const SimulationOptions& options,
                double push_out_time);

/// The spring and damper of a contact along the normal.
const Relaxation& normal_of(const StepRows& rows, const ContactPair& pair,
                            const SimulationOptions& options);

/// Fills rows.bias, gap/dt (2.9), less the speed of a motor, or what restitution makes of it, and
/// rows.compliance, with what relaxed rows remember.
void set_bias(StepRows& rows, const SimulationOptions& options);

}  // namespace perpend
