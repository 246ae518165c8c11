// SPDX-License-Identifier: Apache-2.0
// Reads SDF joints once all frames are known.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>
#include <utility>

#include "io/robot/sdf_reader.hpp"

namespace perpend::io {
namespace {

std::optional<LinkJointKind> kind_of(std::string_view type) {
  using enum LinkJointKind;
  constexpr std::array<std::pair<std::string_view, LinkJointKind>, 8> kKinds{
      {{"revolute", pin},
       {"continuous", pin},
       {"prismatic", prismatic},
       {"ball", spherical},
       {"universal", universal},
       {"revolute2", universal},
       {"screw", screw},
       {"fixed", fixed}}};
  for (const auto& [name, kind] : kKinds)
    if (name == type) return kind;
  return std::nullopt;
}

// Exchanges parent and child of a joint whose child is the world, which scenes allow only as the
// parent. The axes are reversed, so the coordinates keep their signs.
void swap_ends(LinkJoint& joint) {
  std::swap(joint.parent, joint.child);
  joint.axis = -joint.axis;
  if (joint.kind != LinkJointKind::universal) return;
  joint.axis_b = -joint.axis_b;
  std::swap(joint.axis, joint.axis_b);
  std::swap(joint.drive, joint.drive_b);
}

// A ball joint has no axis, but programs read its damping there.
void keep_damping(const XmlElement& axis, LinkJoint& joint) {
  const LinkDrive all = std::exchange(joint.drive, {});
  joint.drive.damping = joint.drive_b.damping = all.damping;
  if (all.lo || all.hi || all.effort || all.stiffness > 0 || all.friction > 0)
    axis.assembly.note(axis.place(),
                       "limits, springs, friction and effort of a ball joint are not done");
  if (all.damping > 0)
    axis.assembly.note(axis.place(),
                       "damping of a ball joint acts on its swing and its twist, each by itself");
}

// Returns the name in `child` of a joint; empty where a wrong file has none.
std::string child_of(const XmlNode& joint) {
  const XmlNode* child = joint.child("child");
  const XmlNode* link = child ? child->child("link") : nullptr;
  return link ? link->text : child ? child->text : std::string();
}

}  // namespace

// Returns the link that a link, frame, model or joint of that scoped name is attached to, kNoLink
// for the world; nothing if there is none.
std::optional<int> SdfReader::link_at(std::string name) const {
  for (int steps = 0; steps < 1000 && !name.empty() && name != "world"; ++steps) {
    if (const int link = index_of(assembly_.links, name); link >= 0) return link;
    const SdfFrames::Frame* frame = frames_.find(name);
    const auto joint = std::ranges::find(joints_, name, &SdfJoint::name);
    if (joint != joints_.end()) {
      name = frame_word(child_of(*joint->node), joint->scope);
    } else if (frame && !frame->body.empty()) {
      name = frame->body;
    } else {
      const std::string prefix = name + "::";
      const auto first = std::ranges::find_if(
          assembly_.links, [&](const Link& link) { return link.name.starts_with(prefix); });
      name = first == assembly_.links.end() ? "" : first->name;
    }
  }
  return name == "world" ? std::optional(kNoLink) : std::nullopt;
}

int SdfReader::end_of(const SdfJoint& words, const XmlElement& at, std::string_view key) {
  const std::string said = end_text(at, key);
  const std::string frame = frames_.resolve(said, words.scope);
  const bool is_itself = !said.empty() && frame == words.name;
  if (const auto link = is_itself ? std::nullopt : link_at(frame)) return *link;
  std::vector<std::string> names;
  for (const Link& link : assembly_.links) names.push_back(link.name);
  const std::string_view nearest =
      nearest_name(words.scope.empty() ? said : words.scope + "::" + said, names);
  const XmlNode* node = at.node.child(key);
  assembly_.fault(
      node ? at.place_of(*node) : at.place(),
      node ? fmt::format("no link is named \"{}\"", said) : fmt::format("has no {}", key),
      nearest.empty() ? "" : fmt::format("did you mean \"{}\"?", nearest));
  return kNoLink;
}

Eigen::Vector3d SdfReader::read_axis(const SdfJoint& words, const XmlElement& at,
                                     const spatial::Pose& pose) {
  Eigen::Vector3d axis(0, 0, 1);
  read_child(at, "xyz", axis);
  const XmlNode* node = at.node.child("xyz");
  const std::string* in = node ? node->attribute("expressed_in") : nullptr;
  bool in_model = words.axes_in_model;
  read_child(at, "use_parent_model_frame", in_model);
  Eigen::Quaterniond turn = pose.r;
  const std::string frame = in_model ? words.scope : in ? frames_.resolve(*in, words.scope) : "";
  if (in && frame.empty())
    assembly_.fault(at.place_of(*node), fmt::format("no frame is named \"{}\"", *in));
  if (!frame.empty())
    if (const auto found = frames_.pose_of(frame, assembly_)) turn = found->r;
  if (!(axis.norm() > 0)) {
    assembly_.fault(at.place(), "has no direction");
    axis = Eigen::Vector3d::UnitZ();
  }
  return turn * axis.normalized();
}

void SdfReader::read_joint(const SdfJoint& words) {
  const XmlElement at{*words.node, words.file, assembly_, fmt::format("joint \"{}\"", words.name)};
  LinkJoint joint{.name = words.name, .place = {words.file, words.node->line, at.owner}};
  const std::string type = at.need_text("type");
  const auto kind = kind_of(type);
  if (type == "gearbox") return assembly_.note(joint.place, "of the type \"gearbox\" is not done");
  if (!kind)
    return assembly_.fault(joint.place, fmt::format("is of the type \"{}\"", type),
                           "expected revolute, continuous, prismatic, ball, universal, revolute2, "
                           "screw, fixed or gearbox");
  joint.kind = *kind;
  list_others(at,
              {"parent", "child", "pose", "axis", "axis2", "thread_pitch", "screw_thread_pitch"});
  joint.parent = end_of(words, at, "parent");
  joint.child = end_of(words, at, "child");
  const auto pose = frames_.pose_of(words.name, assembly_);
  if (!pose) return assembly_.fault(joint.place, "stands relative to a frame that is not there");
  joint.anchor = pose->p;
  const XmlNode *axis = words.node->child("axis"), *axis2 = words.node->child("axis2");
  if (axis) joint.axis = read_axis(words, at.at(*axis), *pose);
  if (axis) joint.drive = read_sdf_drive(at.at(*axis));
  if (axis && joint.kind == LinkJointKind::spherical) keep_damping(at.at(*axis), joint);
  if (joint.kind == LinkJointKind::universal) {
    joint.axis_b = joint.axis;
    if (axis2) joint.axis = read_axis(words, at.at(*axis2), *pose);
    if (axis2) joint.drive_b = read_sdf_drive(at.at(*axis2));
  }
  double thread = 0;
  if (read_child(at, "screw_thread_pitch", thread))
    joint.pitch = thread / (2 * std::numbers::pi);
  else if (read_child(at, "thread_pitch", thread) && thread != 0)
    joint.pitch = -1 / thread;
  if (joint.child == kNoLink) swap_ends(joint);
  assembly_.joints.push_back(std::move(joint));
}

void SdfReader::read_mimics() {
  for (const SdfJoint& words : joints_) {
    const XmlNode* node = descendant(*words.node, {"axis", "mimic"});
    if (!node) continue;
    const XmlElement at{*node, words.file, assembly_, fmt::format("joint \"{}\"", words.name)};
    Mimic mimic{.joint = index_of(assembly_.joints, words.name), .place = at.place()};
    const std::string master = at.need_text("joint");
    mimic.master = index_of(assembly_.joints, scoped(master, words.scope));
    read_child(at, "multiplier", mimic.multiplier);
    double reference = 0;
    read_child(at, "offset", mimic.offset);
    if (read_child(at, "reference", reference)) mimic.offset -= mimic.multiplier * reference;
    if (mimic.master >= 0 && mimic.joint >= 0)
      assembly_.mimics.push_back(mimic);
    else
      assembly_.fault(at.place(), fmt::format("no joint is named \"{}\"", master));
  }
}

}  // namespace perpend::io
