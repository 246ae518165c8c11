// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "contact/step_rows.hpp"

namespace perpend {

/// Whether the motion of a body is prescribed, or passed on to it by joints from such a body.
bool is_led(const StepRows& rows, int body);

/// J v of the bodies that are led in row r of a group, at their velocities with the least energy.
double led_rate(const StepRows& rows, int group, int r);

/// Whether the multiplier of the row of a group that is no contact may grow without a bound, as
/// that of a limit does.
inline bool is_limit(const StepRows& rows, int group) {
  return !rows.is_contact(group) && std::isinf(rows.hi[group]);
}

}  // namespace perpend
