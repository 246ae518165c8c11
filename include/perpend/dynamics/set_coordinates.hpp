// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

/// A value for a joint coordinate, which find_coordinate() finds by name.
struct CoordinateValue {
  CoordinateId coordinate;
  double value = 0.0;  ///< m or rad, or their rates
};

/// Forward kinematics: moves the bodies attached through each joint, as one rigid body with its
/// velocities, until the coordinates have the values. A coordinate that a coupler ties to those
/// that are set follows them; all others stay. Throws InvalidArgument where a joint does not exist,
/// is part of a loop, broken, or cannot have the value, and where a coupler does not allow the
/// values or leaves several coordinates open; `state` is then between the old and the new one.
void set_coordinates(const Model& model, const std::vector<CoordinateValue>& values, State& state);
/// Does the same for rates, at the present pose.
void set_rates(const Model& model, const std::vector<CoordinateValue>& values, State& state);

}  // namespace perpend
