// SPDX-License-Identifier: Apache-2.0
//
// Two meshes that continue each other's surface do not share edges, so each has a border at the
// seam. A solid on one of them touches the plane of the other's next triangle and must not collide
// with the border of that triangle, nor, for a closed mesh, with the side face below it. So a point
// with another normal is left out if it is at a triangle that the solid touches or passes over, and
// if the surface is convex there; at the foot of a wall it is not.
#include "geometry/spatial/manifold/mesh_ghosts.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/spatial/manifold/ghost_collision.hpp"
#include "geometry/spatial/manifold/triangle_side.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

// True if x is a point of a triangle, or beside it by at most `least`.
bool is_at(const TriangleMesh& mesh, int index, const Vector3d& x, double least) {
  const TriangleMesh::Triangle& triangle = mesh.triangles[index];
  const auto from = [&](int k) { return Vector3d(x - mesh.vertices.col(triangle.corner[k])); };
  if (std::abs(triangle.normal.dot(from(0))) > least) return false;
  for (int k = 0; k < 3; ++k)
    if (outward(mesh, triangle, k).dot(from(k)) > least) return false;
  return true;
}

// True if the middle of one triangle is below the plane of another, or in it.
bool is_below(const TriangleMesh& mesh, int index, int other, double touch) {
  Vector3d middle(0, 0, 0);
  for (const int v : mesh.triangles[index].corner) middle += mesh.vertices.col(v) / 3;
  const TriangleMesh::Triangle& plane = mesh.triangles[other];
  return plane.normal.dot(middle - mesh.vertices.col(plane.corner[0])) < touch;
}

}  // namespace

bool is_ghost_collision(const TriangleMesh& mesh, int triangle, const ContactPoint& point,
                        std::span<const NearTriangle> near, double thickness) {
  return std::ranges::any_of(near, [&](const NearTriangle& other) {
    const Vector3d& m = mesh.triangles[other.triangle].normal;
    const GhostCollision ghost(point.normal, point.gap, other.size, thickness);
    return ghost.may_be() && ghost.may_pass(m) && ghost.passes(m, other.apart) &&
           is_at(mesh, other.triangle, point.point_a, ghost.deepest()) &&
           is_below(mesh, triangle, other.triangle, ghost.touch);
  });
}

}  // namespace perpend::spatial
