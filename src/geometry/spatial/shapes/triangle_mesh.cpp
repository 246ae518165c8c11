// SPDX-License-Identifier: Apache-2.0
// Builds a surface from triangles: coincident vertices are merged, edges find their two triangles,
// and a tree of boxes is built by halving along the longest side.
#include "perpend/geometry/spatial/triangle_mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>
#include <numeric>
#include <string>

#include "geometry/spatial/shapes/triangle_faults.hpp"
#include "perpend/core/error.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

// Sine of the angle up to which two triangles count as coplanar. Single-precision coordinates bend
// flat faces by 1e-7 of their size, and slender triangles by more.
constexpr double kFlat = 1e-4;
constexpr std::size_t kLeaf = 4;  // most triangles of a leaf

std::string named(const char* list, std::size_t i) {
  return std::string(list) + "[" + std::to_string(i) + "]";
}

// Items by key: those of key k are items[start[k]] up to, but without, items[start[k + 1]], in the
// order in which `visit` tells them.
template <typename Item>
struct Grouped {
  std::vector<int> start;
  std::vector<Item> items;

  std::span<Item> of(int key) {
    const auto k = static_cast<std::size_t>(key);
    return std::span(items).subspan(static_cast<std::size_t>(start[k]),
                                    static_cast<std::size_t>(start[k + 1] - start[k]));
  }
};

// `visit(add)` calls add(key, item) for every item, the same ones each time.
template <typename Item, typename Visit>
Grouped<Item> grouped(std::size_t keys, const Visit& visit) {
  Grouped<Item> groups;
  groups.start.assign(keys + 1, 0);
  visit([&](int key, const Item&) { ++groups.start[key + 1]; });
  std::partial_sum(groups.start.begin(), groups.start.end(), groups.start.begin());
  groups.items.resize(static_cast<std::size_t>(groups.start.back()));
  std::vector<int> next(groups.start.begin(), groups.start.end() - 1);
  visit([&](int key, const Item& item) { groups.items[next[key]++] = item; });
  return groups;
}

// Equal for equal places; 0.0 and -0.0 are equal.
std::uint64_t scattered(const Vector3d& place) {
  std::uint64_t bits = 0;
  for (const double x : place) {
    bits = (bits ^ std::bit_cast<std::uint64_t>(x + 0.0)) * 0x9e3779b97f4a7c15U;
    bits ^= bits >> 32;
  }
  return bits;
}

// Returns for each vertex the index of the first one at the same place.
std::vector<int> first_at_place(std::span<const Vector3d> vertices) {
  std::vector<int> first(vertices.size());
  auto groups = grouped<int>(vertices.size(), [&](const auto& add) {
    for (std::size_t i = 0; i < vertices.size(); ++i)
      add(static_cast<int>(scattered(vertices[i]) % vertices.size()), static_cast<int>(i));
  });
  std::vector<int> kept;  // of one group
  for (int key = 0; key < static_cast<int>(vertices.size()); ++key) {
    kept.clear();
    for (const int i : groups.of(key)) {
      const auto at = std::ranges::find_if(kept, [&](int k) { return vertices[k] == vertices[i]; });
      first[i] = at == kept.end() ? i : *at;
      if (at == kept.end()) kept.push_back(i);
    }
  }
  return first;
}

// Returns the indices of the given vertices among those of the mesh, which differ.
std::vector<int> merged(std::span<const Vector3d> vertices, TriangleMesh& mesh) {
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (!vertices[i].allFinite())
      require(false, named("vertices", i), "finite", vertices[i].cwiseAbs().maxCoeff());
  std::vector<int> index = first_at_place(vertices);
  std::vector<Vector3d> kept;
  kept.reserve(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const bool is_new = index[i] == static_cast<int>(i);
    index[i] = is_new ? static_cast<int>(kept.size()) : index[index[i]];
    if (is_new) kept.push_back(vertices[i]);
  }
  mesh.vertices = Eigen::Map<const Eigen::Matrix3Xd>(kept.data()->data(), 3,
                                                     static_cast<Eigen::Index>(kept.size()));
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

bool has_two_equal(const Corners& corners) {
  return corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0];
}

