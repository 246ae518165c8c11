// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Writes PNG pictures without libpng.
namespace png_bytes {

inline std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

inline std::string chunk(const std::string& kind, const std::string& data) {
  const std::string body = kind + data;
  const auto sum = crc32(0, reinterpret_cast<const Bytef*>(body.data()), uInt(body.size()));
  return big_endian(std::uint32_t(data.size())) + body + big_endian(std::uint32_t(sum));
}

inline std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size,
           reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  packed.resize(size);
  return packed;
}

enum Kind : char { grey = 0, colours = 2, grey_with_opacity = 4 };

/// Returns a picture of rows of values; those of a pixel stand one behind the other.
inline std::string picture(const std::vector<std::vector<int>>& rows, int bits = 8,
                           Kind kind = grey) {
  const std::size_t per_pixel = kind == colours ? 3 : kind == grey_with_opacity ? 2 : 1;
  std::string lines;
  for (const std::vector<int>& row : rows) {
    lines += '\0';  // no filter
    for (const int value : row) {
      if (bits == 16) lines += static_cast<char>(value >> 8);
      lines += static_cast<char>(value & 0xff);
    }
  }
  const std::string head = big_endian(std::uint32_t(rows.at(0).size() / per_pixel)) +
                           big_endian(std::uint32_t(rows.size())) + static_cast<char>(bits) +
                           static_cast<char>(kind) + std::string(3, '\0');
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", head) + chunk("IDAT", deflated(lines)) +
         chunk("IEND", "");
}

}  // namespace png_bytes
