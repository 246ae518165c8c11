// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutator.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <limits>

namespace perpend::fuzz {
namespace {

constexpr std::array kNumbers{"0",
                              "-1",
                              "1",
                              "-0",
                              "0.5",
                              "1e300",
                              "-1e300",
                              "1e-300",
                              "1e308",
                              "1e999",
                              "5e-324",
                              "nan",
                              "inf",
                              "-inf",
                              "2147483647",
                              "2147483648",
                              "-2147483649",
                              "4294967296",
                              "9223372036854775807",
                              "18446744073709551616",
                              "1e9",
                              "100000",
                              "1000000000",
                              "\"inf\"",
                              "null",
                              "true",
                              "[]",
                              "{}",
                              "\"$n\"",
                              "\"$n/0\"",
                              "\"\""};

bool is_number(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) || std::strchr("+-.eE", c) != nullptr;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

struct Range {
  std::size_t first, size;
};

// The run of characters of a kind that starts at or behind `from`; empty at the end.
template <typename IsKind>
Range run_behind(const std::string& text, std::size_t from, IsKind is_kind) {
  const auto begin = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(),
                                  [&](char c) { return c != '\0' && is_kind(c); });
  const auto end = std::find_if_not(begin, text.end(), [&](char c) { return is_kind(c); });
  return {static_cast<std::size_t>(begin - text.begin()), static_cast<std::size_t>(end - begin)};
}

}  // namespace

double Mutator::awkward_number() {
  using Limits = std::numeric_limits<double>;
  constexpr std::array numbers{0.0,
                               -0.0,
                               1.0,
                               -1.0,
                               0.5,
                               1e9,
                               1e300,
                               -1e300,
                               1e-300,
                               1e308,
                               3e9,
                               Limits::quiet_NaN(),
                               Limits::infinity(),
                               -Limits::infinity(),
                               Limits::denorm_min()};
  return numbers[below(numbers.size())];
}

std::int64_t Mutator::awkward_integer() {
  constexpr std::array<std::int64_t, 14> numbers{0,
                                                 1,
                                                 -1,
                                                 2,
                                                 7,
                                                 127,
                                                 255,
                                                 65535,
                                                 2147483647,
                                                 -2147483648LL,
                                                 4294967296LL,
                                                 1000000000,
                                                 std::numeric_limits<std::int64_t>::max(),
                                                 std::numeric_limits<std::int64_t>::min()};
  return numbers[below(numbers.size())];
}

void Mutator::replace_number(std::string& text) {
  const Range number = run_behind(text, below(text.size()), is_number);
  text.replace(number.first, number.size, kNumbers[below(kNumbers.size())]);
}

// By another word of the text, so that keys and names stand where they do not belong.
void Mutator::replace_word(std::string& text) {
  const Range to = run_behind(text, below(text.size()), is_word);
  const Range from = run_behind(text, below(text.size()), is_word);
  text.replace(to.first, to.size, text.substr(from.first, from.size));
}

void Mutator::nest(std::string& text) {
  static const std::array<std::string, 3> kOpening{"[", "{\"a\":", "[{\"b\":["};
  const std::string& opening = kOpening[below(kOpening.size())];
  std::string deep;
  for (std::size_t i = 0, count = std::size_t{1} << below(18); i < count; ++i) deep += opening;
  text.insert(below(text.size() + 1), deep);
}

void Mutator::damage_text(std::string& text) {
  switch (below(12)) {
    case 0:
      return nest(text);
    case 1:
    case 2:
    case 3:
      return replace_word(text);
    default:
      return replace_number(text);
  }
}

void Mutator::damage_bytes(std::string& bytes, const std::vector<std::string>& others) {
  const std::size_t at = below(bytes.size());
  const std::size_t size = 1 + below(std::min<std::size_t>(64, bytes.size()));
  switch (below(8)) {
    case 0:
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
      return;
    case 1:
      bytes[at] = static_cast<char>(below(256));
      return;
    case 2: {
      const std::int64_t value = awkward_integer();
      const std::size_t width = std::size_t{1} << below(4);
      std::memcpy(bytes.data() + at, &value, std::min(width, bytes.size() - at));
      return;
    }
    case 3: {
      const double value = awkward_number();
      std::memcpy(bytes.data() + at, &value, std::min(sizeof value, bytes.size() - at));
      return;
    }
    case 4:
      bytes.erase(at, size);
      return;
    case 5:
      bytes.insert(at, bytes.substr(below(bytes.size()), size));
      return;
    case 6: {
      const std::string& other = others[below(others.size())];
      bytes.replace(at, size, other.substr(below(other.size()), size));
      return;
    }
    default:
      if (below(4) == 0) bytes.resize(at);
  }
}

std::string Mutator::damaged(std::string bytes, const std::vector<std::string>& others,
                             bool is_text) {
  for (std::size_t left = 1 + below(8); left > 0 && !bytes.empty(); --left) {
    if (is_text && below(3) > 0)
      damage_text(bytes);
    else
      damage_bytes(bytes, others);
  }
  return bytes;
}

}  // namespace perpend::fuzz
