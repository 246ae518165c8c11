// SPDX-License-Identifier: Apache-2.0
#include "io/robot/mesh_hull.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

#include "io/robot/resource_path.hpp"
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

// Counts how many triangles of a closed surface traverse each directed edge; empty if the surface
// is open. Corners are identified by their coordinates because .stl files repeat them.
std::map<std::pair<int, int>, int> closed_edges(const MeshFile& mesh) {
  std::map<std::tuple<double, double, double>, int> corners;
  std::vector<int> corner_of;
  for (const Eigen::Vector3d& v : mesh.vertices)
    corner_of.push_back(corners.try_emplace({v.x(), v.y(), v.z()}, corners.size()).first->second);
  std::map<std::pair<int, int>, int> edges;
  for (const auto& triangle : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const int from = corner_of[static_cast<std::size_t>(triangle[k])];
      const int to = corner_of[static_cast<std::size_t>(triangle[(k + 1) % 3])];
      ++edges[{from, to}];
    }
  const auto times = [&](int from, int to) {
    const auto found = edges.find({from, to});
    return found == edges.end() ? 0 : found->second;
  };
  for (const auto& [edge, count] : edges)
    if (count + times(edge.second, edge.first) != 2) return {};
  return edges;
}

double signed_volume(const MeshFile& mesh) {
  double sum = 0;
  const auto at = [&](int i) { return mesh.vertices[static_cast<std::size_t>(i)]; };
  for (const auto& [a, b, c] : mesh.triangles) sum += at(a).dot(at(b).cross(at(c))) / 6;
  return sum;
}

// Notes inverted faces. They do not affect the hull, but the author of the file may want to know.
void note_inversion(const XmlElement& at, const std::string& what, const MeshFile& mesh) {
  const auto edges = closed_edges(mesh);
  if (edges.empty()) return;
  if (std::ranges::any_of(edges, [](const auto& edge) { return edge.second > 1; }))
    return at.assembly.note(at.place(),
                            what + " has faces that look inwards beside such that look outwards");
  if (signed_volume(mesh) < 0)
    at.assembly.note(at.place(), what + " is inside out: its faces look inwards");
}

std::optional<spatial::Shape> hull_of(const XmlElement& at, const std::string& what,
                                      const std::vector<Eigen::Vector3d>& points) {
  try {
    const spatial::Hull hull = spatial::convex_hull(points);
    at.assembly.note(at.place(), fmt::format("{} collides as a convex hull of {} corners", what,
                                             hull.polyhedron->vertices.cols()));
    return hull;
  } catch (const InvalidArgument& error) {
    at.assembly.fault(at.place(), fmt::format("{} has no convex hull", what), error.what());
    return std::nullopt;
  }
}

}  // namespace

std::optional<spatial::Shape> mesh_hull(const XmlElement& at, const std::string& uri,
                                        const Eigen::Vector3d& scale,
                                        const std::filesystem::path& from,
                                        const RobotOptions& options) {
  const auto path = find_resource(uri, from, options);
  if (!path) {
    at.assembly.fault(at.place(), fmt::format("no file is found for \"{}\"", uri),
                      "give the folder of its package");
    return std::nullopt;
  }
  const Result<MeshFile> mesh = read_mesh(*path);
  if (!mesh) {
    at.assembly.note(at.place(), fmt::format("\"{}\" does not collide", uri),
                     to_string(mesh.error()[0]));
    return std::nullopt;
  }
  note_inversion(at, fmt::format("\"{}\"", uri), *mesh);
  std::vector<Eigen::Vector3d> points;
  for (const Eigen::Vector3d& vertex : mesh->vertices) points.push_back(vertex.cwiseProduct(scale));
  return hull_of(at, fmt::format("\"{}\"", uri), extreme_points(points));
}

}  // namespace perpend::io
