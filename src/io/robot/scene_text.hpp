// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "io/robot/assembly/assembly.hpp"
#include "io/robot/robot_bodies.hpp"
#include "perpend/io/robot.hpp"

namespace perpend::io {

/// Returns the scene file of an assembly that is in its start pose. Bodies are moved if a ground is
/// wanted; anything that the scene leaves out is noted in the assembly.
std::string scene_text(Assembly& assembly, RobotBodies& bodies, const RobotOptions& options);

}  // namespace perpend::io
