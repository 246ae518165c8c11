// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "contact/step_rows.hpp"

namespace perpend {

/// True if the motion of a body is prescribed, or passed on to it by joints from such a body.
bool is_led(const StepRows& rows, int body);

/// Returns J v of the bodies with is_led() in row r of a group, at their velocities of least
/// energy.
double led_rate(const StepRows& rows, int group, int r);

/// True if the row of a group is no contact and its multiplier is unbounded, as that of a limit is.
inline bool is_limit(const StepRows& rows, int group) {
  return !rows.is_contact(group) && std::isinf(rows.hi[group]);
}

}  // namespace perpend
