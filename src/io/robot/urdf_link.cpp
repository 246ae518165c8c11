// SPDX-License-Identifier: Apache-2.0
// Reads URDF links: inertial, collisions, colours.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/robot/mesh_hull.hpp"
#include "io/robot/urdf_reader.hpp"

namespace perpend::io {
namespace {

std::optional<std::string> color_of(const XmlElement& material) {
  const XmlNode* node = material.node.child("color");
  const std::string* text = node ? node->attribute("rgba") : nullptr;
  Eigen::Vector4d rgba(0, 0, 0, 1);
  if (!text || !material.at(*node).read_numbers(*text, std::span(rgba.data(), 4), "four numbers"))
    return std::nullopt;
  return color_text(rgba.head<3>());
}

}  // namespace

void UrdfReader::read_material(const XmlNode& node) {
  const XmlElement at = element(node, "");
  const std::string* name = node.attribute("name");
  if (const auto color = color_of(at); name && color) colors_.emplace_back(*name, *color);
  if (const XmlNode* texture = node.child("texture"))
    assembly_.note(at.place_of(*texture), "is not done");
}

void UrdfReader::read_inertial(const XmlElement& at, Link& link) {
  const spatial::Pose pose = read_origin(at);
  list_others(at, {"origin", "mass", "inertia"});
  const XmlNode *mass = at.node.child("mass"), *inertia = at.node.child("inertia");
  if (!mass)
    return assembly_.fault(at.place(), "has no mass", "expected a mass with its value in kg");
  double kg = 0;
  at.at(*mass).need("value", kg);
  if (kg < 0) assembly_.fault(at.place_of(*mass), fmt::format("is {} kg", kg), "expected >= 0");
  if (kg == 0 && inertia) assembly_.note(at.place(), "has the mass 0: its inertia is not used");
  if (!inertia)
    return assembly_.fault(at.place(), "has no inertia",
                           "expected an inertia with ixx, iyy and izz in kg m²");
  Eigen::Matrix3d tensor = Eigen::Matrix3d::Zero();
  constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      const std::string key = fmt::format("i{}{}", kAxes[i], kAxes[j]);
      if (i == j)
        at.at(*inertia).need(key, tensor(i, i));
      else if (at.at(*inertia).attribute(key, tensor(i, j)))
        tensor(j, i) = tensor(i, j);
    }
  link.inertial_place = at.place();
  if (kg > 0) link.inertial = transformed({.mass = kg, .inertia = tensor}, pose);
}

std::optional<LinkShape> UrdfReader::read_mesh(const XmlElement& at) {
  const std::string uri = at.need_text("filename");
  if (uri.empty()) return std::nullopt;
  Eigen::Vector3d scale(1, 1, 1);
  at.attribute("scale", scale);
  return mesh_hull(at, uri, scale, path_, options_);
}

std::optional<LinkShape> UrdfReader::read_geometry(const XmlElement& at) {
  if (at.node.children.size() != 1) {
    assembly_.fault(at.place(), fmt::format("has {} shapes", at.node.children.size()),
                    "expected one");
    return std::nullopt;
  }
  const XmlElement shape = at.at(at.node.children[0]);
  const std::string& kind = shape.node.name;
  double radius = 0, length = 0;
  if (kind == "mesh") return read_mesh(shape);
  if (kind == "box") {
    Eigen::Vector3d size(0, 0, 0);
    if (shape.need_text("size").empty() || !shape.attribute("size", size)) return std::nullopt;
    return LinkShape{spatial::Box{size / 2}};
  }
  if (kind == "sphere") {
    if (!shape.need("radius", radius)) return std::nullopt;
    return LinkShape{spatial::Sphere{radius}};
  }
  if (kind == "cylinder" || kind == "capsule") {
    const bool read = shape.need("radius", radius) & shape.need("length", length);
    if (!read) return std::nullopt;
    if (kind == "capsule") return LinkShape{spatial::Capsule{length / 2, radius}};
    return LinkShape{spatial::Cylinder{length / 2, radius}};
  }
  assembly_.note(shape.place(), "is a shape that is not done");
  return std::nullopt;
}

void UrdfReader::read_collision(const XmlElement& at, Link& link) {
  const XmlNode* geometry = at.node.child("geometry");
  if (!geometry) return assembly_.fault(at.place(), "has no geometry");
  list_others(at, {"origin", "geometry"});
  const spatial::Pose pose = read_origin(at);
  const std::optional<LinkShape> shape = read_geometry(at.at(*geometry));
  if (!shape) return;
  const Diagnostics wrong = check(shape->shape, "");
  for (const Diagnostic& fault : wrong)
    assembly_.fault(at.place_of(*geometry), fault.element.substr(1) + " " + fault.message,
                    fault.hint);
  if (wrong.empty())
    link.shapes.push_back({shape->shape, pose, at.place_of(*geometry), shape->mesh});
}

// Uses the colour of the first visual that has one for the link.
void UrdfReader::read_visual(const XmlElement& at, Link& link) {
  assembly_.note(at.place(), "is not drawn; pages draw what collides");
  const XmlNode* material = at.node.child("material");
  if (!material || !link.color.empty()) return;
  const std::string* name = material->attribute("name");
  if (const auto color = color_of(at.at(*material))) {
    link.color = *color;
  } else if (name) {
    const auto known =
        std::ranges::find(colors_, *name, &std::pair<std::string, std::string>::first);
    if (known != colors_.end()) link.color = known->second;
  }
}

void UrdfReader::read_link(const XmlNode& node) {
  Link link;
  link.name = element(node, "").need_text("name");
  const std::string words = fmt::format("link \"{}\"", link.name);
  link.place = {file_, node.line, words};
  if (!link.name.empty() && index_of(assembly_.links, link.name) >= 0)
    assembly_.fault(link.place, "is there twice");
  const XmlElement at = element(node, words);
  list_others(at, {"inertial", "collision", "visual"});
  for (const XmlNode& part : node.children) {
    if (part.name == "inertial") read_inertial(at.at(part), link);
    if (part.name == "collision") read_collision(at.at(part), link);
    if (part.name == "visual") read_visual(at.at(part), link);
  }
  assembly_.links.push_back(std::move(link));
}

}  // namespace perpend::io
