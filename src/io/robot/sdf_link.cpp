// SPDX-License-Identifier: Apache-2.0
// Reads an SDF link: inertial, collisions and their surface.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "io/format/color_text.hpp"
#include "io/robot/mesh/mesh_hull.hpp"
#include "io/robot/mesh/visual_mesh.hpp"
#include "io/robot/sdf_element.hpp"
#include "io/robot/sdf_heightmap.hpp"

namespace perpend::io {
namespace {

// Where meshes are searched for, and how the poses of parts are found.
struct SdfSource {
  const std::filesystem::path& file;
  const RobotOptions& options;
  const SdfPartPose& pose_of;
};

constexpr double kWater = 1000;  // kg/m³, SDF's default density

spatial::Shape round_shape(const XmlElement& at, std::string_view kind) {
  double radius = 0, length = 0;
  read_child(at, "radius", radius);
  if (kind == "sphere") return spatial::Sphere{radius};
  read_child(at, "length", length);
  if (kind == "cone") return spatial::Cone{length / 2, radius};
  if (kind == "capsule") return spatial::Capsule{length / 2, radius};
  return spatial::Cylinder{length / 2, radius};
}

// Returns a half space whose pose is rotated to the plane's normal.
std::optional<LinkShape> read_plane(const XmlElement& shape) {
  Eigen::Vector3d normal(0, 0, 1);
  read_child(shape, "normal", normal);
  if (normal.norm() > 0)
    return LinkShape{spatial::HalfSpace{}, spatial::facing(normal), shape.place()};
  shape.assembly.fault(shape.place(), "has no normal");
  return std::nullopt;
}

// Returns a mesh with its convex hull.
std::optional<LinkShape> read_hull(const XmlElement& shape, const SdfSource& source) {
  Eigen::Vector3d scale(1, 1, 1);
  read_child(shape, "scale", scale);
  list_others(shape, {"uri", "scale", "convex_decomposition"});
  auto hull =
      mesh_hull(shape, child_text(shape, "uri"), scale, source.file, source.options.packages);
  const std::string* optimization = shape.node.attribute("optimization");
  if (hull) hull->in_parts = optimization && *optimization == "convex_decomposition";
  return hull;
}

// Reads a solid that SDF defines by its sizes; nothing if it is of another kind.
std::optional<spatial::Shape> read_solid(const XmlElement& shape) {
  const std::string& kind = shape.node.name;
  if (kind == "sphere" || kind == "cylinder" || kind == "capsule" || kind == "cone")
    return round_shape(shape, kind);
  Eigen::Vector3d size(1, 1, 1);
  if (kind == "box") {
    read_child(shape, "size", size);
    return spatial::Box{size / 2};
  }
  if (kind == "ellipsoid") {
    read_child(shape, "radii", size);
    return spatial::Ellipsoid{size};
  }
  return std::nullopt;
}

std::optional<LinkShape> read_geometry(const XmlElement& at, const SdfSource& source) {
  if (at.node.children.empty()) {
    at.assembly.fault(at.place(), "has no shape");
    return std::nullopt;
  }
  const XmlElement shape = at.at(at.node.children[0]);
  const std::string& kind = shape.node.name;
  if (const auto solid = read_solid(shape)) return LinkShape{*solid, {}, shape.place()};
  if (kind == "plane") return read_plane(shape);
  if (kind == "mesh") return read_hull(shape, source);
  if (kind == "heightmap") return read_heightmap(shape, source.file, source.options);
  at.assembly.note(shape.place(), "is a shape that is not done: it does not collide");
  return std::nullopt;
}

// Replaces an infinite coefficient, which SDF allows; those of a model are finite.
constexpr double kRoughest = 1000;

// Reads friction and restitution of a collision; SDF's default coefficient of friction is 1.
LinkSurface read_surface(const XmlElement& at) {
  LinkSurface surface{.mu = 1, .e = 0};
  const XmlNode* node = at.node.child("surface");
  if (!node) return surface;
  const XmlElement words = at.at(*node);
  list_others(words, {"friction", "bounce", "contact"});
  double mu2 = -1;
  if (const XmlNode* ode = descendant(*node, {"friction", "ode"})) {
    read_bound(words.at(*ode), "mu", surface.mu);
    list_others(words.at(*ode), {"mu", "mu2"});
    if (read_bound(words.at(*ode), "mu2", mu2) && mu2 != surface.mu)
      at.assembly.note(words.place_of(*ode),
                       fmt::format("mu2 = {} is not done: friction is isotropic", mu2));
    if (std::isinf(surface.mu) && surface.mu > 0) {
      surface.mu = kRoughest;
      at.assembly.note(words.place_of(*ode), fmt::format("mu = inf is {} here", kRoughest));
    }
  }
  if (const XmlNode* friction = node->child("friction")) list_others(words.at(*friction), {"ode"});
  if (const XmlNode* bounce = node->child("bounce")) {
    read_child(words.at(*bounce), "restitution_coefficient", surface.e);
    list_others(words.at(*bounce), {"restitution_coefficient"});
  }
  return surface;
}

// Reads the bits of a collision, decimal or with 0x, if its surface has some.
std::optional<std::uint32_t> read_bits(const XmlElement& at) {
  const XmlNode* node = descendant(at.node, {"surface", "contact"});
  if (!node) return std::nullopt;
  list_others(at.at(*node), {"collide_bitmask"});
  const XmlNode* mask = node->child("collide_bitmask");
  if (!mask) return std::nullopt;
  std::string_view text = mask->text;
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  std::uint32_t bits = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), bits, is_hex ? 16 : 10);
  if (error == std::errc{} && end == text.data() + text.size()) return bits;
  at.assembly.fault(at.place_of(*mask), fmt::format("found \"{}\"", mask->text),
                    "expected bits, a whole number such as 5 or 0x05");
  return std::nullopt;
}

