// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/io/robot.hpp"
#include "verbs.hpp"

namespace perpend::app {

/// What robot files leave open, as flags of a verb.
void add_robot_flags(CLI::App& app, RobotArguments& robot);

/// What the flags say. Throws RefusedWords with all whose words are not of the form they ask for.
io::RobotOptions robot_options(const RobotArguments& robot);

/// Throws RefusedWords with the flags for robots that were given `with` what is none.
void require_no_robot_flags(const RobotArguments& robot, const char* with);
/// What they are not for.
inline constexpr const char* kSceneFile = "a scene file, as it is for robots";

/// What a robot's file asks for and the scene does not have, on stderr.
void print_notes(const Diagnostics& notes);

}  // namespace perpend::app
