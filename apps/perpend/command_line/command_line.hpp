// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::app {

/// The words of a command line after the name of the program. Each value of --set has a --set of
/// its own: `--set a=1 b=2 chain` sets two parameters of chain.
std::vector<std::string> words_of(int argc, char** argv);

/// Every option whose value is empty, as of a variable that is not set: `--dt ""`, `--dt=`.
Diagnostics empty_values(const std::vector<std::string>& words);

}  // namespace perpend::app
