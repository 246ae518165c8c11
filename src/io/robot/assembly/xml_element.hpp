// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "io/format/xml_node.hpp"
#include "io/robot/assembly/assembly.hpp"

namespace perpend::io {

/// An element of a robot file with the data for its faults: file, line and description.
struct XmlElement {
  const XmlNode& node;
  const std::string& file;
  Assembly& assembly;
  std::string owner = {};  ///< prefix of the element's name, such as `link "wheel"`; may be empty

  Place place() const { return place_of(node); }
  Place place_of(const XmlNode& part) const;
  /// Returns a child as an element of the same owner.
  XmlElement at(const XmlNode& part) const { return {part, file, assembly, owner}; }

  /// Reads exactly as many numbers as `out` has, else reports a fault; `expected` describes them.
  bool read_numbers(std::string_view text, std::span<double> out, std::string_view expected) const;
  /// Reads the numbers of an attribute; returns false if it is missing or invalid.
  bool attribute(std::string_view key, double& out) const;
  bool attribute(std::string_view key, Eigen::Vector3d& out) const;
  /// Works as attribute(), but reports a missing attribute.
  bool need(std::string_view key, double& out) const;
  /// Returns the text of a required attribute; empty, after a fault, if it is missing.
  std::string need_text(std::string_view key) const;
};

/// Notes every child that is not among `known`.
void list_others(const XmlElement& at, std::initializer_list<std::string_view> known);

/// Returns the rotation about the fixed axes x, y, z by roll, pitch and yaw, in this order.
Eigen::Quaterniond roll_pitch_yaw(const Eigen::Vector3d& angles);

}  // namespace perpend::io