struct Density {
  double link = kWater;
  bool wanted = false;  ///< true for inertial auto="true"
  spatial::MassProperties sum = {};
};

void read_collision(const XmlElement& at, const SdfSource& source, Link& link, Density& density) {
  list_others(at, {"pose", "geometry", "surface", "density"});
  const XmlNode* geometry = at.node.child("geometry");
  if (!geometry) return at.assembly.fault(at.place(), "has no geometry");
  std::optional<LinkShape> shape = read_geometry(at.at(*geometry), source);
  const LinkSurface surface = read_surface(at);
  const std::optional<std::uint32_t> bits = read_bits(at);
  if (!shape) return;
  const Diagnostics wrong = check(shape->shape, "");
  for (const Diagnostic& fault : wrong)
    at.assembly.fault(shape->place, fault.element.substr(1) + " " + fault.message, fault.hint);
  if (!wrong.empty()) return;
  shape->pose = compose(source.pose_of(at), shape->pose);
  shape->bits = bits;
  if (link.surface && *link.surface != surface)
    at.assembly.note(at.place(), "has the surface of the first collision of its link");
  if (!link.surface) link.surface = surface;
  double own = density.link;
  read_child(at, "density", own);
  if (density.wanted && !shape->heights)
    density.sum =
        combined(density.sum, transformed(mass_properties(shape->shape, own), shape->pose));
  link.shapes.push_back(*shape);
}

void read_inertial(const XmlElement& at, const SdfPartPose& pose_of, Link& link) {
  list_others(at, {"pose", "mass", "inertia", "density"});
  double mass = 1;
  read_child(at, "mass", mass);
  Eigen::Matrix3d tensor = Eigen::Matrix3d::Identity();
  if (const XmlNode* node = at.node.child("inertia")) {
    constexpr const char* kKeys[3][3] = {
        {"ixx", "ixy", "ixz"}, {"ixy", "iyy", "iyz"}, {"ixz", "iyz", "izz"}};
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j)
        if (read_child(at.at(*node), kKeys[i][j], tensor(i, j))) tensor(j, i) = tensor(i, j);
  }
  if (!(mass >= 0))
    return at.assembly.fault(at.place(), fmt::format("has the mass {}", mass), "expected >= 0");
  if (mass == 0) at.assembly.note(at.place(), "has the mass 0: its inertia is not used");
  if (mass > 0) link.inertial = transformed({.mass = mass, .inertia = tensor}, pose_of(at));
}

// Sets the inertial of the collisions' densities, or that distribution scaled to the mass that the
// file gives.
void read_automatic(const XmlElement& at, spatial::MassProperties sum, Link& link) {
  double mass = sum.mass;
  if (!read_child(at, "mass", mass) || !(sum.mass > 0)) return void(link.inertial = sum);
  if (!(mass > 0))
    return at.assembly.fault(at.place(), fmt::format("has the mass {}", mass), "expected > 0");
  link.inertial = {.mass = mass, .center = sum.center, .inertia = sum.inertia * (mass / sum.mass)};
}

std::string visual_color(const XmlElement& visual) {
  const XmlNode* node = descendant(visual.node, {"material", "diffuse"});
  Eigen::Vector4d rgba(0, 0, 0, 1);
  if (!node ||
      !visual.at(*node).read_numbers(node->text, std::span(rgba.data(), 4), "four numbers"))
    return {};
  return color_text(rgba.head<3>());
}

// Reads a visual. Planes and terrains are drawn as what collides.
void read_visual(const XmlElement& at, const SdfSource& source, Link& link) {
  study::Visual visual{.color = visual_color(at)};
  if (link.color.empty()) link.color = visual.color;
  const XmlNode* geometry = at.node.child("geometry");
  if (!geometry || geometry->children.empty())
    return at.assembly.note(at.place(), "has no geometry");
  visual.pose = source.pose_of(at);
  const XmlElement shape = at.at(*geometry).at(geometry->children[0]);
  if (const auto solid = read_solid(shape)) return add_visual(shape, *solid, visual, link.visuals);
  if (shape.node.name != "mesh") return;
  MeshReference mesh{.uri = child_text(shape, "uri")};
  read_child(shape, "scale", mesh.scale);
  add_visual(shape, mesh, source.file, source.options.packages, visual, link.visuals);
}

}  // namespace

void read_sdf_link(const XmlElement& at, const std::filesystem::path& file,
                   const RobotOptions& options, const SdfPartPose& pose_of, Link& link) {
  Density density;
  list_others(at, {"pose", "inertial", "collision", "visual", "self_collide"});
  const XmlNode* inertial = at.node.child("inertial");
  if (inertial) {
    const std::string* automatic = inertial->attribute("auto");
    density.wanted = automatic && is_true(*automatic);
    read_child(at.at(*inertial), "density", density.link);
  }
  for (const XmlNode& part : at.node.children) {
    if (part.name == "collision")
      read_collision(at.at(part), {file, options, pose_of}, link, density);
    if (part.name == "visual") read_visual(at.at(part), {file, options, pose_of}, link);
  }
  if (inertial) link.inertial_place = at.place_of(*inertial);
  if (density.wanted)
    read_automatic(at.at(*inertial), density.sum, link);
  else if (inertial)
    read_inertial(at.at(*inertial), pose_of, link);
  else
    link.inertial = {.mass = 1, .inertia = Eigen::Matrix3d::Identity()};  // SDF's default
}

}  // namespace perpend::io
