// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/option_fields.hpp"

#include <charconv>
#include <cmath>

namespace perpend {

std::string to_text(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string to_text(int value) {
  return std::to_string(value);
}

std::string to_text(bool value) {
  return value ? "true" : "false";
}

std::string to_text(const ContactLaw& law) {
  return to_string(law);
}

std::string to_text(const SpringDamper& spring) {
  if (spring == SpringDamper{}) return "hard";
  return "stiffness " + to_text(spring.stiffness) + ", damping " + to_text(spring.damping);
}

std::string to_string(const NumberRange& range) {
  if (range.most < std::numeric_limits<double>::max())
    return to_text(range.least) + " to " + to_text(range.most);
  const bool with_infinity = std::isinf(range.most);
  if (range.above && range.least == 0 && !with_infinity) return "positive and finite";
  return (with_infinity ? "" : "finite and ") + std::string(range.above ? "> " : ">= ") +
         to_text(range.least);
}

std::vector<std::string> changes(const SimulationOptions& from, const SimulationOptions& to) {
  std::vector<std::string> found;
  for_each_option([&](const auto& field) {
    if (from.*field.member == to.*field.member) return;
    found.push_back(std::string(field.name) + " " + to_text(from.*field.member) + " -> " +
                    to_text(to.*field.member));
  });
  return found;
}

}  // namespace perpend
