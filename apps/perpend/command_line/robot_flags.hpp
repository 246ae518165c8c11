// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/io/robot.hpp"
#include "verbs.hpp"

namespace perpend::app {

/// Adds flags for the choices that robot files leave open.
void add_robot_flags(CLI::App& app, RobotArguments& robot);

/// Returns the options of the flags. Throws RefusedWords with all values of a wrong form.
io::RobotOptions robot_options(const RobotArguments& robot);

/// Throws RefusedWords with the robot flags that were given together with `with`, which is not a
/// robot.
void require_no_robot_flags(const RobotArguments& robot, const char* with);
/// Value of `with` for scene files.
inline constexpr const char* kSceneFile = "a scene file, as it is for robots";

/// Prints the requests of a robot's file that the scene does not support, on stderr.
void print_notes(const Diagnostics& notes);

}  // namespace perpend::app
