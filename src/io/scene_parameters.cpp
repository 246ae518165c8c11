// SPDX-License-Identifier: Apache-2.0
#include "io/scene_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace perpend::io {
namespace {

const Parameter* find(const std::vector<Parameter>& known, std::string_view name) {
  const auto at = std::find_if(known.begin(), known.end(),
                               [&](const Parameter& parameter) { return parameter.name == name; });
  return at == known.end() ? nullptr : &*at;
}

std::vector<std::string> names_of(const std::vector<Parameter>& parameters) {
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters) names.push_back(parameter.name);
  return names;
}

std::optional<double> apply(double left, char operation, double right) {
  switch (operation) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    default:
      return std::nullopt;
  }
}

std::vector<Parameter> read_parameters(const JsonNode& root, FaultList& faults) {
  std::vector<Parameter> parameters;
  const JsonNode* node = root.find("parameters");
  if (!node) return parameters;
  JsonObject object(*node, "parameters", faults);
  for (const std::string& name : node->keys) {
    parameters.push_back({name, 0.0});
    object.read(name, parameters.back().value);
  }
  return parameters;
}

void override_values(const std::vector<Parameter>& overrides, const JsonNode& root,
                     std::vector<Parameter>& parameters, FaultList& faults) {
  const std::vector<std::string> names = names_of(parameters);
  for (const Parameter& changed : overrides) {
    const auto at = std::find(names.begin(), names.end(), changed.name);
    if (at != names.end())
      parameters[static_cast<std::size_t>(at - names.begin())].value = changed.value;
    else
      faults.add(root, "parameters", fmt::format("there is none named \"{}\"", changed.name),
                 names.empty() ? "the scene has none" : name_hint(changed.name, names));
  }
}

void substitute(JsonNode& node, const std::vector<Parameter>& known, FaultList& faults) {
  for (JsonNode& item : node.items) substitute(item, known, faults);
  if (node.kind != JsonKind::string) return;
  if (!node.text.starts_with('$')) {
    node.text = fill_name(node.text, known);
    return;
  }
  const std::string_view text = std::string_view(node.text).substr(1);
  if (const std::optional<double> value = evaluate(text, known)) {
    node.kind = JsonKind::number;
    node.number = *value;
  } else {
    faults.add(node, node.text, "is no parameter, nor one joined with a number by + - * /",
               known.empty()
                   ? "the scene has no parameters"
                   : name_hint(text.substr(0, text.find_first_of("+-*/")), names_of(known)));
  }
}

}  // namespace

std::optional<double> evaluate(std::string_view text, const std::vector<Parameter>& known) {
  const std::size_t at = std::min(text.find_first_of("+-*/"), text.size());
  const Parameter* parameter = find(known, text.substr(0, at));
  if (!parameter) return std::nullopt;
  if (at == text.size()) return parameter->value;
  double right = 0.0;
  const char* end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data() + at + 1, end, right);
  if (error != std::errc{} || read_to != end) return std::nullopt;
  return apply(parameter->value, text[at], right);
}

std::string fill_name(std::string_view text, const std::vector<Parameter>& known) {
  std::string filled;
  while (!text.empty()) {
    const std::size_t open = text.find('{'), close = text.find('}', open);
    if (close == std::string_view::npos) break;
    const std::optional<double> value = evaluate(text.substr(open + 1, close - open - 1), known);
    filled += text.substr(0, open);
    if (value && *value == std::floor(*value))
      filled += fmt::format("{:.0f}", *value);
    else
      filled += text.substr(open, close - open + 1);
    text.remove_prefix(close + 1);
  }
  return filled.append(text);
}

std::vector<Parameter> substitute_parameters(JsonNode& root,
                                             const std::vector<Parameter>& overrides,
                                             FaultList& faults) {
  std::vector<Parameter> parameters = read_parameters(root, faults);
  override_values(overrides, root, parameters, faults);
  substitute(root, parameters, faults);
  return parameters;
}

}  // namespace perpend::io
