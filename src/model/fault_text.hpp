// SPDX-License-Identifier: Apache-2.0
// The words of diagnostics about a model.
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

/// With all digits that tell it from its neighbours a file may give, for two numbers that are
/// compared in one message.
inline std::string exact_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

/// "bodies[3]".
inline std::string indexed(const char* name, std::size_t i) {
  return std::string(name) + "[" + std::to_string(i) + "]";
}

}  // namespace perpend
