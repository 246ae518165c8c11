// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/step_rows.hpp"

namespace perpend {

/// Speed (m/s) at which the row of a contact that overlaps deep may push its bodies out, at most
/// `recovery_speed`.
double push_out_speed(const StepRows& rows, const ActiveContact& contact, double recovery_speed);

}  // namespace perpend
