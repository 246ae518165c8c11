// SPDX-License-Identifier: Apache-2.0
#include "io/robot/assembly/xml_element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/format/decimal.hpp"

namespace perpend::io {
namespace {

bool read_number(std::string_view& text, double& out) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  if (!take_decimal(text, out) || !std::isfinite(out)) return false;
  return text.empty() || kBlanks.find(text[0]) != std::string_view::npos;
}

}  // namespace

Place XmlElement::place_of(const XmlNode& part) const {
  const std::string own = owner.empty() ? part.name : fmt::format("{}: {}", owner, part.name);
  return {file, part.line, own};
}

bool XmlElement::read_numbers(std::string_view text, std::span<double> out,
                              std::string_view expected) const {
  std::string_view rest = text;
  bool all = std::ranges::all_of(out, [&](double& number) { return read_number(rest, number); });
  all = all && rest.find_first_not_of(" \t\r\n") == std::string_view::npos;
  if (!all)
    assembly.fault(place(), fmt::format("found \"{}\"", text),
                   fmt::format("expected {}", expected));
  return all;
}

bool XmlElement::attribute(std::string_view key, double& out) const {
  const std::string* text = node.attribute(key);
  double value = out;
  if (!text || !read_numbers(*text, std::span(&value, 1), fmt::format("a number as {}", key)))
    return false;
  out = value;
  return true;
}

bool XmlElement::attribute(std::string_view key, Eigen::Vector3d& out) const {
  const std::string* text = node.attribute(key);
  Eigen::Vector3d value = out;
  if (!text ||
      !read_numbers(*text, std::span(value.data(), 3), fmt::format("three numbers as {}", key)))
    return false;
  out = value;
  return true;
}

bool XmlElement::need(std::string_view key, double& out) const {
  if (node.attribute(key)) return attribute(key, out);
  assembly.fault(place(), fmt::format("has no {}", key), "expected a number");
  return false;
}

std::string XmlElement::need_text(std::string_view key) const {
  if (const std::string* text = node.attribute(key); text && !text->empty()) return *text;
  assembly.fault(place(), fmt::format("has no {}", key));
  return {};
}

void list_others(const XmlElement& at, std::initializer_list<std::string_view> known) {
  for (const XmlNode& child : at.node.children)
    if (std::ranges::find(known, child.name) == known.end())
      at.assembly.note(at.place_of(child), "is not done");
}

Eigen::Quaterniond roll_pitch_yaw(const Eigen::Vector3d& angles) {
  using Eigen::AngleAxisd, Eigen::Vector3d;
  return Eigen::Quaterniond(AngleAxisd(angles.z(), Vector3d::UnitZ()) *
                            AngleAxisd(angles.y(), Vector3d::UnitY()) *
                            AngleAxisd(angles.x(), Vector3d::UnitX()));
}

}  // namespace perpend::io
