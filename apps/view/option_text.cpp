// SPDX-License-Identifier: Apache-2.0
#include "view/option_text.hpp"

#include <algorithm>
#include <charconv>
#include <type_traits>

#include "perpend/core/error.hpp"
#include "perpend/sim/option_fields.hpp"

namespace perpend::view {
namespace {

using nlohmann::json;

template <typename T>
T read_number(std::string_view name, const std::string& text) {
  T value{};
  const char* const end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, value);
  require(error == std::errc{} && read_to == end, name, "a number", text);
  return value;
}

template <typename T>
T read(std::string_view name, const std::string& text) {
  if constexpr (std::is_same_v<T, bool>) {
    require(text == "true" || text == "false", name, "true or false", text);
    return text == "true";
  } else if constexpr (std::is_arithmetic_v<T>) {
    return read_number<T>(name, text);
  } else {
    const auto value = [&] {
      if constexpr (std::is_same_v<T, ContactLaw>)
        return law_from_name(text);
      else if constexpr (std::is_same_v<T, lcp::Method>)
        return lcp::method_from_name(text);
      else
        return value_of<T>(text);
    }();
    require(value.has_value(), name, "one of its names", text);
    return *value;
  }
}

template <typename T>
std::string text_of(const T& value) {
  if constexpr (std::is_same_v<T, lcp::Method>)
    return std::string(to_string(value));
  else
    return to_text(value);
}

// Threads and time budgets belong to the machine that serves, so pages do not show them.
bool is_shown(std::string_view name) {
  return name != "threads" && name != "budget_ms";
}

template <typename T>
json choices(const SimulationOptions& options, bool in_space) {
  json list = json::array();
  if constexpr (std::is_same_v<T, ContactLaw>) {
    for (const ContactLaw& law : all_laws()) list.push_back(to_string(law));
    const std::string now = to_string(options.law);
    if (std::find(list.begin(), list.end(), json(now)) == list.end()) list.push_back(now);
  } else if constexpr (std::is_same_v<T, lcp::Method>) {
    const MethodSet solving = methods_of(options.law, in_space);
    for (const lcp::Method method : lcp::all_methods())
      if (solving.contains(method)) list.push_back(to_string(method));
  } else if constexpr (std::is_same_v<T, bool>) {
    list = {"false", "true"};
  } else if constexpr (std::is_enum_v<T>) {
    for (const std::string& name : name_list<T>()) list.push_back(name);
  }
  return list;
}

// Replaces a solver that cannot solve the law by the default one.
void fit_solver(SimulationOptions& options) {
  if (!methods_of(options.law).contains(options.solver)) options.solver = lcp::Method::automatic;
}

}  // namespace

void set_option(SimulationOptions& options, const std::string& name, const std::string& value) {
  bool known = false;
  SimulationOptions changed = options;
  for_each_option([&](const auto& field) {
    using T = std::remove_cvref_t<decltype(changed.*field.member)>;
    if constexpr (!std::is_same_v<T, SpringDamper>) {
      if (field.name != name || !is_shown(name)) return;
      changed.*field.member = read<T>(field.name, value);
      known = true;
    }
  });
  require(known, "name", "an option", name.substr(0, 40));
  if (name == "law") fit_solver(changed);
  validate(changed);
  options = changed;
}

json options_json(const SimulationOptions& options, bool in_space) {
  json list = json::array();
  for_each_option([&](const auto& field) {
    using T = std::remove_cvref_t<decltype(options.*field.member)>;
    if constexpr (!std::is_same_v<T, SpringDamper>) {
      if (!is_shown(field.name)) return;
      list.push_back({{"name", field.name},
                      {"value", text_of(options.*field.member)},
                      {"unit", field.unit},
                      {"doc", field.doc},
                      {"choices", choices<T>(options, in_space)}});
    }
  });
  return list;
}

}  // namespace perpend::view
