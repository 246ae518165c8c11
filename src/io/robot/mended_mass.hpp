// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/robot/robot_bodies.hpp"

namespace perpend::io {

/// Checks the mass (kg) and the inertia (kg m²) of each moving body. A principal moment that
/// exceeds the sum of the other two by up to 20 % is lowered to it, with a note. What else no body
/// can have is a fault; with `options.mend_masses` it is replaced, with a note:
/// - no mass, by a millionth of that of the robot's heaviest moving body (1e-3 kg if none of them
///   has a mass), at the centre of its shapes or, without them, at the origin of its frame;
/// - a moment above the sum of the other two, by that sum;
/// - inertia with a moment that is not positive, to rounding, and that of a body without mass, by
/// the
///   inertia of its shapes at uniform density, or that of a ball of radius 0.01 m where no shape is
///   a solid.
void mend_masses(Assembly& assembly, const RobotOptions& options, RobotBodies& bodies);

}  // namespace perpend::io
