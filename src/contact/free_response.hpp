// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/step_rows.hpp"

namespace perpend {

/// J M⁻¹ Jᵀ of row r of a group as if no joint held its bodies, which is no smaller.
double free_response(const StepRows& rows, int group, int r);

}  // namespace perpend
