// SPDX-License-Identifier: Apache-2.0
// Reads URDF links: inertial, collisions, colours.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/format/color_text.hpp"
#include "io/robot/mesh/mesh_hull.hpp"
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
  if (!mass && options_.mend_masses)
    return assembly_.note(at.place(), "has no mass: its inertia is not used");
  if (!mass)
    return assembly_.fault(at.place(), "has no mass",
                           "expected a mass with its value in kg, or allow it by --mend-masses");
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

MeshReference UrdfReader::read_reference(const XmlElement& at) {
  MeshReference mesh{.uri = at.need_text("filename")};
  at.attribute("scale", mesh.scale);
  return mesh;
}

std::optional<LinkShape> UrdfReader::read_mesh(const XmlElement& at) {
  const MeshReference mesh = read_reference(at);
  if (mesh.uri.empty()) return std::nullopt;
  return mesh_hull(at, mesh.uri, mesh.scale, path_, options_.packages);
}

// Reads a solid that URDF defines by its sizes.
std::optional<spatial::Shape> UrdfReader::read_solid(const XmlElement& shape) {
  const std::string& kind = shape.node.name;
  double radius = 0, length = 0;
  if (kind == "box") {
    Eigen::Vector3d size(0, 0, 0);
    if (shape.need_text("size").empty() || !shape.attribute("size", size)) return std::nullopt;
    return spatial::Box{size / 2};
  }
  if (kind == "sphere") {
    if (!shape.need("radius", radius)) return std::nullopt;
    return spatial::Sphere{radius};
  }
  if (kind == "cylinder" || kind == "capsule") {
    const bool read = shape.need("radius", radius) & shape.need("length", length);
    if (!read) return std::nullopt;
    if (kind == "capsule") return spatial::Capsule{length / 2, radius};
    return spatial::Cylinder{length / 2, radius};
  }
  assembly_.note(shape.place(), "is a shape that is not done");
  return std::nullopt;
}

// Returns the one shape of a geometry; none, after a fault, if there is not one.
std::optional<XmlElement> UrdfReader::only_shape(const XmlElement& at) {
  if (at.node.children.size() == 1) return at.at(at.node.children[0]);
  assembly_.fault(at.place(), fmt::format("has {} shapes", at.node.children.size()),
                  "expected one");
  return std::nullopt;
}

std::optional<LinkShape> UrdfReader::read_geometry(const XmlElement& at) {
  const std::optional<XmlElement> shape = only_shape(at);
  if (!shape) return std::nullopt;
  if (shape->node.name == "mesh") return read_mesh(*shape);
  const std::optional<spatial::Shape> solid = read_solid(*shape);
  return solid ? std::optional(LinkShape{*solid}) : std::nullopt;
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

// Returns the color that the material of a visual gives or names; empty if there is none.
std::string UrdfReader::visual_color(const XmlElement& at) const {
  const XmlNode* material = at.node.child("material");
  if (!material) return {};
  if (const auto color = color_of(at.at(*material))) return *color;
  const std::string* name = material->attribute("name");
  const auto known = std::ranges::find(colors_, name ? *name : std::string(),
                                       &std::pair<std::string, std::string>::first);
  return known == colors_.end() ? std::string() : known->second;
}

void UrdfReader::read_visual(const XmlElement& at, Link& link) {
  study::Visual visual{.color = visual_color(at)};
  if (link.color.empty()) link.color = visual.color;
  const XmlNode* geometry = at.node.child("geometry");
  if (!geometry) return assembly_.note(at.place(), "has no geometry");
  list_others(at, {"origin", "geometry", "material"});
  visual.pose = read_origin(at);
  const std::optional<XmlElement> shape = only_shape(at.at(*geometry));
  if (!shape) return;
  if (shape->node.name != "mesh") {
    if (const auto solid = read_solid(*shape)) add_visual(*shape, *solid, visual, link.visuals);
  } else if (const MeshReference mesh = read_reference(*shape); !mesh.uri.empty()) {
    add_visual(*shape, mesh, path_, options_.packages, visual, link.visuals);
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
