// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "contact/step_rows.hpp"
#include "perpend/sim/options.hpp"
#include "sim/rows/spring_row.hpp"

namespace perpend {

/// Returns the bias of the normal row of a hard contact with this gap (m), without restitution,
/// m/s. Overlap is pushed out over `push_out_time`, s.
double gap_rate(double gap, const SimulationOptions& options, double push_out_time);

/// Returns the row of a contact with this gap (m) whose surfaces have a spring along the normal;
/// nothing if they are hard.
std::optional<SpringRow> spring_row(const StepRows& rows, const ActiveContact& contact, double gap,
                                    const SimulationOptions& options);

/// Returns the row of that contact at another gap and with another velocity at the start of the
/// step, both near its own and on the same side of all kinks of the force.
std::optional<SpringRow> spring_row_beside(const StepRows& rows, const ActiveContact& contact,
                                           double gap, const SimulationOptions& options,
                                           const SpringMotion& motion);

/// The push that overlapping bodies keep.
struct PushOut {
  double whole_dt = 0.0;  ///< length of the step that this one may be a part of, s
  bool is_kept = true;    ///< the whole push; else that of displaced bodies is left out
};

/// Fills rows.bias, that is gap/dt (2.9), less the speed of a motor, or its value with restitution,
/// and rows.compliance, with the memory of relaxed rows.
void set_bias(StepRows& rows, const SimulationOptions& options, const PushOut& push);
/// True if the rows separate displaced bodies.
bool parts_displaced(const StepRows& rows);

}  // namespace perpend
