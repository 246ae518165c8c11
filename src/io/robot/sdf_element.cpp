// SPDX-License-Identifier: Apache-2.0
#include "io/robot/sdf_element.hpp"

#include <fmt/format.h>

#include <array>
#include <numbers>

#include "core/infinity.hpp"

namespace perpend::io {

bool read_child(const XmlElement& at, std::string_view key, double& out) {
  const XmlNode* node = at.node.child(key);
  double value = out;
  if (!node || !at.at(*node).read_numbers(node->text, std::span(&value, 1), "a number"))
    return false;
  out = value;
  return true;
}

bool read_child(const XmlElement& at, std::string_view key, Eigen::Vector3d& out) {
  const XmlNode* node = at.node.child(key);
  Eigen::Vector3d value = out;
  if (!node || !at.at(*node).read_numbers(node->text, std::span(value.data(), 3), "three numbers"))
    return false;
  out = value;
  return true;
}

bool read_child(const XmlElement& at, std::string_view key, bool& out) {
  const std::string text = child_text(at, key);
  if (text.empty()) return false;
  out = is_true(text);
  return true;
}

bool read_bound(const XmlElement& at, std::string_view key, double& out) {
  const std::string text = child_text(at, key);
  const bool below = text == "-inf" || text == "-Inf" || text == "-INF";
  const bool above = text == "inf" || text == "+inf" || text == "Inf" || text == "INF";
  if (!below && !above) return read_child(at, key, out);
  out = below ? -kInfinity : kInfinity;
  return true;
}

std::string child_text(const XmlElement& at, std::string_view key) {
  const XmlNode* node = at.node.child(key);
  return node ? node->text : std::string();
}

std::string end_text(const XmlElement& joint, std::string_view key) {
  const XmlNode* link = descendant(joint.node, {key, "link"});
  return link ? link->text : child_text(joint, key);
}

const XmlNode* descendant(const XmlNode& node, std::initializer_list<std::string_view> path) {
  const XmlNode* at = &node;
  for (const std::string_view key : path)
    if (at) at = at->child(key);
  return at;
}

spatial::Pose read_sdf_pose(const XmlElement& at) {
  const XmlNode* node = at.node.child("pose");
  if (!node || node->text.empty()) return {};
  const XmlElement pose = at.at(*node);
  const std::string* format = node->attribute("rotation_format");
  if (format && *format == "quat_xyzw") {
    std::array<double, 7> n{};
    if (!pose.read_numbers(node->text, n, "x y z and a quaternion x y z w")) return {};
    return {{n[0], n[1], n[2]}, Eigen::Quaterniond(n[6], n[3], n[4], n[5]).normalized()};
  }
  std::array<double, 6> n{};
  if (!pose.read_numbers(node->text, n, "x y z roll pitch yaw")) return {};
  Eigen::Vector3d angles(n[3], n[4], n[5]);
  if (const std::string* degrees = node->attribute("degrees"); degrees && is_true(*degrees))
    angles *= std::numbers::pi / 180;
  return {{n[0], n[1], n[2]}, roll_pitch_yaw(angles)};
}

LinkDrive read_sdf_drive(const XmlElement& axis) {
  constexpr double kNone = 1e16;  // SDF's value for no limit
  LinkDrive drive;
  list_others(axis, {"xyz", "limit", "dynamics", "use_parent_model_frame", "mimic"});
  if (const XmlNode* node = axis.node.child("limit")) {
    const XmlElement limit = axis.at(*node);
    double lower = -kNone, upper = kNone, effort = -1, speed = -1;
    read_bound(limit, "lower", lower);
    read_bound(limit, "upper", upper);
    if (lower > -kNone) drive.lo = lower;
    if (upper < kNone) drive.hi = upper;
    if (lower > upper)
      axis.assembly.fault(limit.place(),
                          fmt::format("lower = {} is above upper = {}", lower, upper));
    if (read_bound(limit, "effort", effort) && effort > 0 && effort < kNone) drive.effort = effort;
    if (read_bound(limit, "velocity", speed) && speed >= 0 && speed < kNone)
      axis.assembly.note(limit.place(), "velocity is not done: no joint has a largest speed");
    list_others(limit, {"lower", "upper", "effort", "velocity"});
  }
  if (const XmlNode* node = axis.node.child("dynamics")) {
    const XmlElement dynamics = axis.at(*node);
    read_child(dynamics, "damping", drive.damping);
    read_child(dynamics, "friction", drive.friction);
    read_child(dynamics, "spring_stiffness", drive.stiffness);
    read_child(dynamics, "spring_reference", drive.rest);
    list_others(dynamics, {"damping", "friction", "spring_stiffness", "spring_reference"});
  }
  return drive;
}

}  // namespace perpend::io
