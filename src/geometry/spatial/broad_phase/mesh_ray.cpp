// SPDX-License-Identifier: Apache-2.0
#include "geometry/spatial/broad_phase/mesh_ray.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

// Tolerance at the sides of triangles, so that a ray through a shared side hits at least one
// neighbour.
constexpr double kSide = 1e-12;

// True if the line enters the box of a node between 0 and `length`.
bool meets(const TriangleMesh::Node& node, const Vector3d& origin, const Vector3d& along,
           double length) {
  double enter = 0, leave = length;
  for (int axis = 0; axis < 3; ++axis) {
    const double lo = node.lo[axis] - origin[axis], hi = node.hi[axis] - origin[axis];
    if (along[axis] == 0) {
      if (lo > 0 || hi < 0) return false;
      continue;
    }
    const double s = lo / along[axis], t = hi / along[axis];
    enter = std::max(enter, std::min(s, t));
    leave = std::min(leave, std::max(s, t));
  }
  return enter <= leave * (1 + kSide) + kSide;
}

// Returns the distance along the line; +inf if it misses the triangle.
double distance_to(const TriangleMesh& mesh, const TriangleMesh::Triangle& triangle,
                   const Vector3d& origin, const Vector3d& along) {
  const Vector3d a = mesh.vertices.col(triangle.corner[0]);
  const Vector3d u = mesh.vertices.col(triangle.corner[1]) - a;
  const Vector3d v = mesh.vertices.col(triangle.corner[2]) - a;
  const Vector3d p = along.cross(v), r = origin - a, q = r.cross(u);
  const double det = u.dot(p);
  if (det == 0) return HUGE_VAL;
  const double s = r.dot(p) / det, t = along.dot(q) / det;
  if (!(s >= -kSide && t >= -kSide && s + t <= 1 + kSide)) return HUGE_VAL;
  const double distance = v.dot(q) / det;
  return distance >= 0 ? distance : HUGE_VAL;
}

}  // namespace

std::optional<MeshRayHit> first_hit(const TriangleMesh& mesh, const Vector3d& origin,
                                    const Vector3d& along, double length) {
  int found = -1;
  std::array<int, 64> open;
  int count = 0;
  open[count++] = 0;
  while (count > 0) {
    const int index = open[--count];
    const TriangleMesh::Node& node = mesh.nodes[index];
    if (!meets(node, origin, along, length)) continue;
    for (int i = node.first; i < node.first + node.count; ++i) {
      const double distance = distance_to(mesh, mesh.triangles[mesh.order[i]], origin, along);
      const bool misses = !(distance < HUGE_VAL);
      if (misses || distance > length || (distance == length && found >= 0)) continue;
      length = distance;
      found = mesh.order[i];
    }
    if (node.count > 0) continue;
    open[count++] = node.right;
    open[count++] = index + 1;
  }
  if (found < 0) return {};
  const Vector3d& n = mesh.triangles[found].normal;
  return MeshRayHit{length, n.dot(along) > 0 ? Vector3d(-n) : n};
}

}  // namespace perpend::spatial
