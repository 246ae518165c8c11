// SPDX-License-Identifier: Apache-2.0
// Reads and writes the .npy format of numpy's NEP 1: magic, version, header length, a Python
// dictionary of 'descr', 'fortran_order' and 'shape', then the raw values.
#include "io/format/npy_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

namespace perpend::io {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::int64_t kMaxValues = std::int64_t{1} << 32;  // 32 GiB of doubles; more is refused

struct Header {
  char kind = 'f';  // f float, i signed, u unsigned, b bool
  int size = 8;     // bytes per value
  bool big_endian = false;
  bool fortran = false;
  std::vector<std::int64_t> shape;
};

// Returns the text after 'key': in the dictionary.
std::string_view member(std::string_view dictionary, std::string_view key) {
  const std::size_t at = dictionary.find(fmt::format("'{}'", key));
  if (at == std::string_view::npos) return {};
  const std::size_t colon = dictionary.find(':', at);
  if (colon == std::string_view::npos) return {};
  const std::size_t start = dictionary.find_first_not_of(' ', colon + 1);
  return start == std::string_view::npos ? std::string_view{} : dictionary.substr(start);
}

bool parse_type(std::string_view text, Header& header) {
  if (text.size() < 5 || text[0] != '\'' || text[4] != '\'') return false;
  header.big_endian = text[1] == '>';
  header.kind = text[2];
  header.size = text[3] - '0';
  const bool power = header.size == 1 || header.size == 2 || header.size == 4 || header.size == 8;
  if (header.kind == 'f') return header.size == 4 || header.size == 8;
  if (header.kind == 'b') return header.size == 1;
  return power && (header.kind == 'i' || header.kind == 'u');
}

bool parse_shape(std::string_view text, Header& header) {
  if (text.empty() || text[0] != '(') return false;
  std::int64_t count = 1;
  for (text.remove_prefix(1); !text.empty() && text[0] != ')';) {
    std::int64_t extent = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
    if (error != std::errc{} || extent < 0 || extent > kMaxValues) return false;
    if (extent > 0 && count > kMaxValues / extent) return false;
    count *= extent;
    header.shape.push_back(extent);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    text.remove_prefix(std::min(text.find_first_not_of(", "), text.size()));
  }
  return !text.empty();
}

double as_double(std::uint64_t bits, const Header& header) {
  if (header.kind == 'f')
    return header.size == 8 ? std::bit_cast<double>(bits)
                            : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (header.kind == 'b') return bits != 0;
  if (header.kind == 'u') return static_cast<double>(bits);
  const int unused = 64 - 8 * header.size;
  return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

double value_at(const char* bytes, const Header& header) {
  std::uint64_t bits = 0;
  for (int i = 0; i < header.size; ++i) {
    const int byte = header.big_endian ? i : header.size - 1 - i;
    bits = bits << 8 | static_cast<unsigned char>(bytes[byte]);
  }
  return as_double(bits, header);
}

// Reorders values from column-major to row-major, for any number of dimensions.
std::vector<double> from_fortran(const std::vector<double>& values,
                                 const std::vector<std::int64_t>& shape) {
  std::vector<double> ordered(values.size());
  std::vector<std::int64_t> index(shape.size(), 0);
  for (double value : values) {
    std::int64_t target = 0;
    for (std::size_t d = 0; d < shape.size(); ++d) target = target * shape[d] + index[d];
    ordered[static_cast<std::size_t>(target)] = value;
    for (std::size_t d = 0; d < shape.size() && ++index[d] == shape[d]; ++d) index[d] = 0;
  }
  return ordered;
}

std::optional<std::size_t> header_length(std::string_view bytes, std::size_t& start) {
  if (bytes.size() < 12 || bytes.substr(0, kMagic.size()) != kMagic) return {};
  const int version = bytes[6];
  if (version < 1 || version > 3) return {};
  start = version == 1 ? 10 : 12;
  std::size_t length = 0;
  for (std::size_t i = start; i-- > 8;) length = length << 8 | static_cast<unsigned char>(bytes[i]);
  if (start + length > bytes.size()) return {};
  return length;
}

}  // namespace

std::variant<NamedArray, std::string> parse_npy(std::string_view bytes) {
  std::size_t start = 0;
  const std::optional<std::size_t> length = header_length(bytes, start);
  if (!length) return "is no .npy array of version 1, 2 or 3";
  const std::string_view dictionary = bytes.substr(start, *length);
  Header header;
  const std::string_view type = member(dictionary, "descr");
  if (!parse_type(type, header))
    return fmt::format("has type {}, expected bool, integer or float of at most 8 bytes",
                       type.substr(0, type.find(',')));
  header.fortran = member(dictionary, "fortran_order").substr(0, 4) == "True";
  if (!parse_shape(member(dictionary, "shape"), header)) return "has no readable shape";

  NamedArray array;
  array.shape = header.shape;
  std::size_t count = 1;
  for (std::int64_t extent : header.shape) count *= static_cast<std::size_t>(extent);
  const std::string_view payload = bytes.substr(start + *length);
  const std::size_t expected = count * static_cast<std::size_t>(header.size);
  if (payload.size() != expected)
    return fmt::format("holds {} bytes, expected {}", payload.size(), expected);
  array.values.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    array.values[i] = value_at(payload.data() + i * static_cast<std::size_t>(header.size), header);
  if (header.fortran) array.values = from_fortran(array.values, array.shape);
  return array;
}

std::string format_npy(const NamedArray& array) {
  std::string shape;
  for (std::int64_t extent : array.shape) shape += fmt::format("{}, ", extent);
  if (array.shape.size() > 1) shape.resize(shape.size() - 2);
  if (array.shape.size() == 1) shape.resize(shape.size() - 1);
  std::string dictionary =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}), }}", shape);
  // The values start at a multiple of 64 bytes; the header ends with a newline.
  constexpr std::size_t kPreamble = 10;
  dictionary.append(63 - (kPreamble + dictionary.size()) % 64, ' ');
  dictionary.push_back('\n');
  std::string bytes(kMagic);
  bytes += '\1';
  bytes += '\0';
  bytes += static_cast<char>(dictionary.size() & 0xff);
  bytes += static_cast<char>(dictionary.size() >> 8);
  bytes += dictionary;
  static_assert(std::endian::native == std::endian::little);
  const auto* values = reinterpret_cast<const char*>(array.values.data());
  return bytes.append(values, array.values.size() * sizeof(double));
}

}  // namespace perpend::io
