// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/robot/assembly.hpp"
#include "perpend/io/robot.hpp"

namespace perpend::io {

/// Joint that holds each link, -1 where none does; joints that close a loop hold none.
std::vector<int> holding_joints(const Assembly& assembly);

/// Moves links and joints from zero to where the run starts: joints at the values the options give,
/// else at 0 or the limit next to it, mimics as their masters say.
void move_to_start(Assembly& assembly, const RobotOptions& options);

}  // namespace perpend::io
