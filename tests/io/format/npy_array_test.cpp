// SPDX-License-Identifier: Apache-2.0
#include "io/format/npy_array.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <bit>
#include <limits>
#include <random>

namespace perpend::io {
namespace {

// The lowest bytes of a number, in the order of the file.
std::string bytes_of(std::uint64_t bits, int size, bool big_endian) {
  std::string bytes;
  for (int i = 0; i < size; ++i) {
    const int shift = 8 * (big_endian ? size - 1 - i : i);
    bytes += static_cast<char>(bits >> shift & 0xff);
  }
  return bytes;
}

// As numpy's NEP 1 has it.
std::string npy(int version, const std::string& dictionary, const std::string& payload) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  return bytes + bytes_of(dictionary.size(), version == 1 ? 2 : 4, false) + dictionary + payload;
}

std::string dictionary(const std::string& type, bool fortran, const std::string& shape) {
  return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}), }}\n", type,
                     fortran ? "True" : "False", shape);
}

const NamedArray& array_in(const std::variant<NamedArray, std::string>& parsed) {
  const auto* fault = std::get_if<std::string>(&parsed);
  REQUIRE_MESSAGE(!fault, (fault ? *fault : ""));
  return std::get<NamedArray>(parsed);
}

std::string fault_of(const std::string& bytes) {
  const auto parsed = parse_npy(bytes);
  const auto* fault = std::get_if<std::string>(&parsed);
  return fault ? *fault : "none";
}

// A number of a type and its bits.
struct Drawn {
  double value;
  std::uint64_t bits;
};

template <typename T>
Drawn whole(std::uint64_t bits) {
  const auto value = static_cast<T>(bits);
  return {static_cast<double>(value), static_cast<std::uint64_t>(value)};
}

Drawn drawn(char kind, int size, std::mt19937_64& random) {
  const std::uint64_t bits = random();
  if (kind == 'b') return {static_cast<double>(bits % 2), bits % 2 * (1 + bits % 127)};
  const double real = std::ldexp(static_cast<double>(static_cast<std::int64_t>(bits)), -40);
  if (kind == 'f' && size == 8) return {real, std::bit_cast<std::uint64_t>(real)};
  const auto single = static_cast<float>(real);
  if (kind == 'f') return {single, std::bit_cast<std::uint32_t>(single)};
  const bool sign = kind == 'i';
  if (size == 1) return sign ? whole<std::int8_t>(bits) : whole<std::uint8_t>(bits);
  if (size == 2) return sign ? whole<std::int16_t>(bits) : whole<std::uint16_t>(bits);
  if (size == 4) return sign ? whole<std::int32_t>(bits) : whole<std::uint32_t>(bits);
  return sign ? whole<std::int64_t>(bits) : whole<std::uint64_t>(bits);
}

// Where the entry that is number `at` row by row stands in a file that has it column by column.
std::size_t by_columns(std::size_t at, const std::vector<std::int64_t>& shape) {
  std::size_t target = 0, stride = at;
  std::vector<std::size_t> index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    index[d] = stride % static_cast<std::size_t>(shape[d]);
    stride /= static_cast<std::size_t>(shape[d]);
  }
  for (std::size_t d = shape.size(); d-- > 0;)
    target = target * static_cast<std::size_t>(shape[d]) + index[d];
  return target;
}

std::string in_words(const std::vector<std::int64_t>& shape) {
  std::string words;
  for (const std::int64_t extent : shape) words += fmt::format("{}, ", extent);
  if (shape.size() > 1) words.resize(words.size() - 2);
  return words;
}

