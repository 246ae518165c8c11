// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>

#include "perpend/core/result.hpp"

namespace perpend::app {

/// What a refused command line says that is neither a verb nor an option, each word with the
/// nearest name; empty where it was refused for something else.
Diagnostics wrong_words(const CLI::App& app);

}  // namespace perpend::app
