// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/robot/assembly/assembly.hpp"
#include "perpend/io/robot.hpp"

namespace perpend::io {

/// Returns the joint that holds each link, or -1; joints that close a loop hold none.
std::vector<int> holding_joints(const Assembly& assembly);

/// Moves links and joints from zero to the start of the run: joints to the values in the options,
/// otherwise to 0 or the limit nearest to it, and mimics to the values that follow from their
/// masters.
void move_to_start(Assembly& assembly, const RobotOptions& options);

}  // namespace perpend::io
