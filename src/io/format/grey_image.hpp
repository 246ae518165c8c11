// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::io {

/// A picture in shades of grey.
struct GreyImage {
  int rows = 0, columns = 0;
  std::vector<std::uint16_t> values = {};  ///< row by row, the upper one first; 0 is black

  std::uint16_t at(int row, int column) const {
    return values[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                  static_cast<std::size_t>(column)];
  }
};

/// Returns true if the bytes begin as a PNG file does.
bool is_png(std::string_view bytes);

/// Reads a PNG file of 8 or 16 bits or less, whose values stay as they are; of a picture in colours
/// the values are those of red, and opacity is left out. Returns a fault where the file is damaged
/// or has more than 2049 rows or columns.
Result<GreyImage> parse_png(std::string_view bytes, const std::filesystem::path& file);

}  // namespace perpend::io
