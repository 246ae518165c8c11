// SPDX-License-Identifier: Apache-2.0
// Wording of diagnostics about a model.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

namespace perpend {

inline std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

/// Formats a number with the digits needed to tell it from others in a file, for messages that
/// compare two numbers.
inline std::string exact_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

/// Returns text such as "bodies[3]".
inline std::string indexed(const char* name, std::size_t i) {
  return std::string(name) + "[" + std::to_string(i) + "]";
}

}  // namespace perpend
