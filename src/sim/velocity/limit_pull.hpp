// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/step_rows.hpp"

namespace perpend {

/// How fast violated limits close.
struct LimitPull {
  double share = 1.0;           ///< of gap/dt
  double whole_dt = 0.0;        ///< of the step that this one may be a part of, s
  double recovery_speed = 0.0;  ///< m/s or rad/s, of limits that were violated from outside
};

/// Bounds the rates of the limits among the rows.
void bound_limits(StepRows& rows, const LimitPull& pull);
/// Work of violated limits that close faster than they opened, J.
double limit_work(const StepRows& rows);

}  // namespace perpend