// Tells which triangles are on no two equal vertices, and are not on those of one before.
std::vector<bool> has_new_corners(const std::vector<Corners>& triangles, std::size_t vertices) {
  using Rest = std::array<int, 3>;  // the other two corners, and the number of the triangle
  auto groups = grouped<Rest>(vertices, [&](const auto& add) {
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const Corners corners = rotated(triangles[t]);
      add(corners[0], {corners[1], corners[2], static_cast<int>(t)});
    }
  });
  std::vector<bool> is_new(triangles.size());
  for (int key = 0; key < static_cast<int>(vertices); ++key) {
    const std::span<Rest> group = groups.of(key);
    std::ranges::sort(group);
    for (std::size_t i = 0; i < group.size(); ++i) {
      const auto [j, k, t] = group[i];
      const bool is_copy = i > 0 && group[i - 1][0] == j && group[i - 1][1] == k;
      is_new[t] = !is_copy && !has_two_equal(triangles[t]);
    }
  }
  return is_new;
}

// Adds the triangles and returns, for each, its index in `triangles`. Programs that weld vertices
// or join parts leave triangles of two vertices and duplicate triangles: neither adds to the
// surface.
std::vector<std::size_t> add_triangles(std::span<const Corners> triangles,
                                       const std::vector<int>& index, TriangleMesh& mesh) {
  std::vector<std::size_t> given;
  std::vector<Corners> all;
  all.reserve(triangles.size());
  for (const Corners& each : triangles) all.push_back(merged(each, index));
  const std::vector<bool> is_new =
      has_new_corners(all, static_cast<std::size_t>(mesh.vertices.cols()));
  mesh.triangles.reserve(all.size());
  for (std::size_t t = 0; t < all.size(); ++t) {
    if (!is_new[t]) continue;
    TriangleMesh::Triangle triangle;
    triangle.corner = all[t];
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

// A side of a triangle, and the higher of its two vertices.
struct HalfEdge {
  int to = 0, triangle = 0, side = 0;
  friend auto operator<=>(const HalfEdge&, const HalfEdge&) = default;
};

// Joins the triangles at one edge.
void join_edge(std::span<const HalfEdge> owners, int edge, const std::vector<std::size_t>& given,
               TriangleMesh& mesh) {
  if (owners.size() > 2)
    require(false, named("triangles", given[owners[0].triangle]),
            "at most two triangles at each edge", static_cast<double>(owners.size()));
  for (const HalfEdge& each : owners) mesh.triangles[each.triangle].side[each.side].edge = edge;
  if (owners.size() < 2) return;
  const auto [to, t, k] = owners[0];
  const auto [same_to, other, l] = owners[1];
  TriangleMesh::Triangle &a = mesh.triangles[t], &b = mesh.triangles[other];
  if (a.corner[k] == b.corner[l])
    require(false, named("triangles", given[other]),
            "counter-clockwise seen from outside, as its neighbour", "clockwise");
  const bool is_sharp = bends_away(mesh, a, k, b);
  a.side[k] = {edge, other, is_sharp};
  b.side[l] = {edge, t, is_sharp};
}

void join_sides(const std::vector<std::size_t>& given, TriangleMesh& mesh) {
  const auto count = static_cast<std::size_t>(mesh.vertices.cols());
  auto shared = grouped<HalfEdge>(count, [&](const auto& add) {
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
      for (int k = 0; k < 3; ++k) {
        const auto& corner = mesh.triangles[t].corner;
        const auto [from, to] = std::minmax(corner[k], corner[(k + 1) % 3]);
        add(from, {to, t, k});
      }
  });
  int edge = 0;
  for (int from = 0; from < static_cast<int>(count); ++from) {
    const std::span<HalfEdge> group = shared.of(from);
    std::ranges::sort(group);
    for (std::size_t i = 0, end = 0; i < group.size(); i = end) {
      while (end < group.size() && group[end].to == group[i].to) ++end;
      join_edge(group.subspan(i, end - i), edge++, given, mesh);
    }
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
TriangleMesh::Bend bend_at(const TriangleMesh& mesh, int vertex, std::span<int> ends) {
  std::ranges::sort(ends);
  ends = std::span(ends.begin(), std::unique(ends.begin(), ends.end()));
  if (ends.empty()) return TriangleMesh::Bend::none;
  if (ends.size() != 2) return TriangleMesh::Bend::sharp;
  const Vector3d x = mesh.vertices.col(vertex);
  const Vector3d u = (mesh.vertices.col(ends[0]) - x).normalized();
  const Vector3d v = (mesh.vertices.col(ends[1]) - x).normalized();
  return (u + v).norm() < kFlat ? TriangleMesh::Bend::straight : TriangleMesh::Bend::sharp;
}

void find_spokes(TriangleMesh& mesh) {
  const auto count = static_cast<std::size_t>(mesh.vertices.cols());
  const auto each_side = [&mesh](const auto& visit) {
    for (const TriangleMesh::Triangle& triangle : mesh.triangles)
      for (std::size_t k = 0; k < 3; ++k)
        visit(triangle.side[k], triangle.corner[k], triangle.corner[(k + 1) % 3]);
  };
  auto around = grouped<int>(count, [&](const auto& add) {
    each_side([&](const TriangleMesh::Side& side, int from, int to) {
      add(from, to);
      if (side.neighbour < 0) add(to, from);
    });
  });
  auto sharp = grouped<int>(count, [&](const auto& add) {
    each_side([&](const TriangleMesh::Side& side, int from, int to) {
      if (!side.is_sharp) return;
      add(from, to);
      add(to, from);
    });
  });
  mesh.bends.reserve(count);
  for (int v = 0; v < static_cast<int>(count); ++v)
    mesh.bends.push_back(bend_at(mesh, v, sharp.of(v)));
  mesh.spoke_start = std::move(around.start);
  mesh.spokes = std::move(around.items);
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

// A triangle where its tree sorts it; they lie side by side in memory.
struct Leaf {
  Vector3d middle{0, 0, 0};
  std::array<int, 3> corner{};
  int triangle = 0;
};

TriangleMesh::Node box_of(const TriangleMesh& mesh, std::span<const Leaf> leaves, int first) {
  TriangleMesh::Node node{Vector3d::Constant(HUGE_VAL), Vector3d::Constant(-HUGE_VAL), first,
                          static_cast<int>(leaves.size())};
  for (const Leaf& leaf : leaves)
    for (const int corner : leaf.corner) {
      node.lo = node.lo.cwiseMin(mesh.vertices.col(corner));
      node.hi = node.hi.cwiseMax(mesh.vertices.col(corner));
    }
  return node;
}

void build_tree(TriangleMesh& mesh, std::span<Leaf> leaves, int first) {
  const auto index = mesh.nodes.size();
  const TriangleMesh::Node node = box_of(mesh, leaves, first);
  mesh.nodes.push_back(node);
  if (leaves.size() <= kLeaf) return;
  int axis = 0;
  (node.hi - node.lo).maxCoeff(&axis);
  const std::size_t half = leaves.size() / 2;
  std::nth_element(leaves.begin(), leaves.begin() + static_cast<std::ptrdiff_t>(half), leaves.end(),
                   [axis](const Leaf& s, const Leaf& t) {
                     const double x = s.middle[axis], y = t.middle[axis];
                     return x < y || (x == y && s.triangle < t.triangle);
                   });
  mesh.nodes[index].count = 0;
  build_tree(mesh, leaves.first(half), first);
  mesh.nodes[index].right = static_cast<int>(mesh.nodes.size());
  build_tree(mesh, leaves.subspan(half), first + static_cast<int>(half));
}

void add_tree(TriangleMesh& mesh) {
  std::vector<Leaf> leaves;
  leaves.reserve(mesh.triangles.size());
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    leaves.push_back({centroid(mesh, t), mesh.triangles[t].corner, t});
  build_tree(mesh, leaves, 0);
  mesh.order.reserve(leaves.size());
  for (const Leaf& leaf : leaves) mesh.order.push_back(leaf.triangle);
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
  add_tree(*mesh);
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
  vertices.reserve(static_cast<std::size_t>(heights.size()));
  triangles.reserve(2 * static_cast<std::size_t>(heights.size()));
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
