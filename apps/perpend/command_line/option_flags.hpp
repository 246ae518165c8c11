// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>

#include "verbs.hpp"

namespace perpend::app {

/// Gives the verb a flag for each simulation option: `--stick-speed`, `--normal-stiffness`,
/// `--no-stabilise`. The given values are collected in `overrides`, in the order of the options.
void add_option_flags(CLI::App& app, std::vector<OptionOverride>& overrides);

}  // namespace perpend::app
