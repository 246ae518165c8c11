// SPDX-License-Identifier: Apache-2.0
// Builds a surface from triangles: coincident vertices are merged, edges find their two triangles,
// and a tree of boxes is built by halving along the longest side.
#include "perpend/geometry/spatial/triangle_mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "geometry/spatial/shapes/triangle_faults.hpp"
#include "perpend/core/error.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

// Sine of the angle up to which two triangles count as coplanar. Single-precision coordinates bend
// flat faces by 1e-7 of their size, and slender triangles by more.
constexpr double kFlat = 1e-4;
constexpr int kLeaf = 4;  // most triangles of a leaf

std::string named(const char* list, std::size_t i) {
  return std::string(list) + "[" + std::to_string(i) + "]";
}

// Returns the index of the first vertex at the same place.
std::vector<int> merged(std::span<const Vector3d> vertices, TriangleMesh& mesh) {
  std::map<std::tuple<double, double, double>, int> places;
  std::vector<int> index;
  std::vector<Vector3d> kept;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vector3d& x = vertices[i];
    require(x.allFinite(), named("vertices", i), "finite", x.cwiseAbs().maxCoeff());
    const auto [place, is_new] =
        places.try_emplace({x.x(), x.y(), x.z()}, static_cast<int>(kept.size()));
    if (is_new) kept.push_back(x);
    index.push_back(place->second);
  }
  mesh.vertices.resize(3, static_cast<Eigen::Index>(kept.size()));
  for (std::size_t i = 0; i < kept.size(); ++i)
    mesh.vertices.col(static_cast<Eigen::Index>(i)) = kept[i];
  return index;
}

using Corners = std::array<int, 3>;

Corners merged(const Corners& given, const std::vector<int>& index) {
  Corners corners{};
  for (std::size_t k = 0; k < 3; ++k) corners[k] = index[static_cast<std::size_t>(given[k])];
  return corners;
}

// Returns the corners from the lowest vertex on, which identifies equal triangles.
Corners rotated(Corners corners) {
  std::rotate(corners.begin(), std::ranges::min_element(corners), corners.end());
  return corners;
}

// Adds the triangles and returns, for each, its index in `triangles`. Programs that weld vertices
// or join parts leave triangles of two vertices and duplicate triangles: neither adds to the
// surface.
std::vector<std::size_t> add_triangles(std::span<const Corners> triangles,
                                       const std::vector<int>& index, TriangleMesh& mesh) {
  std::vector<std::size_t> given;
  std::set<Corners> known;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    TriangleMesh::Triangle triangle;
    triangle.corner = merged(triangles[t], index);
    const Corners corners = rotated(triangle.corner);
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0] ||
        !known.insert(corners).second)
      continue;
    const Vector3d a = mesh.vertices.col(triangle.corner[0]);
    const Vector3d u = mesh.vertices.col(triangle.corner[1]) - a;
    const Vector3d v = mesh.vertices.col(triangle.corner[2]) - a;
    triangle.normal = u.cross(v).normalized();
    mesh.triangles.push_back(triangle);
    given.push_back(t);
  }
  return given;
}

// True if the surface is convex between two triangles that share a side.
bool bends_away(const TriangleMesh& mesh, const TriangleMesh::Triangle& a, int side,
                const TriangleMesh::Triangle& b) {
  const auto k = static_cast<std::size_t>(side);
  const Vector3d from = mesh.vertices.col(a.corner[k]);
  const Vector3d along = mesh.vertices.col(a.corner[(k + 1) % 3]) - from;
  return a.normal.cross(b.normal).dot(along.normalized()) > kFlat ||
         a.normal.dot(b.normal) < -0.9999;
}

