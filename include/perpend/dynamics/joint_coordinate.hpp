// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Value of coordinate k of a joint (m or rad, JointKind) at the pose of `state`. An angle in space
/// is known up to full turns: it is the one nearest to State::coordinates; in the plane the angles
/// of the bodies count their turns themselves.
double coordinate(const Model& model, const State& state, JointId joint, int k);

/// Its rate at state.v, m/s or rad/s.
double coordinate_rate(const Model& model, const State& state, JointId joint, int k);

}  // namespace perpend
