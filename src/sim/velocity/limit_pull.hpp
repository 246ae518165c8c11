// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/step_rows.hpp"

namespace perpend {

/// Closing rates of violated limits.
struct LimitPull {
  double share = 1.0;           ///< fraction of gap/dt
  double whole_dt = 0.0;        ///< length of the step that this one may be a part of, s
  double recovery_speed = 0.0;  ///< m/s or rad/s, for limits that were violated from outside
};

/// Bounds the closing rates of the limits among the rows.
void bound_limits(StepRows& rows, const LimitPull& pull);
/// Returns the work of violated limits that close faster than they opened, J.
double limit_work(const StepRows& rows);

}  // namespace perpend