void join_sides(const std::vector<std::size_t>& given, TriangleMesh& mesh) {
  std::map<std::pair<int, int>, std::vector<std::pair<int, int>>> shared;  // (triangle, side)
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    for (int k = 0; k < 3; ++k) {
      const auto& corner = mesh.triangles[t].corner;
      shared[std::minmax(corner[k], corner[(k + 1) % 3])].push_back({t, k});
    }
  int edge = 0;
  for (const auto& [ends, owners] : shared) {
    require(owners.size() <= 2, named("triangles", given[owners[0].first]),
            "at most two triangles at each edge", static_cast<double>(owners.size()));
    for (const auto& [t, k] : owners) mesh.triangles[t].side[k].edge = edge;
    ++edge;
    if (owners.size() < 2) continue;
    const auto [t, k] = owners[0];
    const auto [other, l] = owners[1];
    TriangleMesh::Triangle &a = mesh.triangles[t], &b = mesh.triangles[other];
    require(a.corner[k] != b.corner[l], named("triangles", given[other]),
            "counter-clockwise seen from outside, as its neighbour", "clockwise");
    const bool is_sharp = bends_away(mesh, a, k, b);
    a.side[k] = {a.side[k].edge, other, is_sharp};
    b.side[l] = {b.side[l].edge, t, is_sharp};
  }
}

void find_planes(TriangleMesh& mesh) {
  std::vector<bool> is_done(mesh.triangles.size());
  std::vector<int> open;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    if (is_done[t]) continue;
    open.assign(1, t);
    is_done[t] = true;
    while (!open.empty()) {
      TriangleMesh::Triangle& triangle = mesh.triangles[open.back()];
      open.pop_back();
      triangle.plane = t;
      for (const TriangleMesh::Side& side : triangle.side) {
        if (side.neighbour < 0 || is_done[side.neighbour]) continue;
        const Vector3d& n = mesh.triangles[side.neighbour].normal;
        const Vector3d& first = mesh.triangles[t].normal;
        if (n.dot(first) < 0 || n.cross(first).norm() > kFlat) continue;
        is_done[side.neighbour] = true;
        open.push_back(side.neighbour);
      }
    }
  }
}

// Classifies a vertex from the vertices at the other ends of its sharp edges.
TriangleMesh::Bend bend_at(const TriangleMesh& mesh, int vertex, std::vector<int>& ends) {
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  if (ends.empty()) return TriangleMesh::Bend::none;
  if (ends.size() != 2) return TriangleMesh::Bend::sharp;
  const Vector3d x = mesh.vertices.col(vertex);
  const Vector3d u = (mesh.vertices.col(ends[0]) - x).normalized();
  const Vector3d v = (mesh.vertices.col(ends[1]) - x).normalized();
  return (u + v).norm() < kFlat ? TriangleMesh::Bend::straight : TriangleMesh::Bend::sharp;
}

void find_spokes(TriangleMesh& mesh) {
  const auto count = static_cast<std::size_t>(mesh.vertices.cols());
  std::vector<std::vector<int>> around(count), sharp(count);
  for (const TriangleMesh::Triangle& triangle : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const int from = triangle.corner[k], to = triangle.corner[(k + 1) % 3];
      around[from].push_back(to);
      if (triangle.side[k].neighbour < 0) around[to].push_back(from);
      if (!triangle.side[k].is_sharp) continue;
      sharp[from].push_back(to);
      sharp[to].push_back(from);
    }
  for (int v = 0; v < static_cast<int>(count); ++v)
    mesh.bends.push_back(bend_at(mesh, v, sharp[v]));
  mesh.spoke_start.assign(1, 0);
  for (const std::vector<int>& ends : around) {
    mesh.spokes.insert(mesh.spokes.end(), ends.begin(), ends.end());
    mesh.spoke_start.push_back(static_cast<int>(mesh.spokes.size()));
  }
}

bool is_closed(const TriangleMesh& mesh) {
  return std::ranges::all_of(mesh.triangles, [](const TriangleMesh::Triangle& t) {
    return std::ranges::all_of(t.side, [](const auto& side) { return side.neighbour >= 0; });
  });
}

// Returns the volume (m³) that a closed surface encloses, negative if it is inside out.
double enclosed_volume(const TriangleMesh& mesh) {
  const Vector3d base = mesh.vertices.col(0);
  double volume = 0;
  for (const TriangleMesh::Triangle& t : mesh.triangles) {
    const Vector3d a = mesh.vertices.col(t.corner[0]) - base;
    const Vector3d b = mesh.vertices.col(t.corner[1]) - base;
    volume += a.dot(b.cross(mesh.vertices.col(t.corner[2]) - base)) / 6;
  }
  return volume;
}

// Rejects a closed surface that encloses a negative volume: its outside is inside.
void check_outside(const TriangleMesh& mesh) {
  const double volume = is_closed(mesh) ? enclosed_volume(mesh) : 0.0;
  require(!(volume < 0), "triangles",
          "counter-clockwise seen from outside: a positive volume, or hollow around its bodies",
          volume);
}

