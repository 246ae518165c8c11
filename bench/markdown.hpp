// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "report.hpp"

namespace perpend::bench {

using Cells = std::vector<std::string>;

/// Prints a Markdown table with aligned columns, the first line as its head, and an empty line.
void print_aligned(const std::vector<Cells>& lines, std::ostream& out);
std::string host_line(const Host& host, const std::string& mode);

}  // namespace perpend::bench
