// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/step_rows.hpp"

namespace perpend {

/// True if a contact overlaps more deeply than its bodies' motion in `time` (s) and gravity cause:
/// it was set so from outside.
bool is_displaced(const StepRows& rows, const ActiveContact& contact, double time);

}  // namespace perpend
