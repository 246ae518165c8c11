// SPDX-License-Identifier: Apache-2.0
// Reads URDF: a tree of links, each placed in its parent by the origin of their joint.
#include "io/robot/urdf.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/robot/urdf_reader.hpp"

namespace perpend::io {
namespace {

struct ElementWords {
  std::string_view element;
  std::vector<std::string_view> attributes;
};

// Lists all elements and attributes that are read; `visual` is noted as a whole.
const std::vector<ElementWords>& known_words() {
  static const std::vector<ElementWords> words{
      {"link", {"name"}},
      {"inertial", {}},
      {"mass", {"value"}},
      {"origin", {"xyz", "rpy"}},
      {"inertia", {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}},
      {"collision", {"name"}},
      {"geometry", {}},
      {"box", {"size"}},
      {"sphere", {"radius"}},
      {"cylinder", {"radius", "length"}},
      {"capsule", {"radius", "length"}},
      {"mesh", {"filename", "scale"}},
      {"joint", {"name", "type"}},
      {"parent", {"link"}},
      {"child", {"link"}},
      {"axis", {"xyz"}},
      {"limit", {"lower", "upper", "effort", "velocity"}},
      {"dynamics", {"damping", "friction"}},
      {"mimic", {"joint", "multiplier", "offset"}}};
  return words;
}

void list_attributes(const XmlElement& at) {
  const auto known = std::ranges::find(known_words(), at.node.name, &ElementWords::element);
  if (known == known_words().end()) return;
  for (const auto& [key, value] : at.node.attributes)
    if (std::ranges::find(known->attributes, key) == known->attributes.end())
      at.assembly.note(at.place(), fmt::format("{} is not done", key));
  for (const XmlNode& child : at.node.children) list_attributes(at.at(child));
}

}  // namespace

spatial::Pose UrdfReader::read_origin(const XmlElement& at) {
  const XmlNode* node = at.node.child("origin");
  if (!node) return {};
  Eigen::Vector3d position(0, 0, 0), angles(0, 0, 0);
  const XmlElement origin = at.at(*node);
  origin.attribute("xyz", position);
  origin.attribute("rpy", angles);
  return {position, roll_pitch_yaw(angles)};
}

void UrdfReader::link_mimics() {
  for (UrdfMimic& text : mimics_) {
    text.mimic.joint = text.joint;
    text.mimic.master = index_of(assembly_.joints, text.master);
    if (text.mimic.master >= 0)
      assembly_.mimics.push_back(text.mimic);
    else if (!text.master.empty())
      assembly_.fault(text.mimic.place, fmt::format("no joint is named \"{}\"", text.master));
  }
}

// Notes each root after the first; a file with several is read as several robots.
void UrdfReader::note_roots(const std::vector<int>& parent_joint) {
  const auto first = std::ranges::find_if(parent_joint, [](int joint) { return joint < 0; });
  if (first == parent_joint.end()) return;
  const Link& root = assembly_.links[static_cast<std::size_t>(first - parent_joint.begin())];
  for (auto i = first + 1; i != parent_joint.end(); ++i)
    if (*i < 0)
      assembly_.note(assembly_.links[static_cast<std::size_t>(i - parent_joint.begin())].place,
                     fmt::format("is a root beside link \"{}\": no joint has it as its child, "
                                 "and it is a robot of its own",
                                 root.name),
                     "URDF expects one tree of links");
}

// Places links from the roots to the leaves; links that no root leads to lie on a circle.
void UrdfReader::place_links() {
  std::vector<int> parent_joint(assembly_.links.size(), -1);
  for (std::size_t j = 0; j < assembly_.joints.size(); ++j) {
    const LinkJoint& joint = assembly_.joints[j];
    if (joint.child == kNoLink || joint.parent == kNoLink) continue;
    int& above = parent_joint[static_cast<std::size_t>(joint.child)];
    if (above >= 0)
      assembly_.fault(joint.place,
                      fmt::format("is the second that holds link \"{}\"",
                                  assembly_.links[static_cast<std::size_t>(joint.child)].name),
                      fmt::format("joint \"{}\" holds it too; URDF has trees only",
                                  assembly_.joints[static_cast<std::size_t>(above)].name));
    else
      above = static_cast<int>(j);
  }
  note_roots(parent_joint);
  if (!assembly_.faults.empty()) return;
  std::vector<bool> placed(assembly_.links.size(), false);
  for (std::size_t i = 0; i < placed.size(); ++i) placed[i] = parent_joint[i] < 0;
  for (bool any = true; any;) {
    any = false;
    for (std::size_t j = 0; j < assembly_.joints.size(); ++j) {
      LinkJoint& joint = assembly_.joints[j];
      const auto child = static_cast<std::size_t>(joint.child);
      if (placed[child] || !placed[static_cast<std::size_t>(joint.parent)]) continue;
      Link& link = assembly_.links[child];
      link.pose =
          compose(assembly_.links[static_cast<std::size_t>(joint.parent)].pose, origins_[j].pose);
      joint.anchor = link.pose.p;
      joint.axis = link.pose.r * origins_[j].axis;
      placed[child] = any = true;
    }
  }
  for (std::size_t i = 0; i < placed.size(); ++i)
    if (!placed[i])
      assembly_.fault(assembly_.links[i].place, "lies on a circle of joints",
                      "URDF has trees only");
}

// Adds the link "world" if joints name it as their parent and the file does not have it: some
// simulators supply it.
void UrdfReader::add_world(const XmlNode& root) {
  constexpr std::string_view kWorldName = "world";
  if (index_of(assembly_.links, kWorldName) >= 0) return;
  for (const XmlNode& node : root.children) {
    const XmlNode* parent = node.name == "joint" ? node.child("parent") : nullptr;
    const std::string* link = parent ? parent->attribute("link") : nullptr;
    if (!link || *link != kWorldName) continue;
    const XmlElement at = element(*parent, "");
    assembly_.links.push_back({.name = std::string(kWorldName), .place = at.place()});
    return assembly_.note(at.place(), "no link is named \"world\": it is the fixed frame");
  }
}

Assembly UrdfReader::read(const XmlNode& root) {
  const XmlElement at = element(root, "");
  assembly_.name = root.attribute("name") ? *root.attribute("name") : path_.stem().string();
  for (const XmlNode& node : root.children)
    if (node.name == "material") read_material(node);
  for (const XmlNode& node : root.children)
    if (node.name == "link") read_link(node);
  add_world(root);
  for (const XmlNode& node : root.children)
    if (node.name == "joint") read_joint(node);
  list_others(at, {"material", "link", "joint"});
  for (const XmlNode& node : root.children) list_attributes(at.at(node));
  if (assembly_.links.empty()) assembly_.fault(at.place(), "has no link");
  link_mimics();
  place_links();
  return std::move(assembly_);
}

Assembly read_urdf(const XmlNode& root, const std::filesystem::path& file,
                   const RobotOptions& options) {
  return UrdfReader(file, options).read(root);
}

}  // namespace perpend::io
