// SPDX-License-Identifier: Apache-2.0
// Reads solids and surfaces of many points: hulls, meshes and height fields, given in the scene or
// in a file beside it.
#include <fmt/format.h>

#include <optional>

#include "geometry/spatial/shapes/triangle_faults.hpp"
#include "io/scene/scene_parts.hpp"
#include "perpend/core/error.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/io/mesh_file.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;

std::vector<Vector3d> read_vertices(JsonObject& object) {
  std::vector<Vector3d> points;
  const std::vector<JsonNode>& list = object.list("vertices");
  for (std::size_t i = 0; i < list.size(); ++i)
    read_value(list[i], fmt::format("{}[{}]", object.path("vertices"), i), object.faults(),
               points.emplace_back(0, 0, 0));
  return points;
}

std::vector<std::array<int, 3>> read_triangles(JsonObject& object) {
  std::vector<std::array<int, 3>> triangles;
  const std::vector<JsonNode>& list = object.list("triangles");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string element = fmt::format("{}[{}]", object.path("triangles"), i);
    std::array<int, 3>& corners = triangles.emplace_back();
    if (list[i].kind != JsonKind::array || list[i].items.size() != 3) {
      object.faults().mismatch(list[i], element, "three indices of vertices");
      continue;
    }
    for (std::size_t k = 0; k < 3; ++k)
      read_value(list[i].items[k], fmt::format("{}[{}]", element, k), object.faults(), corners[k]);
  }
  return triangles;
}

// Adds faults of the file with its name and line; the element is that of the scene.
void add_file_faults(const Diagnostics& found, const JsonNode& node, JsonObject& object) {
  for (Diagnostic fault : found) {
    if (fault.line == 0)
      object.faults().add(node, object.path("file"), fault.file + " " + fault.message, fault.hint);
    else
      object.faults().found.push_back({fault.file, fault.line, object.path("file"),
                                       std::move(fault.message), std::move(fault.hint)});
  }
}

// Number of invalid triangles of one file that are reported; further ones are counted.
constexpr std::size_t kMostTriangles = 5;

// Adds the faults of the triangles. Where they need no area, as when the vertices could not be
// read, all vertices are taken to be at one point, so that only indices are checked.
void add_triangle_faults(const MeshFile& mesh, bool needs_area, JsonObject& object) {
  const JsonNode* list = object.find("triangles");
  const std::vector<Vector3d> no_places(mesh.vertices.size(), Vector3d(0, 0, 0));
  const auto found =
      spatial::triangle_faults(needs_area ? mesh.vertices : no_places, mesh.triangles);
  const JsonNode& node = object.node();
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto& [t, requirement, value] = found[i];
    if (!list && i == kMostTriangles)
      return object.faults().add(
          node, object.path("file"),
          fmt::format("and {} more triangles that are none", found.size() - i));
    object.faults().add(list ? list->items[t] : node,
                        fmt::format("{}[{}]", object.path("triangles"), t),
                        fmt::format("must be {}, got {}", requirement, value));
  }
}

enum class Triangles { none, any, with_area };

// Returns the vertices and triangles of the object, or of the file it names beside the scene, times
// `scale`.
std::optional<MeshFile> read_points(JsonObject& object, Triangles wanted) {
  const bool needs_triangles = wanted != Triangles::none;
  const std::size_t faults_before = object.faults().found.size();
  MeshFile mesh;
  bool vertices_read = true;
  if (const JsonNode* node = object.find("file")) {
    std::string name;
    if (!read_value(*node, object.path("file"), object.faults(), name)) return {};
    if (name.empty()) {
      object.faults().add(*node, object.path("file"), "is empty",
                          "expected an .stl, .obj, .dae, .glb or .gltf file");
      return {};
    }
    Result<MeshFile> file =
        read_mesh(std::filesystem::path(object.faults().file).parent_path() / name);
    if (!file) add_file_faults(file.error(), *node, object);
    if (file) mesh = std::move(*file);
  } else {
    object.need("vertices", "a list of points [x, y, z] in m, or a \"file\"");
    mesh.vertices = read_vertices(object);
    vertices_read = object.faults().found.size() == faults_before;
    if (needs_triangles) {
      object.need("triangles", "a list of [i, j, k], indices of vertices");
      mesh.triangles = read_triangles(object);
    }
  }
  double scale = 1;
  object.read("scale", scale);
  const bool has_size = scale != 0;
  if (!has_size)
    object.faults().mismatch(*object.find("scale"), object.path("scale"), "a factor other than 0");
  for (Vector3d& x : mesh.vertices) x *= scale;
  const bool needs_area = wanted == Triangles::with_area && vertices_read && has_size;
  if (needs_triangles) add_triangle_faults(mesh, needs_area, object);
  if (object.faults().found.size() > faults_before) return {};
  return mesh;
}

// Reads rows of equal length; allocates no memory unless they are.
Eigen::MatrixXd read_heights(JsonObject& object) {
  const std::vector<JsonNode>& rows = object.list("heights");
  if (!rows.empty() && rows[0].kind != JsonKind::array) {
    object.faults().mismatch(*object.find("heights"), object.path("heights"),
                             "a list of rows, [[ ... ], [ ... ]]");
    return {};
  }
  const std::size_t columns = rows.empty() ? 0 : rows[0].items.size();
  const auto element = [&](std::size_t i) {
    return fmt::format("{}[{}]", object.path("heights"), i);
  };
  const auto fits = [&](const JsonNode& row) {
    return row.kind == JsonKind::array && row.items.size() == columns;
  };
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!fits(rows[i]))
      object.faults().mismatch(rows[i], element(i), fmt::format("{} heights", columns));
  if (!std::ranges::all_of(rows, fits)) return {};
  Eigen::MatrixXd heights(static_cast<Eigen::Index>(rows.size()),
                          static_cast<Eigen::Index>(columns));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      const JsonNode& item = rows[i].items[j];
      double& height = heights(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      if (item.kind == JsonKind::number)  // there may be millions
        height = item.number;
      else
        read_value(item, fmt::format("{}[{}]", element(i), j), object.faults(), height);
    }
  return heights;
}

}  // namespace

spatial::Shape read_hull(JsonObject& object) {
  const std::optional<MeshFile> points = read_points(object, Triangles::none);
  if (!points) return spatial::Sphere{};
  return spatial::convex_hull(points->vertices);
}

spatial::Shape read_surface_mesh(JsonObject& object) {
  const std::optional<MeshFile> mesh = read_points(object, Triangles::with_area);
  bool hollow = false;
  object.read("hollow", hollow);
  if (!mesh) return spatial::Sphere{};
  return spatial::triangle_mesh(mesh->vertices, mesh->triangles,
                                hollow ? spatial::MeshSide::inside : spatial::MeshSide::outside);
}

spatial::TriangleSoup read_triangle_soup(JsonObject& object) {
  return read_points(object, Triangles::any).value_or(MeshFile{});
}

spatial::Shape read_height_field(JsonObject& object) {
  const std::size_t faults_before = object.faults().found.size();
  Eigen::Vector2d spacing(1, 1);
  object.read_needed("spacing", spacing, "the distances [along x, along y] of heights in m");
  object.need("heights", "rows of heights in m, the first at y = 0");
  const Eigen::MatrixXd heights = read_heights(object);
  if (object.faults().found.size() > faults_before) return spatial::Sphere{};
  return spatial::height_field(heights, spacing.x(), spacing.y());
}

}  // namespace perpend::io
