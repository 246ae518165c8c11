// SPDX-License-Identifier: Apache-2.0
// Reads URDF joints: ends, axis, limits, mimic.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/robot/urdf_reader.hpp"

namespace perpend::io {
namespace {

std::optional<LinkJointKind> kind_of(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, LinkJointKind>, 7> kKinds{
      {{"revolute", LinkJointKind::pin},
       {"continuous", LinkJointKind::pin},
       {"prismatic", LinkJointKind::prismatic},
       {"fixed", LinkJointKind::fixed},
       {"floating", LinkJointKind::free},
       {"planar", LinkJointKind::planar},
       {"spherical", LinkJointKind::spherical}}};  // not of URDF, but read by other programs
  for (const auto& [name, kind] : kKinds)
    if (name == type) return kind;
  return std::nullopt;
}

}  // namespace

int UrdfReader::read_end(const XmlNode& joint, const XmlElement& at, std::string_view key) {
  const XmlNode* node = joint.child(key);
  if (!node) {
    assembly_.fault(at.place(), fmt::format("has no {}", key), "expected the name of a link");
    return kNoLink;
  }
  const std::string name = at.at(*node).need_text("link");
  const int index = index_of(assembly_.links, name);
  if (index >= 0 || name.empty()) return index;
  std::vector<std::string> names;
  for (const Link& link : assembly_.links) names.push_back(link.name);
  const std::string_view nearest = nearest_name(name, names);
  assembly_.fault(at.place_of(*node), fmt::format("no link is named \"{}\"", name),
                  nearest.empty() ? "" : fmt::format("did you mean \"{}\"?", nearest));
  return kNoLink;
}

void UrdfReader::read_axis(const XmlElement& at, UrdfOrigin& origin) {
  const XmlNode* node = at.node.child("axis");
  if (!node || !at.at(*node).attribute("xyz", origin.axis)) return;
  if (origin.axis.norm() > 0)
    origin.axis.normalize();
  else
    assembly_.fault(at.place_of(*node), "has no direction");
}

void UrdfReader::read_drive(const XmlElement& at, LinkJoint& joint) {
  LinkDrive& drive = joint.drive;
  if (const XmlNode* node = at.node.child("dynamics")) {
    at.at(*node).attribute("damping", drive.damping);
    at.at(*node).attribute("friction", drive.friction);
    for (const double value : {drive.damping, drive.friction})
      if (value < 0)
        assembly_.fault(at.place_of(*node), fmt::format("is {}", value), "expected >= 0");
  }
  const bool bounded = at.node.attribute("type") && *at.node.attribute("type") != "continuous";
  const XmlNode* node = at.node.child("limit");
  if (!node) {
    if (bounded) assembly_.note(at.place(), "has no limit, which URDF asks for; it has none here");
    return;
  }
  const XmlElement limit = at.at(*node);
  double lower = 0, upper = 0, effort = 0, speed = 0;
  const bool given = limit.attribute("lower", lower) | limit.attribute("upper", upper);
  if (bounded && given && lower > upper)
    assembly_.fault(limit.place(), fmt::format("lower = {} is above upper = {}", lower, upper));
  if (bounded) drive.lo = lower, drive.hi = std::max(lower, upper);
  if (limit.attribute("effort", effort) && effort > 0) drive.effort = effort;
  if (limit.attribute("velocity", speed))
    assembly_.note(limit.place(), "velocity is not done: no joint has a largest speed");
}

void UrdfReader::read_mimic(const XmlElement& at) {
  UrdfMimic text{.joint = static_cast<int>(assembly_.joints.size()),
                 .master = at.need_text("joint")};
  at.attribute("multiplier", text.mimic.multiplier);
  at.attribute("offset", text.mimic.offset);
  text.mimic.place = at.place();
  mimics_.push_back(std::move(text));
}

void UrdfReader::read_joint(const XmlNode& node) {
  LinkJoint joint;
  joint.name = element(node, "").need_text("name");
  const std::string words = fmt::format("joint \"{}\"", joint.name);
  joint.place = {file_, node.line, words};
  const XmlElement at = element(node, words);
  if (!joint.name.empty() && index_of(assembly_.joints, joint.name) >= 0)
    assembly_.fault(joint.place, "is there twice");
  const std::string type = at.need_text("type");
  const std::optional<LinkJointKind> kind = kind_of(type);
  if (!kind && !type.empty())
    assembly_.fault(
        joint.place, fmt::format("is of the type \"{}\"", type),
        "expected revolute, continuous, prismatic, fixed, floating, planar or spherical");
  joint.kind = kind.value_or(LinkJointKind::fixed);
  joint.parent = read_end(node, at, "parent");
  joint.child = read_end(node, at, "child");
  UrdfOrigin origin{.pose = read_origin(at)};
  const bool has_axis = joint.kind != LinkJointKind::fixed && joint.kind != LinkJointKind::free;
  if (has_axis) read_axis(at, origin);
  if (joint.kind == LinkJointKind::pin || joint.kind == LinkJointKind::prismatic) {
    read_drive(at, joint);
    if (const XmlNode* mimic = node.child("mimic")) read_mimic(at.at(*mimic));
  }
  list_others(at, {"origin", "parent", "child", "axis", "dynamics", "limit", "mimic"});
  assembly_.joints.push_back(std::move(joint));
  origins_.push_back(origin);
}

}  // namespace perpend::io
