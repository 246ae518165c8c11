// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/dynamics/row_pool.hpp"

namespace perpend {

/// Appends one row group per joint (Hart & Anitescu 2003, eq. 2.2) and its position error:
/// phi (rows of the pool, m or rad) such that d(phi)/dt = J v.
/// pin: x_a - x_b; prismatic: (t·(x_b - x_a), angle error), t normal to the axis in a;
/// distance: |x_b - x_a| - length; weld: (x_a - x_b, angle error).
void append_joint_rows(const Model& model, const State& state, RowPool& pool,
                       std::vector<double>& phi);

/// Worst position (m) and angle (rad) error over all joints.
struct JointError {
  double gap = 0.0;
  double angle = 0.0;
};
JointError joint_error(const Model& model, const State& state);

}  // namespace perpend