std::vector<std::array<int, 3>> reversed(std::span<const std::array<int, 3>> triangles) {
  std::vector<std::array<int, 3>> turned(triangles.begin(), triangles.end());
  for (auto& [i, j, k] : turned) std::swap(j, k);
  return turned;
}

Vector3d centroid(const TriangleMesh& mesh, int t) {
  const auto& corner = mesh.triangles[t].corner;
  return (mesh.vertices.col(corner[0]) + mesh.vertices.col(corner[1]) +
          mesh.vertices.col(corner[2])) /
         3;
}

void build_tree(TriangleMesh& mesh, int first, int count) {
  const auto index = mesh.nodes.size();
  TriangleMesh::Node node{Vector3d::Constant(HUGE_VAL), Vector3d::Constant(-HUGE_VAL), first,
                          count};
  for (int i = first; i < first + count; ++i)
    for (const int corner : mesh.triangles[mesh.order[i]].corner) {
      node.lo = node.lo.cwiseMin(mesh.vertices.col(corner));
      node.hi = node.hi.cwiseMax(mesh.vertices.col(corner));
    }
  mesh.nodes.push_back(node);
  if (count <= kLeaf) return;
  int axis = 0;
  (node.hi - node.lo).maxCoeff(&axis);
  const auto begin = mesh.order.begin() + first;
  std::nth_element(begin, begin + count / 2, begin + count, [&](int s, int t) {
    const double x = centroid(mesh, s)[axis], y = centroid(mesh, t)[axis];
    return x < y || (x == y && s < t);
  });
  mesh.nodes[index].count = 0;
  build_tree(mesh, first, count / 2);
  mesh.nodes[index].right = static_cast<int>(mesh.nodes.size());
  build_tree(mesh, first + count / 2, count - count / 2);
}

}  // namespace

Mesh triangle_mesh(std::span<const Vector3d> vertices,
                   std::span<const std::array<int, 3>> triangles, MeshSide side) {
  require(!triangles.empty(), "triangles", "at least one", "none");
  auto mesh = std::make_shared<TriangleMesh>();
  const std::vector<int> index = merged(vertices, *mesh);
  for (const TriangleFault& fault : triangle_faults(vertices, triangles))
    throw InvalidArgument(named("triangles", fault.triangle), fault.requirement, fault.value);
  const std::vector<std::size_t> given = add_triangles(triangles, index, *mesh);
  require(!given.empty(), "triangles", "at least one with an area", "none");
  join_sides(given, *mesh);
  if (side == MeshSide::outside) {
    check_outside(*mesh);
  } else {
    require(is_closed(*mesh), "triangles", "a closed surface, if it is hollow", "an open one");
    if (enclosed_volume(*mesh) > 0)
      return triangle_mesh(vertices, reversed(triangles), MeshSide::inside);
  }
  find_planes(*mesh);
  find_spokes(*mesh);
  for (int t = 0; t < static_cast<int>(mesh->triangles.size()); ++t) mesh->order.push_back(t);
  build_tree(*mesh, 0, static_cast<int>(mesh->order.size()));
  mesh->side = side;
  mesh->reach = mesh->vertices.colwise().norm().maxCoeff();
  return {std::move(mesh)};
}

Mesh height_field(const Eigen::MatrixXd& heights, double dx, double dy) {
  require(heights.rows() >= 2 && heights.cols() >= 2, "heights", "at least 2 x 2",
          std::to_string(heights.rows()) + " x " + std::to_string(heights.cols()));
  require(dx > 0 && std::isfinite(dx), "dx", "positive and finite", dx);
  require(dy > 0 && std::isfinite(dy), "dy", "positive and finite", dy);
  std::vector<Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;
  const int columns = static_cast<int>(heights.cols());
  for (int row = 0; row < heights.rows(); ++row)
    for (int column = 0; column < columns; ++column) {
      vertices.emplace_back(column * dx, row * dy, heights(row, column));
      if (row == 0 || column == 0) continue;
      const int here = row * columns + column, below = here - columns;
      triangles.push_back({below - 1, below, here});
      triangles.push_back({below - 1, here, here - 1});
    }
  return triangle_mesh(vertices, triangles);
}

}  // namespace perpend::spatial
