// SPDX-License-Identifier: Apache-2.0
#include "io/format/base64.hpp"

#include <array>
#include <cstdint>

namespace perpend::io {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(std::span<const std::byte> bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k)
      word = word << 8 | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    for (int shift = 18; shift >= 0; shift -= 6) text += kDigits[word >> shift & 63];
  }
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  text.replace(text.size() - padding, padding, padding, '=');
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  text = text.substr(0, text.find('='));
  std::array<unsigned char, 256> value;
  value.fill(64);
  for (std::size_t k = 0; k < kDigits.size(); ++k)
    value[static_cast<unsigned char>(kDigits[k])] = static_cast<unsigned char>(k);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t word = 0;
  int bits = 0;
  for (const char digit : text) {
    const unsigned char next = value[static_cast<unsigned char>(digit)];
    if (next == 64) return std::nullopt;
    word = word << 6 | next;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(word >> bits & 255);
  }
  return bytes;
}

}  // namespace perpend::io
