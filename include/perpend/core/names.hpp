// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perpend {

/// A value of an enum with the name that users write and a description.
template <typename Enum>
struct Name {
  Enum value;
  std::string_view name;
  std::string_view doc;
};

/// Returns all values of an enum in its order. It is specialised next to each enum; a new value is
/// one more line there.
template <typename Enum>
std::span<const Name<Enum>> names();

/// Returns the name of a value, "unknown" where it has none.
template <typename Enum>
std::string_view name_of(Enum value) {
  for (const Name<Enum>& each : names<Enum>())
    if (each.value == value) return each.name;
  return "unknown";
}

/// Returns the value of that name, or nothing.
template <typename Enum>
std::optional<Enum> value_of(std::string_view name) {
  for (const Name<Enum>& each : names<Enum>())
    if (each.name == name) return each.value;
  return std::nullopt;
}

/// Returns the names of all values in the order of the enum.
template <typename Enum>
std::vector<std::string> name_list() {
  std::vector<std::string> list;
  for (const Name<Enum>& each : names<Enum>()) list.emplace_back(each.name);
  return list;
}

}  // namespace perpend
