// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "names.hpp"
#include "perpend/core/result.hpp"
#include "perpend/sim/option_fields.hpp"
#include "values.hpp"

namespace nb = nanobind;

namespace perpend::python {
namespace {

template <typename T>
nb::object to_python(const T& value) {
  if constexpr (std::is_enum_v<T>)
    return nb::cast(std::string(name_of(value)));
  else if constexpr (std::is_same_v<T, ContactLaw>)
    return nb::cast(to_string(value));
  else
    return nb::cast(value);
}

nb::object to_python(const SpringDamper& spring) {
  nb::dict parts;
  for_each_relaxation_field([&](const auto& field) {
    parts[nb::str(field.name.data(), field.name.size())] = spring.*field.member;
  });
  return parts;
}

template <typename T>
bool take(nb::handle value, T& into) {
  return (std::is_same_v<T, bool> || !is_truth_value(value)) && nb::try_cast(value, into);
}

// Reads a number; NumPy's numbers are accepted too, and whole ones for a double.
template <typename T>
void read(std::string_view name, nb::handle value, T& into) {
  if (!take(value, into)) {
    const char* expected = std::is_same_v<T, bool>  ? "True or False"
                           : std::is_same_v<T, int> ? "a whole number"
                                                    : "a number";
    throw InvalidArgument(name, expected, shown(value));
  }
}

template <typename Enum>
requires std::is_enum_v<Enum>
void read(std::string_view name, nb::handle value, Enum& into) {
  const std::string word = shown(value);
  const auto found = value_of<Enum>(word);
  if (!found) throw InvalidArgument(name, one_of(name_list<Enum>(), word), word);
  into = *found;
}

void read(std::string_view name, nb::handle value, ContactLaw& into) {
  const std::string word = shown(value), kind = word.substr(0, word.find_first_of("(:"));
  const auto found = law_from_name(word);
  if (!found && value_of<ContactLaw::Kind>(kind))
    throw InvalidArgument(name, "such as polyhedral(16,rotated), phantom(4,rho=0.1), box", word);
  if (!found) throw InvalidArgument(name, one_of(name_list<ContactLaw::Kind>(), kind), word);
  into = *found;
}

void read(std::string_view name, nb::handle value, SpringDamper& into) {
  nb::dict parts;
  if (!nb::try_cast(value, parts))
    throw InvalidArgument(name, "a dict with stiffness and damping", shown(value));
  for (const auto& [key, part] : parts) {
    bool known = false;
    for_each_relaxation_field([&](const auto& field) {
      if (shown(key) != field.name) return;
      known = true;
      read(field.name, part, into.*field.member);
    });
    if (!known) throw InvalidArgument(name, "stiffness and damping", shown(key));
  }
}

// Names that other engines give to options.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kElsewhere{
    {{"timestep", "dt"},
     {"time_step", "dt"},
     {"cone", "law"},
     {"integrator", "stepper"},
     {"num_threads", "threads"}}};

[[noreturn]] void refuse_unknown(const std::string& name) {
  std::vector<std::string> known;
  for_each_option([&](const auto& field) { known.emplace_back(field.name); });
  const auto same = std::ranges::find(kElsewhere, std::string_view(name),
                                      &std::pair<std::string_view, std::string_view>::first);
  if (same == kElsewhere.end()) throw InvalidArgument("option", one_of(known, name), name);
  throw InvalidArgument(
      "option", one_of(known, "") + " (did you mean '" + std::string(same->second) + "'?)", name);
}

}  // namespace

nb::dict to_dict(const SimulationOptions& options) {
  nb::dict values;
  for_each_option([&](const auto& field) {
    values[nb::str(field.name.data(), field.name.size())] = to_python(options.*field.member);
  });
  return values;
}

SimulationOptions changed(SimulationOptions options, const nb::dict& values) {
  for (const auto& [key, value] : values) {
    const std::string name = shown(key);
    bool known = false;
    for_each_option([&, given = value](const auto& field) {
      if (name != field.name) return;
      known = true;
      read(field.name, given, options.*field.member);
    });
    if (!known) refuse_unknown(name);
  }
  validate(options);
  return options;
}

}  // namespace perpend::python
