// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::io {

/// What a program writes to its standard output; words[0] is looked for in PATH. A fault where it
/// is not there or ends with another code than 0, with the last line it wrote to standard error.
Result<std::string> run_tool(const std::vector<std::string>& words);

}  // namespace perpend::io
