// SPDX-License-Identifier: Apache-2.0
#include "io/scene/scene_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "io/scene/scene_parts.hpp"

namespace perpend::io {
namespace {

const study::Parameter* find(const std::vector<study::Parameter>& known, std::string_view name) {
  const auto at = std::find_if(known.begin(), known.end(), [&](const study::Parameter& parameter) {
    return parameter.name == name;
  });
  return at == known.end() ? nullptr : &*at;
}

std::vector<std::string> names_of(const std::vector<study::Parameter>& parameters) {
  std::vector<std::string> names;
  for (const study::Parameter& parameter : parameters) names.push_back(parameter.name);
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

// Returns the value of a parameter, or of sin or cos of one (rad).
std::optional<double> named_value(std::string_view text,
                                  const std::vector<study::Parameter>& known) {
  const bool sine = text.starts_with("sin(") && text.ends_with(')');
  const bool cosine = text.starts_with("cos(") && text.ends_with(')');
  const study::Parameter* parameter =
      find(known, sine || cosine ? text.substr(4, text.size() - 5) : text);
  if (!parameter) return std::nullopt;
  return sine ? std::sin(parameter->value) : cosine ? std::cos(parameter->value) : parameter->value;
}

// Reads the number or named value at the start of `text` and removes it. Infinities and NaN have no
// digits and count as names.
std::optional<double> take_operand(std::string_view& text,
                                   const std::vector<study::Parameter>& known) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && std::isfinite(number)) {
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
  }
  const std::size_t length = std::min(text.find_first_of("+-*/"), text.size());
  const std::optional<double> value = named_value(text.substr(0, length), known);
  text.remove_prefix(length);
  return value;
}

std::vector<study::Parameter> read_parameters(const JsonNode& root, FaultList& faults) {
  std::vector<study::Parameter> parameters;
  const JsonNode* node = root.find("parameters");
  if (!node) return parameters;
  JsonObject object(*node, "parameters", faults);
  for (std::size_t i = 0; i < node->keys.size(); ++i) {
    parameters.push_back({node->keys[i], 0.0});
    check_name(node->items[i], "parameters", node->keys[i], faults);
    read_value(node->items[i], object.path(node->keys[i]), faults, parameters.back().value);
  }
  return parameters;
}

void override_values(const std::vector<study::Parameter>& overrides, const JsonNode& root,
                     std::vector<study::Parameter>& parameters, FaultList& faults) {
  const std::vector<std::string> names = names_of(parameters);
  std::set<std::string_view> given;
  for (const study::Parameter& changed : overrides) {
    const auto at = std::find(names.begin(), names.end(), changed.name);
    if (at == names.end())
      faults.add(root, "parameters", fmt::format("there is none named \"{}\"", changed.name),
                 names.empty() ? "the scene has none" : name_hint(changed.name, names));
    else if (study::Parameter& own = parameters[static_cast<std::size_t>(at - names.begin())];
             given.insert(changed.name).second)
      own.value = changed.value;
    else
      faults.add(root, "parameters." + own.name,
                 fmt::format("is set twice, to {} and {}", own.value, changed.value));
  }
}

// Prefix of a text that is taken as it is, without substitution.
constexpr std::string_view kLiteral = "$$";

void substitute(JsonNode& node, const std::vector<study::Parameter>& known, FaultList& faults) {
  for (JsonNode& item : node.items) substitute(item, known, faults);
  if (node.kind != JsonKind::string || node.literal) return;
  if (node.text.starts_with(kLiteral)) {
    node.text.erase(0, kLiteral.size());
    node.literal = true;
    return;
  }
  if (!node.text.starts_with('$')) {
    node.text = fill_name(node.text, known);
    return;
  }
  const std::string_view text = std::string_view(node.text).substr(1);
  const std::optional<double> value = evaluate(text, known);
  if (!value)
    faults.add(node, node.text, "is no parameter, nor an expression of them",
               known.empty()
                   ? "the scene has no parameters"
                   : name_hint(text.substr(0, text.find_first_of("+-*/")), names_of(known)));
  // The node becomes a number even if its value is unknown, since one fault is enough.
  node.kind = JsonKind::number;
  node.number = value.value_or(1.0);
}

}  // namespace

std::optional<double> evaluate(std::string_view text, const std::vector<study::Parameter>& known) {
  // A number alone is not an expression, because a file would write it without quotes.
  if (!named_value(text.substr(0, text.find_first_of("+-*/")), known)) return std::nullopt;
  std::optional<double> value = 0.0;
  char operation = '+';
  while (value) {
    const std::optional<double> right = take_operand(text, known);
    value = right ? apply(*value, operation, *right) : std::nullopt;
    if (text.empty()) return value;
    operation = text.front();
    text.remove_prefix(1);
  }
  return value;
}

std::string fill_name(std::string_view text, const std::vector<study::Parameter>& known) {
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

std::vector<study::Parameter> substitute_parameters(JsonNode& root,
                                                    const std::vector<study::Parameter>& overrides,
                                                    FaultList& faults) {
  std::vector<study::Parameter> parameters = read_parameters(root, faults);
  override_values(overrides, root, parameters, faults);
  substitute(root, parameters, faults);
  return parameters;
}

}  // namespace perpend::io
