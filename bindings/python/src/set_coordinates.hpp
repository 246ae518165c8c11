// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/perpend.hpp"

namespace perpend::python {

/// A value that a coordinate of a joint is to have.
struct CoordinateValue {
  JointId joint;
  int k = 0;
  double value = 0.0;  ///< m or rad, or their rates
};

/// Moves what hangs on each joint, as one rigid body with its velocities, until the coordinates
/// have the values; the coordinates of all other joints stay. Throws InvalidArgument where a joint
/// is part of a loop, broken, or cannot have the value.
void set_coordinates(const Model& model, const std::vector<CoordinateValue>& values, State& state);
/// The same of rates, at the pose as it is.
void set_rates(const Model& model, const std::vector<CoordinateValue>& values, State& state);

}  // namespace perpend::python
