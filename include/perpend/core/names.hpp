// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perpend {

/// A value of an enum as users write it, and what it means.
template <typename Enum>
struct Name {
  Enum value;
  std::string_view name;
  std::string_view doc;
};

/// All values of an enum in its order. Specialised where the enum is at home; a new value is one
/// more line there.
template <typename Enum>
std::span<const Name<Enum>> names();

template <typename Enum>
std::string_view name_of(Enum value) {
  for (const Name<Enum>& each : names<Enum>())
    if (each.value == value) return each.name;
  return "unknown";
}

template <typename Enum>
std::optional<Enum> value_of(std::string_view name) {
  for (const Name<Enum>& each : names<Enum>())
    if (each.name == name) return each.value;
  return std::nullopt;
}

/// The names alone, in order.
template <typename Enum>
std::vector<std::string> name_list() {
  std::vector<std::string> list;
  for (const Name<Enum>& each : names<Enum>()) list.emplace_back(each.name);
  return list;
}

}  // namespace perpend
