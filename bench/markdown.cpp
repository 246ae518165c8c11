// SPDX-License-Identifier: Apache-2.0
#include "markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace perpend::bench {
namespace {

std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

void print_aligned(const std::vector<Cells>& lines, std::ostream& out) {
  std::vector<std::size_t> widths;
  for (const Cells& line : lines)
    for (std::size_t k = 0; k < line.size(); ++k) {
      widths.resize(std::max(widths.size(), k + 1));
      widths[k] = std::max(widths[k], width(line[k]));
    }
  for (std::size_t row = 0; row < lines.size(); ++row) {
    for (std::size_t k = 0; k < lines[row].size(); ++k)
      out << "| " << lines[row][k] << std::string(widths[k] - width(lines[row][k]) + 1, ' ');
    out << "|\n";
    if (row > 0) continue;
    for (const std::size_t w : widths) out << '|' << std::string(w + 2, '-');
    out << "|\n";
  }
  out << '\n';
}

std::string host_line(const Host& host, const std::string& mode) {
  return fmt::format("Host: {}, {} cores, {}, Eigen {} ({}), {} run", host.cpu, host.cores,
                     host.compiler, host.eigen, host.simd, mode);
}

}  // namespace perpend::bench
