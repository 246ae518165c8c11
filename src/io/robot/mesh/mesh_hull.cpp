// SPDX-License-Identifier: Apache-2.0
#include "io/robot/mesh/mesh_hull.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "io/robot/mesh/mesh_surface.hpp"
#include "perpend/core/error.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/io/mesh_file.hpp"

namespace perpend::io {
namespace {

// Largest number of hull corners; a larger mesh is represented by its farthest points in this many
// directions. More corners would cost more than they add in accuracy.
constexpr int kMostCorners = 256;

// Returns directions along a spiral, which cover the sphere evenly.
std::vector<Eigen::Vector3d> directions() {
  std::vector<Eigen::Vector3d> found;
  for (int i = 0; i < kMostCorners; ++i) {
    const double z = 1 - (2.0 * i + 1) / kMostCorners, r = std::sqrt(1 - z * z);
    const double turn = i * std::numbers::pi * (3 - std::sqrt(5.0));
    found.emplace_back(r * std::cos(turn), r * std::sin(turn), z);
  }
  return found;
}

std::vector<Eigen::Vector3d> extreme_points(const std::vector<Eigen::Vector3d>& points) {
  if (points.size() <= std::size_t{kMostCorners}) return points;
  std::vector<std::size_t> chosen;
  for (const Eigen::Vector3d& direction : directions()) {
    std::size_t farthest = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
      if (points[i].dot(direction) > points[farthest].dot(direction)) farthest = i;
    chosen.push_back(farthest);
  }
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  std::vector<Eigen::Vector3d> found;
  for (const std::size_t index : chosen) found.push_back(points[index]);
  return found;
}

}  // namespace

spatial::Shape hull_of(const std::vector<Eigen::Vector3d>& points) {
  return spatial::convex_hull(extreme_points(points));
}

MeshFile scaled(MeshFile mesh, const Eigen::Vector3d& scale) {
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex = vertex.cwiseProduct(scale);
  if (scale.prod() < 0)
    for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return mesh;
}

std::optional<LinkShape> mesh_hull(const XmlElement& at, const std::string& uri,
                                   const Eigen::Vector3d& scale, const std::filesystem::path& from,
                                   const PackageFolders& packages) {
  const auto path = find_resource(uri, from, packages);
  if (!path) {
    at.assembly.fault(at.place(), fmt::format("no file is found for \"{}\"", uri),
                      "give the folder of its package");
    return std::nullopt;
  }
  Result<MeshFile> mesh = read_mesh(*path);
  if (!mesh) {
    at.assembly.note(at.place(), fmt::format("\"{}\" does not collide", uri),
                     to_string(mesh.error()[0]));
    return std::nullopt;
  }
  const std::string words = fmt::format("\"{}\"", uri);
  note_inversion(at, words, *mesh);
  MeshFile file = scaled(*std::move(mesh), scale);
  try {
    LinkShape shape{hull_of(file.vertices), {}, at.place()};
    shape.mesh = std::make_shared<const LinkMesh>(LinkMesh{words, at.place(), std::move(file)});
    return shape;
  } catch (const InvalidArgument& error) {
    at.assembly.fault(at.place(), fmt::format("{} has no convex hull", words), error.what());
    return std::nullopt;
  }
}

}  // namespace perpend::io
