// SPDX-License-Identifier: Apache-2.0
#include "core/text.hpp"

#include <cstdio>

namespace perpend {
namespace {

/// The code point at the start of `text`; for bytes that are not UTF-8: length 1, invalid.
struct CodePoint {
  char32_t value = 0;
  std::size_t length = 1;
  bool valid = false;
};

// Returns the number of bytes of a code point by its first byte; 0 if no code point starts with it.
std::size_t length_after(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

// Overlong forms, surrogates and values beyond U+10FFFF are not UTF-8.
CodePoint first_of(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = length_after(lead);
  if (length == 0 || length > text.size()) return {};
  char32_t value = length == 1 ? lead : lead & (0x7f >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0) != 0x80) return {};
    value = value << 6 | (byte & 0x3f);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xd800 && value < 0xe000;
  if (value < kLeast[length] || value > 0x10ffff || surrogate) return {};
  return {value, length, true};
}

bool is_control(char32_t c) {
  const bool turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || turns;
}

std::string escaped(char32_t c) {
  char text[8];
  std::snprintf(text, sizeof text, "\\u%04x", static_cast<unsigned>(c));
  return text;
}

// True for characters with a special meaning in some file system.
bool is_reserved(char32_t c) {
  constexpr std::u32string_view kReserved = U"/\\:*?\"<>|";
  return kReserved.find(c) != std::u32string_view::npos;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const CodePoint c = first_of(text);
    if (!c.valid)
      out += "\xef\xbf\xbd";
    else if (is_control(c.value) && c.value != U'\n' && c.value != U'\t')
      out += escaped(c.value);
    else
      out += text.substr(0, c.length);
    text.remove_prefix(c.length);
  }
  return out;
}

bool is_name(std::string_view text) {
  bool holds = !text.empty();
  while (holds && !text.empty()) {
    const CodePoint c = first_of(text);
    holds = c.valid && !is_control(c.value);
    text.remove_prefix(c.length);
  }
  return holds;
}

std::string file_name(std::string_view name) {
  constexpr std::size_t kLongest = 100;
  std::string out;
  bool leads = true;  // only dots so far
  while (!name.empty()) {
    const CodePoint c = first_of(name);
    if (out.size() + c.length > kLongest) break;
    leads = leads && c.value == U'.';
    const bool keeps = c.valid && !is_control(c.value) && !is_reserved(c.value) && !leads;
    out += keeps ? name.substr(0, c.length) : "_";
    name.remove_prefix(c.length);
  }
  return out.empty() ? "unnamed" : out;
}

}  // namespace perpend
