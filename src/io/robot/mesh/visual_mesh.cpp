// SPDX-License-Identifier: Apache-2.0
#include "io/robot/mesh/visual_mesh.hpp"

#include <fmt/format.h>
#include <meshoptimizer.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "io/format/spread_json.hpp"
#include "io/robot/mesh/mesh_hull.hpp"
#include "perpend/io/mesh_file.hpp"

namespace perpend::io {
namespace {

using spatial::TriangleSoup;
using Json = nlohmann::ordered_json;
using Indices = std::vector<unsigned>;
using Point = std::array<float, 3>;

// Largest error that simplification may make, as a share of the mesh's size, before it gives up the
// connections between triangles.
constexpr float kMostError = 0.02F;

double size_of(const TriangleSoup& mesh) {
  Eigen::AlignedBox3d box;
  for (const Eigen::Vector3d& x : mesh.vertices) box.extend(x);
  return box.isEmpty() ? 0 : box.sizes().maxCoeff();
}

// Returns the power of ten to which coordinates are rounded: a millionth of the size.
double grid_of(double size) {
  return size > 0 ? std::pow(10, std::ceil(std::log10(size)) - 6) : 1;
}

// Returns the mesh with the vertices that are used, each once, and without triangles of two equal
// corners.
TriangleSoup welded(const std::vector<Point>& points, const Indices& indices) {
  Indices remap(points.size());
  const std::size_t count = meshopt_generateVertexRemap(
      remap.data(), indices.data(), indices.size(), points.data(), points.size(), sizeof(Point));
  TriangleSoup mesh;
  mesh.vertices.resize(count);
  for (const unsigned i : indices) {
    const auto& [x, y, z] = points[i];
    mesh.vertices[remap[i]] = {x, y, z};
  }
  for (std::size_t t = 0; t + 2 < indices.size(); t += 3) {
    const auto at = [&](std::size_t k) { return static_cast<int>(remap[indices[t + k]]); };
    if (at(0) != at(1) && at(1) != at(2) && at(2) != at(0))
      mesh.triangles.push_back({at(0), at(1), at(2)});
  }
  return mesh;
}

Indices indices_of(const TriangleSoup& mesh) {
  Indices indices;
  for (const auto& triangle : mesh.triangles)
    for (const int corner : triangle) indices.push_back(static_cast<unsigned>(corner));
  return indices;
}

std::vector<Point> points_of(const TriangleSoup& mesh) {
  std::vector<Point> points;
  for (const Eigen::Vector3d& x : mesh.vertices)
    points.push_back(
        {static_cast<float>(x.x()), static_cast<float>(x.y()), static_cast<float>(x.z())});
  return points;
}

// Returns the triangles that are left of a welded mesh of more than `most`.
Indices fewer(const std::vector<Point>& points, const Indices& indices, std::size_t most) {
  Indices left(indices.size());
  std::size_t count =
      meshopt_simplify(left.data(), indices.data(), indices.size(), points[0].data(), points.size(),
                       sizeof(Point), 3 * most, kMostError);
  if (count > 6 * most)
    count = meshopt_simplifySloppy(left.data(), indices.data(), indices.size(), points[0].data(),
                                   points.size(), sizeof(Point), 3 * most, 1.0F);
  left.resize(count);
  return left;
}

void round_vertices(TriangleSoup& mesh) {
  const double grid = grid_of(size_of(mesh));
  // Dividing by the inverse gives the double nearest to the decimal.
  const double inverse = std::round(1 / grid);
  for (Eigen::Vector3d& x : mesh.vertices)
    for (double& value : x)
      value = (grid < 1 ? std::round(value * inverse) / inverse : std::round(value / grid) * grid) +
              0.0;
}

TriangleSoup soup_of(const Json& mesh) {
  TriangleSoup soup;
  for (const Json& x : mesh.at("vertices"))
    soup.vertices.emplace_back(x.at(0).get<double>(), x.at(1).get<double>(), x.at(2).get<double>());
  soup.triangles = mesh.at("triangles").get<std::vector<std::array<int, 3>>>();
  return soup;
}

// Simplifies the mesh of a visual of a scene; returns false if it has none of too many triangles.
bool simplify(Json& visual) {
  const auto mesh = visual.find("mesh");
  if (mesh == visual.end() || mesh->at("triangles").size() <= kMostVisualTriangles) return false;
  *mesh = mesh_json(simplified(soup_of(*mesh)));
  return true;
}

struct ColoredMesh {
  std::string color;
  TriangleSoup mesh;
};

// Returns the triangles of each color, with all vertices of the file.
std::vector<ColoredMesh> by_color(const MeshFile& file) {
  std::vector<ColoredMesh> parts;
  std::size_t next = 0;
  std::string color;
  for (std::size_t t = 0; t < file.triangles.size(); ++t) {
    for (; next < file.colors.size() && file.colors[next].first <= t; ++next)
      color = file.colors[next].color;
    auto part = std::ranges::find(parts, color, &ColoredMesh::color);
    if (part == parts.end()) part = parts.insert(part, {color, {file.vertices, {}}});
    part->mesh.triangles.push_back(file.triangles[t]);
  }
  return parts;
}

// Returns the simplified meshes of each color. Those of a large file share the triangles that are
// left to it as they share those that it has.
std::vector<ColoredMesh> simple_parts(const MeshFile& file) {
  constexpr double kFewest = 100;
  const double share = std::min(
      1.0, static_cast<double>(kMostVisualTriangles) / static_cast<double>(file.triangles.size()));
  std::vector<ColoredMesh> parts = by_color(file);
  for (ColoredMesh& part : parts) {
    const double most = share * static_cast<double>(part.mesh.triangles.size());
    part.mesh = simplified(part.mesh, static_cast<std::size_t>(std::max(most, kFewest)));
  }
  std::erase_if(parts, [](const ColoredMesh& part) { return part.mesh.triangles.empty(); });
  return parts;
}

}  // namespace

TriangleSoup simplified(const TriangleSoup& mesh, std::size_t most) {
  TriangleSoup simple = welded(points_of(mesh), indices_of(mesh));
  if (simple.triangles.size() > most) {
    const std::vector<Point> points = points_of(simple);
    simple = welded(points, fewer(points, indices_of(simple), most));
  }
  round_vertices(simple);
  return simple;
}

void add_visual(const XmlElement& at, const MeshReference& mesh, const std::filesystem::path& from,
                const PackageFolders& packages, const study::Visual& visual,
                study::Visuals& visuals) {
  const auto skip = [&](const std::string& why) {
    at.assembly.note(at.place(), fmt::format("\"{}\" is not drawn", mesh.uri), why);
  };
  const auto path = find_resource(mesh.uri, from, packages);
  if (!path) return skip("no such file is found: give the folder of its package");
  Result<MeshFile> file = read_mesh(*path);
  if (!file) return skip(to_string(file.error()[0]));
  if (!visual.color.empty()) file->colors.clear();
  const std::size_t before = visuals.size();
  for (ColoredMesh& part : simple_parts(scaled(*std::move(file), mesh.scale))) {
    visuals.push_back(visual);
    visuals.back().geometry = std::make_shared<const TriangleSoup>(std::move(part.mesh));
    if (visual.color.empty()) visuals.back().color = part.color;
  }
  if (visuals.size() == before) skip("it has no triangle with an area");
}

void add_visual(const XmlElement& at, const spatial::Shape& solid, study::Visual visual,
                study::Visuals& visuals) {
  if (const Diagnostics wrong = check(solid, ""); !wrong.empty())
    return at.assembly.note(at.place(), "is not drawn",
                            wrong[0].element.substr(1) + " " + wrong[0].message);
  visual.geometry = solid;
  visuals.push_back(std::move(visual));
}

Json mesh_json(const TriangleSoup& mesh) {
  Json vertices = Json::array();
  for (const Eigen::Vector3d& x : mesh.vertices) vertices.push_back({x.x(), x.y(), x.z()});
  return Json::object({{"vertices", std::move(vertices)}, {"triangles", mesh.triangles}});
}

std::string with_simple_visuals(std::string text) {
  if (text.find("\"visuals\"") == text.npos) return text;
  Json scene = Json::parse(text);
  bool changed = false;
  for (Json& body : scene.at("bodies"))
    if (const auto visuals = body.find("visuals"); visuals != body.end())
      for (Json& visual : *visuals) changed = simplify(visual) || changed;
  return changed ? spread(scene) : text;
}

}  // namespace perpend::io