void check_type(char order, char kind, int size, std::mt19937_64& random) {
  CAPTURE(fmt::format("{}{}{}", order, kind, size));
  std::vector<std::int64_t> shape(random() % 4);
  std::size_t count = 1;
  for (std::int64_t& extent : shape)
    count *= static_cast<std::size_t>(extent = 1 + static_cast<std::int64_t>(random() % 4));
  const bool fortran = random() % 2 != 0;
  std::vector<double> values;
  std::vector<std::string> entries(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Drawn each = drawn(kind, size, random);
    values.push_back(each.value);
    entries[fortran ? by_columns(i, shape) : i] = bytes_of(each.bits, size, order == '>');
  }
  std::string payload;
  for (const std::string& entry : entries) payload += entry;
  const std::string type = fmt::format("{}{}{}", order, kind, size);
  const int version = 1 + static_cast<int>(random() % 3);
  const auto parsed = parse_npy(npy(version, dictionary(type, fortran, in_words(shape)), payload));
  CHECK(array_in(parsed).shape == shape);
  CHECK(array_in(parsed).values == values);
}

TEST_CASE("arrays of every type, order of bytes, order of entries and shape are read") {
  std::mt19937_64 random(2);
  for (int k = 0; k < 20; ++k)
    for (const char order : {'<', '>', '='}) {
      for (const int size : {4, 8}) check_type(order, 'f', size, random);
      for (const int size : {1, 2, 4, 8})
        for (const char kind : {'i', 'u'}) check_type(size == 1 ? '|' : order, kind, size, random);
      check_type('|', 'b', 1, random);
    }
}

TEST_CASE("what is no array of numbers is refused with what it is") {
  const std::string good = dictionary("<f4", false, "2,"), eight(8, '\0');
  CHECK(fault_of(npy(1, good, eight)) == "none");
  CHECK(fault_of(npy(1, good, eight + "a")) == "holds 9 bytes, expected 8");
  CHECK(fault_of(npy(1, good, eight.substr(1))) == "holds 7 bytes, expected 8");
  for (const char* type : {"<f2", "<c16", "|S5", "<i3", "|b2", "<m8", "|O"}) {
    CAPTURE(type);
    CHECK(fault_of(npy(1, dictionary(type, false, "2,"), eight)) ==
          fmt::format("has type '{}', expected bool, integer or float of at most 8 bytes", type));
  }
  for (const char* shape : {"-1,", "x,", "2.5,"})
    CHECK(fault_of(npy(1, dictionary("<f4", false, shape), eight)) == "has no readable shape");
  const std::string none = "is no .npy array of version 1, 2 or 3";
  CHECK(fault_of("") == none);
  CHECK(fault_of(npy(0, good, eight)) == none);
  CHECK(fault_of(npy(4, good, eight)) == none);
  CHECK(fault_of(npy(1, good, "").substr(0, 20)) == none);
}

TEST_CASE("arrays are written as NEP 1 says, their numbers from a multiple of 64 bytes on") {
  std::mt19937_64 random(3);
  const std::pair<std::vector<std::int64_t>, const char*> shapes[] = {{{}, "()"},
                                                                      {{3}, "(3,)"},
                                                                      {{2, 3}, "(2, 3)"},
                                                                      {{1, 10, 4}, "(1, 10, 4)"},
                                                                      {{0, 7}, "(0, 7)"}};
  for (const auto& [shape, words] : shapes) {
    CAPTURE(words);
    NamedArray array{"a", shape, {}};
    std::int64_t count = 1;
    for (const std::int64_t extent : shape) count *= extent;
    for (std::int64_t i = 0; i < count; ++i) array.values.push_back(drawn('f', 8, random).value);
    const std::string bytes = format_npy(array);
    const std::size_t length = bytes.size() - 8 * array.values.size();
    CHECK(length % 64 == 0);
    CHECK(bytes.substr(0, 8) == std::string("\x93NUMPY\1\0", 8));
    CHECK(bytes.substr(8, 2) == bytes_of(length - 10, 2, false));
    CHECK(bytes[length - 1] == '\n');
    CHECK(bytes.substr(10).starts_with(
        fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': {}, }}", words)));
    const auto parsed = parse_npy(bytes);
    CHECK(array_in(parsed).shape == shape);
    CHECK(array_in(parsed).values == array.values);
  }
}

}  // namespace
}  // namespace perpend::io
