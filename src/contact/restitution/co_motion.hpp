// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>

#include "contact/step_rows.hpp"

namespace perpend {

/// Returns the velocities with which the free bodies of an island ride on its one kinematic body as
/// if all were one rigid body, and 0 elsewhere; as long as rows.v_free. Empty if the island has
/// another body that does not yield, or one that is not rigid.
Eigen::VectorXd co_motion(const StepRows& rows, std::span<const int> groups);

}  // namespace perpend
