// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "io/format/xml_node.hpp"
#include "io/robot/assembly.hpp"

namespace perpend::io {

/// An element of a robot file with what its faults need: file, line and the words for it.
struct XmlElement {
  const XmlNode& node;
  const std::string& file;
  Assembly& assembly;
  std::string owner = {};  ///< such as `link "wheel"`, before the element's own name; may be empty

  Place place() const { return place_of(node); }
  Place place_of(const XmlNode& part) const;
  /// A child as an element of the same owner.
  XmlElement at(const XmlNode& part) const { return {part, file, assembly, owner}; }

  /// As many numbers as `out` has; `expected` says which. A fault where they are others.
  bool read_numbers(std::string_view text, std::span<double> out, std::string_view expected) const;
  /// Numbers of an attribute, where it is there.
  bool attribute(std::string_view key, double& out) const;
  bool attribute(std::string_view key, Eigen::Vector3d& out) const;
  /// As attribute(), but it must be there.
  bool need(std::string_view key, double& out) const;
  /// The words of an attribute that must be there; empty with a fault where it is not.
  std::string need_text(std::string_view key) const;
};

/// Notes every child that is none of `known`.
void list_others(const XmlElement& at, std::initializer_list<std::string_view> known);

/// Rotation about the fixed axes x, y, z by roll, pitch and yaw, in this order.
Eigen::Quaterniond roll_pitch_yaw(const Eigen::Vector3d& angles);

/// "#rrggbb" of red, green, blue from 0 to 1.
std::string color_text(const Eigen::Vector3d& rgb);

}  // namespace perpend::io
