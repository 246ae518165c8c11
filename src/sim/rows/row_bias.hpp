// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "contact/step_rows.hpp"
#include "perpend/sim/options.hpp"
#include "sim/rows/spring_row.hpp"

namespace perpend {

/// The bias of the normal row of a hard contact with this gap (m), without restitution, m/s. It is
/// pushed out of overlap over `push_out_time`, s.
double gap_rate(double gap, const SimulationOptions& options, double push_out_time);

/// The row of a contact with this gap (m) whose surfaces have a spring along the normal; none where
/// they are hard.
std::optional<SpringRow> spring_row(const StepRows& rows, const ActiveContact& contact, double gap,
                                    const SimulationOptions& options);

/// What bodies that overlap keep of the push that parts them.
struct PushOut {
  double whole_dt = 0.0;  ///< of the step that this one may be a part of, s
  bool is_kept = true;    ///< all; else what parts displaced bodies is left out
};

/// Fills rows.bias, gap/dt (2.9), less the speed of a motor, or what restitution makes of it, and
/// rows.compliance, with what relaxed rows remember.
void set_bias(StepRows& rows, const SimulationOptions& options, const PushOut& push);
/// Whether the rows part displaced bodies.
bool parts_displaced(const StepRows& rows, const PushOut& push);

}  // namespace perpend
