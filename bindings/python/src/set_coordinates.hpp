// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/perpend.hpp"

namespace perpend::python {

/// A desired value of a joint coordinate.
struct CoordinateValue {
  JointId joint;
  int k = 0;
  double value = 0.0;  ///< m or rad, or their rates
};

/// Moves the bodies attached through each joint, as one rigid body with its velocities, until the
/// coordinates have the values. A coordinate that a coupler ties to those that are set follows
/// them; all others stay. Throws InvalidArgument if a joint is part of a loop, broken, or cannot
/// have the value, and if a coupler does not allow the values or leaves several coordinates open.
void set_coordinates(const Model& model, const std::vector<CoordinateValue>& values, State& state);
/// Does the same for rates, at the present pose.
void set_rates(const Model& model, const std::vector<CoordinateValue>& values, State& state);

}  // namespace perpend::python
