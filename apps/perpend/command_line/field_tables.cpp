// SPDX-License-Identifier: Apache-2.0
#include "command_line/field_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "perpend/sim/option_fields.hpp"
#include "perpend/sim/report_fields.hpp"

namespace perpend::app {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
std::vector<std::string> choices() {
  if constexpr (std::is_same_v<T, ContactLaw>)
    return name_list<ContactLaw::Kind>();
  else if constexpr (std::is_enum_v<T>)
    return name_list<T>();
  else
    return {};
}

// Describes the values that the key accepts.
template <typename T>
std::string takes(const OptionField<SimulationOptions, T>& field) {
  if constexpr (std::is_same_v<T, bool>) return "`true`, `false`";
  if constexpr (std::is_same_v<T, SpringDamper>) {
    std::vector<std::string> parts;
    for_each_relaxation_field([&](const auto& part) {
      parts.push_back(fmt::format("\"{}\": {}", part.name, part.unit));
    });
    return fmt::format("`{{{}}}`", fmt::join(parts, ", "));
  }
  if constexpr (std::is_same_v<T, ContactLaw>) return "a law (`perpend list --laws`)";
  if constexpr (std::is_same_v<T, lcp::Method>) return "a solver (`perpend list --solvers`)";
  const std::vector<std::string> names = choices<T>();
  return names.empty() ? to_string(field.range) : fmt::format("`{}`", fmt::join(names, "`, `"));
}

std::string with_unit(std::string_view doc, std::string_view unit) {
  return unit.empty() ? std::string(doc) : fmt::format("{} ({})", doc, unit);
}

// Escapes vertical bars, which would end the cell.
std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.insert(at, "\\");
  return text;
}

template <typename T>
void add_range(const OptionField<SimulationOptions, T>& field, Json& object) {
  const auto [least, most, above] = field.range;
  if (!std::isinf(least)) object["least"] = static_cast<T>(least);
  if (most < std::numeric_limits<double>::max()) object["most"] = static_cast<T>(most);
  if (above) object["above_least"] = true;
}

Json json_of(const SpringDamper& spring) {
  Json object;
  for_each_relaxation_field(
      [&](const auto& part) { object[std::string(part.name)] = spring.*part.member; });
  return object;
}

Json json_of(double value) {
  return value;
}
Json json_of(int value) {
  return value;
}
Json json_of(bool value) {
  return value;
}
template <typename Named>
Json json_of(const Named& value) {
  return to_text(value);
}

Json solvers_of(const MethodSet& methods) {
  Json list = Json::array();
  for (const auto& method : names<lcp::Method>())
    if (methods.contains(method.value)) list.push_back(method.name);
  return list;
}

}  // namespace

std::string option_table() {
  const SimulationOptions defaults;
  std::string text = "| key | what | takes | default |\n|---|---|---|---|\n";
  for_each_option([&](const auto& field) {
    text +=
        fmt::format("| `{}` | {} | {} | {} |\n", field.name, cell(with_unit(field.doc, field.unit)),
                    takes(field), to_text(defaults.*field.member));
  });
  return text;
}

std::string report_table() {
  std::string text = "| column | unit | of several steps | what |\n|---|---|---|---|\n";
  for (const ReportField& field : report_fields())
    text += fmt::format("| `{}` | {} | {} | {} |\n", field.name, field.unit, to_string(field.steps),
                        cell(field.doc));
  return text;
}

std::string law_table() {
  std::string text = "| law | what |\n|---|---|\n";
  for (const auto& law : names<ContactLaw::Kind>())
    text += fmt::format("| `{}` | {} |\n", law.name, law.doc);
  return text;
}

std::string solver_table() {
  std::string text = "| solver | LCP, boxed | contact | what |\n|---|---|---|---|\n";
  for (const auto& method : names<lcp::Method>())
    text += fmt::format("| `{}` | {} | {} | {} |\n", method.name,
                        lcp::supports(method.value, lcp::ProblemKind::boxed) ? "yes" : "-",
                        lcp::supports(method.value, lcp::ProblemKind::contact) ? "yes" : "-",
                        method.doc);
  return text;
}

Json options_json(const SimulationOptions& options) {
  Json object = Json::object();
  for_each_option(
      [&](const auto& field) { object[std::string(field.name)] = json_of(options.*field.member); });
  return object;
}

Json report_json(const MergedReport& report) {
  Json object = Json::object();
  for (std::size_t i = 0; i < report.values().size(); ++i) {
    const ReportField& field = report_fields()[i];
    const double value = report.values()[i];
    object[field.name] = field.is_count() ? Json(static_cast<std::int64_t>(value)) : Json(value);
  }
  return object;
}

Json option_list() {
  const SimulationOptions defaults;
  Json rows = Json::array();
  for_each_option([&]<typename T>(const OptionField<SimulationOptions, T>& field) {
    Json row = {{"name", field.name}, {"unit", field.unit}, {"doc", field.doc}};
    row["default"] = json_of(defaults.*field.member);
    if (const auto names = choices<T>(); !names.empty()) row["choices"] = names;
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) add_range(field, row);
    rows.push_back(row);
  });
  return rows;
}

Json report_list() {
  Json rows = Json::array();
  for (const ReportField& field : report_fields())
    rows.push_back({{"name", field.name},
                    {"unit", field.unit},
                    {"is_count", field.is_count()},
                    {"steps", to_string(field.steps)},
                    {"halves", to_string(field.halves)},
                    {"doc", field.doc}});
  return rows;
}

Json law_list() {
  Json rows = Json::array();
  for (const auto& law : names<ContactLaw::Kind>()) {
    Json row = {{"name", law.name}, {"doc", law.doc}};
    row["solvers"] = solvers_of(methods_of(law.value));
    row["solvers_in_space"] = solvers_of(methods_of(law.value, true));
    rows.push_back(row);
  }
  return rows;
}

Json solver_list() {
  Json rows = Json::array();
  for (const auto& method : names<lcp::Method>())
    rows.push_back({{"name", method.name},
                    {"boxed", lcp::supports(method.value, lcp::ProblemKind::boxed)},
                    {"contact", lcp::supports(method.value, lcp::ProblemKind::contact)},
                    {"needs_symmetry", lcp::needs_symmetry(method.value)},
                    {"doc", method.doc}});
  return rows;
}

}  // namespace perpend::app
