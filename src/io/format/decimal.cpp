// SPDX-License-Identifier: Apache-2.0
#include "io/format/decimal.hpp"

#include <charconv>

namespace perpend::io {
namespace {

// Returns true if `number`, which is out of the range of a double, is too small rather than too
// large.
bool is_tiny(std::string_view number) {
  const std::size_t exponent = number.find_first_of("eE");
  if (exponent != std::string_view::npos) return number.substr(exponent + 1).starts_with('-');
  const std::size_t first = number.find_first_not_of("+-");
  return number[first] == '0' || number[first] == '.';
}

}  // namespace

bool take_decimal(std::string_view& text, double& out) {
  std::string_view rest = text;
  if (rest.starts_with('+') && !rest.starts_with("+-")) rest.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  const auto length = static_cast<std::size_t>(end - rest.data());
  if (error == std::errc::invalid_argument) return false;
  if (error == std::errc::result_out_of_range) {
    if (!is_tiny(rest.substr(0, length))) return false;
    value = rest.starts_with('-') ? -0.0 : 0.0;
  }
  out = value;
  text = rest.substr(length);
  return true;
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return text;
}

}  // namespace perpend::io
