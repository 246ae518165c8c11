// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>
#include <zlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// What the script of a run's page will see.
namespace page_reader {

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What the script of the page will see.
inline nlohmann::json data_of(const std::string& html) {
  const std::string open = "<script id=\"data\" type=\"application/json\">";
  const auto start = html.find(open) + open.size();
  return nlohmann::json::parse(html.substr(start, html.find("</script>", start) - start));
}

inline int digit(char c) {
  static const std::string kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return static_cast<int>(kDigits.find(c));
}

// RFC 4648, written apart from the library's encoder.
inline std::string bytes_of(const std::string& text) {
  std::string bytes;
  int word = 0, bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    word = word << 6 | digit(c);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(word >> bits & 255);
    word &= (1 << bits) - 1;
  }
  return bytes;
}

inline std::vector<float> floats(const std::string& text) {
  const std::string bytes = bytes_of(text);
  std::vector<float> values(bytes.size() / 4);
  std::memcpy(values.data(), bytes.data(), 4 * values.size());
  return values;
}

/// Numbers whose bytes were sorted by significance and deflated.
template <typename T = float>
std::vector<T> unpacked(const std::string& text) {
  const std::string packed = bytes_of(text);
  std::string planes(std::size_t{64} << 20, '\0');
  uLongf length = planes.size();
  REQUIRE(uncompress(reinterpret_cast<Bytef*>(planes.data()), &length,
                     reinterpret_cast<const Bytef*>(packed.data()), packed.size()) == Z_OK);
  std::vector<T> values(length / sizeof(T));
  auto* bytes = reinterpret_cast<char*>(values.data());
  for (std::size_t i = 0; i < length; ++i)
    bytes[i % values.size() * sizeof(T) + i / values.size()] = planes[i];
  return values;
}

}  // namespace page_reader
