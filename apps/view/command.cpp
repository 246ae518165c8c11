// SPDX-License-Identifier: Apache-2.0
#include "view/command.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "perpend/core/error.hpp"

namespace perpend::view {
namespace {

using nlohmann::json;

// Larger numbers are neither positions in a scene nor forces of a hand.
constexpr double kLargest = 1e9;

const json& member(const json& of, const char* key) {
  const auto found = of.find(key);
  require(found != of.end(), key, "given", "nothing");
  return *found;
}

std::string shown(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_array() ? fmt::format("{} of them", value.size()) : value.type_name();
}

double number(const json& value, const char* key) {
  require(value.is_number(), key, "a number", shown(value));
  const double read = value.get<double>();
  require(std::isfinite(read) && std::abs(read) <= kLargest, key, "finite and at most 1e9", read);
  return read;
}

double number_of(const json& of, const char* key) {
  return number(member(of, key), key);
}

int index_of(const json& of, const char* key) {
  const double value = number_of(of, key);
  require(value >= 0 && value == std::floor(value), key, "a whole number from 0", value);
  return static_cast<int>(value);
}

bool flag_of(const json& of, const char* key) {
  if (!of.contains(key)) return false;
  require(of[key].is_boolean(), key, "true or false", of[key].type_name());
  return of[key].get<bool>();
}

std::optional<double> optional_of(const json& of, const char* key) {
  return of.contains(key) ? std::optional(number_of(of, key)) : std::nullopt;
}

Eigen::Vector3d vector_of(const json& of, const char* key) {
  const json& values = member(of, key);
  require(values.is_array() && values.size() == 3, key, "three numbers", shown(values));
  return {number(values[0], key), number(values[1], key), number(values[2], key)};
}

std::string text_of(const json& of, const char* key) {
  const json& value = member(of, key);
  require(value.is_string(), key, "text", value.type_name());
  return value.get<std::string>();
}

int steps_of(const json& of) {
  constexpr double kMost = 1000;
  const double count = of.contains("count") ? number_of(of, "count") : 1;
  require(std::abs(count) <= kMost && count == std::floor(count), "count",
          "a whole number from -1000 to 1000", count);
  return static_cast<int>(count);
}

using Reader = Command (*)(const json&);
constexpr std::array<std::pair<std::string_view, Reader>, 16> kReaders{{
    {"run", [](const json&) -> Command { return Run{true}; }},
    {"pause", [](const json&) -> Command { return Run{false}; }},
    {"step", [](const json& o) -> Command { return Step{steps_of(o)}; }},
    {"reset", [](const json&) -> Command { return Reset{}; }},
    {"reload", [](const json&) -> Command { return Reload{}; }},
    {"speed", [](const json& o) -> Command { return Speed{number_of(o, "factor")}; }},
    {"grab",
     [](const json& o) -> Command {
       return Grab{index_of(o, "body"), vector_of(o, "point"), vector_of(o, "target"),
                   flag_of(o, "rigid")};
     }},
    {"drag", [](const json& o) -> Command { return Drag{vector_of(o, "target")}; }},
    {"release", [](const json&) -> Command { return Release{}; }},
    {"gravity", [](const json& o) -> Command { return Gravity{vector_of(o, "value")}; }},
    {"friction",
     [](const json& o) -> Command {
       return Friction{index_of(o, "a"), index_of(o, "b"), number_of(o, "mu")};
     }},
    {"option",
     [](const json& o) -> Command {
       return SetOption{text_of(o, "name"), text_of(o, "value")};
     }},
    {"motor",
     [](const json& o) -> Command {
       return SetMotor{index_of(o, "joint"), index_of(o, "coordinate"), optional_of(o, "target"),
                       optional_of(o, "max_force")};
     }},
    {"control",
     [](const json& o) -> Command {
       return SetControl{index_of(o, "actuator"), number_of(o, "value")};
     }},
    {"add",
     [](const json& o) -> Command {
       const json& body = member(o, "body");
       require(body.is_object(), "body", "a JSON object", body.type_name());
       return AddBody{body.dump()};
     }},
    {"remove", [](const json& o) -> Command { return RemoveBody{index_of(o, "body")}; }},
}};

}  // namespace

Command parse_command(std::string_view text) {
  const json object = json::parse(text, nullptr, false);
  require(object.is_object(), "command", "a JSON object", object.type_name());
  const std::string name = text_of(object, "do");
  for (const auto& [known, read] : kReaders)
    if (known == name) return read(object);
  throw InvalidArgument("do",
                        "run, pause, step, reset, reload, speed, grab, drag, release, "
                        "gravity, friction, option, motor, control, add or remove",
                        name.substr(0, 40));
}

}  // namespace perpend::view
