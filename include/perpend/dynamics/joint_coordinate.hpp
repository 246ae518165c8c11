// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Returns the value of coordinate k of a joint (m or rad, see JointKind) at the pose of `state`. A
/// pose in space determines an angle up to full turns, so the value nearest to State::coordinates
/// is returned; in the plane the angles of the bodies include full turns. Throws InvalidArgument
/// where the model has no such joint or coordinate.
double coordinate(const Model& model, const State& state, JointId joint, int k);

/// Returns the rate of coordinate k of a joint at state.v, m/s or rad/s. Throws as coordinate().
double coordinate_rate(const Model& model, const State& state, JointId joint, int k);

}  // namespace perpend
