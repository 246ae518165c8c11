// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::io {

/// Returns the Python interpreter that runs programs of Perpend: PERPEND_PYTHON, or python3.
std::string python();

/// Runs a program and returns what it writes to its standard output; words[0] is looked up in PATH.
/// Returns a fault if the program is not found or exits with a code other than 0, with the last
/// line that it wrote to standard error.
Result<std::string> run_tool(const std::vector<std::string>& words);

}  // namespace perpend::io
