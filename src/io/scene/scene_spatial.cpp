// SPDX-License-Identifier: Apache-2.0
// Reads the parts of a scene about spatial bodies: poses, solids, mass.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "io/scene/scene_parts.hpp"
#include "io/scene/synonyms.hpp"
#include "perpend/core/error.hpp"

namespace perpend::io {
namespace {

const std::vector<std::string> kSolids{"sphere", "box",         "cylinder",   "capsule",
                                       "cone",   "ellipsoid",   "half_space", "hull",
                                       "mesh",   "height_field"};

spatial::Shape read_sphere(JsonObject& object) {
  spatial::Sphere sphere;
  object.read_needed("radius", sphere.radius, "a radius in m");
  return sphere;
}

spatial::Shape read_box(JsonObject& object) {
  spatial::Box box;
  Eigen::Vector3d size(1, 1, 1);
  object.need("size", "the sides [along x, along y, along z] in m");
  object.read_numbers("size", std::span(size.data(), 3), "three sides [x, y, z] in m");
  box.half = size / 2;
  return box;
}

spatial::Shape read_ellipsoid(JsonObject& object) {
  Eigen::Vector3d axes(1, 1, 1);
  object.need("axes", "the full axes [along x, along y, along z] in m");
  object.read_numbers("axes", std::span(axes.data(), 3), "three full axes [x, y, z] in m");
  return spatial::Ellipsoid{axes / 2};
}

template <typename Round>
spatial::Shape read_round(JsonObject& object) {
  Round round;
  double length = 2 * round.half_length;
  object.read_needed("length", length, "a length along z in m");
  object.read_needed("radius", round.radius, "a radius in m");
  round.half_length = length / 2;
  return round;
}

spatial::Shape read_half_space(JsonObject&) {
  return spatial::HalfSpace{};
}

constexpr std::array kReaders{read_sphere,
                              read_box,
                              read_round<spatial::Cylinder>,
                              read_round<spatial::Capsule>,
                              read_round<spatial::Cone>,
                              read_ellipsoid,
                              read_half_space,
                              read_hull,
                              read_surface_mesh,
                              read_height_field};

// Reads three principal moments, or the rows of the tensor.
void read_inertia(JsonObject& object, std::optional<Eigen::Matrix3d>& inertia) {
  const JsonNode* node = object.find("inertia");
  if (!node) return;
  constexpr const char* kExpected = "[Ixx, Iyy, Izz] or three rows of three numbers, in kg m²";
  const bool is_list = node->kind == JsonKind::array && node->items.size() == 3;
  if (!is_list || node->items[0].kind != JsonKind::array) {
    Eigen::Vector3d moments(0, 0, 0);
    object.read_numbers("inertia", std::span(moments.data(), 3), kExpected);
    inertia = moments.asDiagonal();
    return;
  }
  Eigen::Matrix3d tensor = Eigen::Matrix3d::Zero();
  for (int i = 0; i < 3; ++i) {
    Eigen::Vector3d row(0, 0, 0);
    const std::string element = fmt::format("{}[{}]", object.path("inertia"), i);
    read_value(node->items[static_cast<std::size_t>(i)], element, object.faults(), row);
    tensor.row(i) = row;
  }
  inertia = tensor;
}

}  // namespace

const std::vector<std::string>& solid_names() {
  return kSolids;
}

// Turns exceptions into faults: hulls and meshes throw on invalid points.
spatial::Shape read_solid(JsonObject& object, std::size_t kind) {
  try {
    return kReaders[kind](object);
  } catch (const InvalidArgument& fault) {
    object.faults().add(object.node(), object.element(), fault.what());
    return spatial::Sphere{};
  }
}

void read_pose(JsonObject& object, spatial::Pose& pose) {
  object.read_vector("position", pose.p);
  std::array<double, 4> numbers{1, 0, 0, 0};
  const bool turned = object.read_numbers("orientation", numbers, "a quaternion [w, x, y, z]");
  if (turned) pose.r = {numbers[0], numbers[1], numbers[2], numbers[3]};
  std::array<double, 4> turn{0, 0, 1, 0};
  if (!object.read_numbers("axis_angle", turn, "an axis and an angle in rad [x, y, z, angle]"))
    return;
  const JsonNode& node = *object.find("axis_angle");
  const Eigen::Vector3d axis(turn[0], turn[1], turn[2]);
  if (turned)
    object.faults().add(node, object.path("axis_angle"), "stands beside orientation",
                        "expected one of the two");
  if (axis.norm() > 0)
    pose.r = Eigen::AngleAxisd(turn[3], axis.normalized());
  else
    object.faults().add(node, object.path("axis_angle"), "has no axis",
                        "expected [x, y, z, angle]");
}

SpatialShapeDef read_spatial_shape(const JsonNode& node, const std::string& element,
                                   const SpatialShapeDef& defaults, FaultList& faults) {
  JsonObject object(node, element, faults);
  SpatialShapeDef def = defaults;
  const auto read = [&](JsonObject& solid, std::size_t kind) {
    def.shape = read_solid(solid, kind);
  };
  object.accept(kSolidSynonyms);
  object.accept(std::array{Synonym{"quaternion", "orientation"}});
  read_one_of(object, kSolids, read, [&] {
    read_pose(object, def.pose);
    object.read("density", def.density);
    object.read_vector("surface_velocity", def.surface_velocity);
    read_filter(object, *def.collides);
  });
  return def;
}

void read_spatial(JsonObject& object, BodyDef& def) {
  SpatialDef& spatial = def.spatial;
  read_pose(object, spatial.pose);
  object.read_vector("velocity", spatial.velocity);
  SpatialShapeDef defaults{.shape = spatial::Sphere{}};
  object.read("density", defaults.density);
  object.read_vector("surface_velocity", defaults.surface_velocity);
  defaults.collides = def.collides;
  const std::vector<JsonNode>& shapes = object.list("shapes");
  for (std::size_t i = 0; i < shapes.size(); ++i)
    spatial.shapes.push_back(read_spatial_shape(
        shapes[i], fmt::format("{}[{}]", object.path("shapes"), i), defaults, object.faults()));
  Eigen::Vector3d center(0, 0, 0);
  if (object.read_vector("center_of_mass", center)) spatial.center_of_mass = center;
  if (const JsonNode* motion = object.find("motion"))
    def.motion = read_motion(*motion, object.path("motion"), object.faults(), true);
  if (def.kind != BodyKind::spatial) return;
  object.read_vector("omega", spatial.omega);
  read_inertia(object, spatial.inertia);
}

}  // namespace perpend::io
