// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dynamics/joints/joint_space.hpp"

namespace perpend {

/// Entries of a joint in JointCoordinates.
struct JointSize {
  int positions, velocities;
};
JointSize joint_size(const Joint& joint);

}  // namespace perpend
