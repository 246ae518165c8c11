// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::app {

/// Returns the words of a command line after the name of the program. Each value of --set gets a
/// --set of its own: `--set a=1 b=2 chain` sets two parameters of chain.
std::vector<std::string> words_of(int argc, char** argv);

/// Reports every option with an empty value, such as from an unset variable: `--dt ""`, `--dt=`.
Diagnostics empty_values(const std::vector<std::string>& words);

}  // namespace perpend::app
