// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <exception>

#include "perpend/core/result.hpp"

namespace perpend::app {

/// What a refused command line says that is neither a verb nor an option, each word with the
/// nearest name; empty where it was refused for something else.
Diagnostics wrong_words(const CLI::App& app);

/// Prints what CLI11 says of the command line, help and version (errors of code 0) too, or its
/// wrong words. The exit code of the program.
int exit_code(const CLI::App& app, const CLI::ParseError& error);

/// Refuses for what a verb threw: kUsage of a caller's mistake, else kFailed.
int refuse(const std::exception& error);

}  // namespace perpend::app
