// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/derivatives/active_system.hpp"
#include "sim/derivatives/kick_jacobian.hpp"
#include "sim/derivatives/tangent.hpp"

namespace perpend {

/// The columns of a KickChange, in the order of the members of StepDerivatives.
struct ParameterColumns {
  int state = 0, force = 0, joint_force = 0, motor_target = 0, motor_limit = 0, dry_friction = 0;
  int mass = 0, friction = 0, end = 0;  ///< first column of each
};

ParameterColumns parameter_columns(const Model& model, std::size_t surfaces);

/// Returns the pairs of materials (lower first, sorted) of contacts that are active and have
/// friction.
std::vector<std::pair<int, int>> pressing_surfaces(const TakenStep& step, const ActiveRows& active);

/// Returns the change of the equations of the kick by all parameters. `drifts`: of the drift to its
/// pose.
KickChange kick_change(const TakenStep& step, const ActiveRows& active,
                       std::span<const DriftJacobian> drifts,
                       std::span<const std::pair<int, int>> surfaces, std::vector<char>& carried);

}  // namespace perpend
