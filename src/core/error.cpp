// SPDX-License-Identifier: Apache-2.0
#include "perpend/core/error.hpp"

#include <cstdio>

namespace perpend {
namespace {

std::string message(std::string_view argument, std::string_view requirement,
                    std::string_view value) {
  std::string text(argument);
  text.append(" must be ").append(requirement).append(", got ").append(value);
  return text;
}

}  // namespace

InvalidArgument::InvalidArgument(std::string_view argument, std::string_view requirement,
                                 std::string_view value)
    : std::invalid_argument(message(argument, requirement, value)),
      argument_(argument),
      value_(value) {}

void require(bool holds, std::string_view argument, std::string_view requirement, double value) {
  if (holds) return;
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  throw InvalidArgument(argument, requirement, text);
}

void require(bool holds, std::string_view argument, std::string_view requirement,
             std::string_view value) {
  if (!holds) throw InvalidArgument(argument, requirement, value);
}

}  // namespace perpend
