// SPDX-License-Identifier: Apache-2.0
#include "io/robot/mesh/mesh_components.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "core/disjoint_sets.hpp"
#include "io/robot/mesh/mesh_hull.hpp"
#include "io/robot/mesh/mesh_surface.hpp"
#include "perpend/core/error.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;
using spatial::TriangleSoup;

constexpr std::size_t kMostComponents = 64;
constexpr double kSameVolume = 1e-3;  // share of a volume, above what rounded digits change

std::vector<std::ptrdiff_t> representatives(DisjointSets& sets, std::ptrdiff_t count) {
  std::vector<std::ptrdiff_t> found;
  for (std::ptrdiff_t i = 0; i < count; ++i) found.push_back(sets.find(i));
  return found;
}

using Corner = std::tuple<double, double, double>;

// Returns, for each triangle, the number of a triangle of its component; triangles with a common
// vertex of the file belong together.
std::vector<std::ptrdiff_t> joined_by_vertices(const TriangleSoup& mesh) {
  DisjointSets sets(std::ssize(mesh.triangles));
  std::vector<std::ptrdiff_t> last(mesh.vertices.size(), -1);  // triangle at the vertex
  for (std::ptrdiff_t t = 0; t < std::ssize(mesh.triangles); ++t)
    for (const int corner : mesh.triangles[static_cast<std::size_t>(t)]) {
      std::ptrdiff_t& other = last[static_cast<std::size_t>(corner)];
      if (other >= 0) sets.join(other, t);
      other = t;
    }
  return representatives(sets, std::ssize(mesh.triangles));
}

// Does the same for triangles with a common edge in space that no third one has. Components may
// touch each other there; .stl files have no other way to tell.
std::vector<std::ptrdiff_t> joined_by_edges(const TriangleSoup& mesh) {
  std::map<std::pair<Corner, Corner>, std::vector<std::ptrdiff_t>> edges;
  const auto place = [&](int i) {
    const Vector3d& x = mesh.vertices[static_cast<std::size_t>(i)];
    return Corner(x.x(), x.y(), x.z());
  };
  for (std::ptrdiff_t t = 0; t < std::ssize(mesh.triangles); ++t) {
    const std::array<int, 3>& corners = mesh.triangles[static_cast<std::size_t>(t)];
    for (std::size_t k = 0; k < 3; ++k)
      edges[std::minmax({place(corners[k]), place(corners[(k + 1) % 3])})].push_back(t);
  }
  DisjointSets sets(std::ssize(mesh.triangles));
  for (const auto& [ends, triangles] : edges)
    if (triangles.size() == 2) sets.join(triangles[0], triangles[1]);
  return representatives(sets, std::ssize(mesh.triangles));
}

// Returns the components as meshes; none unless they are 2 to 64.
std::vector<TriangleSoup> components_of(const TriangleSoup& mesh,
                                        const std::vector<std::ptrdiff_t>& component_of) {
  std::map<std::ptrdiff_t, TriangleSoup> found;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    TriangleSoup& component = found[component_of[t]];
    if (found.size() > kMostComponents) return {};
    const int first = static_cast<int>(component.vertices.size());
    for (const int corner : mesh.triangles[t])
      component.vertices.push_back(mesh.vertices[static_cast<std::size_t>(corner)]);
    component.triangles.push_back({first, first + 1, first + 2});
  }
  std::vector<TriangleSoup> components;
  for (auto& [number, component] : found) components.push_back(std::move(component));
  return components.size() < 2 ? std::vector<TriangleSoup>() : components;
}

// Returns the hulls of components that fill them; none if one does not.
std::vector<spatial::Shape> hulls_of(const std::vector<TriangleSoup>& components) {
  std::vector<spatial::Shape> hulls;
  for (const TriangleSoup& component : components) {
    try {
      hulls.push_back(hull_of(component.vertices));
    } catch (const InvalidArgument&) {
      return {};
    }
    if (!fills_hull(component, hulls.back(), kSameVolume)) return {};
  }
  return hulls;
}

}  // namespace

std::vector<spatial::Shape> convex_components(const TriangleSoup& mesh) {
  for (const auto& joined : {joined_by_vertices, joined_by_edges})
    if (auto hulls = hulls_of(components_of(mesh, joined(mesh))); !hulls.empty()) return hulls;
  return {};
}

}  // namespace perpend::io
