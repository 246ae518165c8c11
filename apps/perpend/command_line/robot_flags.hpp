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

/// Throws InvalidArgument where a word is not of the form its flag asks for.
io::RobotOptions robot_options(const RobotArguments& robot);

/// Throws InvalidArgument where a flag for robots was given.
void require_no_robot_flags(const RobotArguments& robot);

/// What a robot's file asks for and the scene does not have, on stderr.
void print_notes(const Diagnostics& notes);

}  // namespace perpend::app
