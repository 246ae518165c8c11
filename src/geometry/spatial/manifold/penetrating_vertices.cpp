// SPDX-License-Identifier: Apache-2.0
// Corners of a solid below a triangle of a mesh that clipping one face of the solid over it does
// not find:
//   - corners of its other faces: the face that opposes the triangle most need not be over it;
//   - corners below a concave edge: along the normals of both adjacent triangles they are over
//     neither, because the normals diverge below the surface.
// If all edges around are concave, the deepest point is the lowest corner along the normal of some
// triangle, so that no penetration is without a contact.
#include "geometry/spatial/manifold/penetrating_vertices.hpp"

#include "geometry/spatial/manifold/patch.hpp"
#include "geometry/spatial/manifold/triangle_side.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

// True if x, in the frame of the mesh and below the plane of the triangle, is below the triangle,
// or below a concave edge at its side and below neither of the two triangles there.
bool is_below(const TriangleMesh& mesh, const TriangleMesh::Triangle& triangle, const Vector3d& x) {
  for (int k = 0; k < 3; ++k) {
    const Vector3d across = x - mesh.vertices.col(triangle.corner[k]);
    if (!(outward(mesh, triangle, k).dot(across) > 0)) continue;
    const TriangleMesh::Side& side = triangle.side[k];
    if (side.is_sharp || side.neighbour < 0) return false;
    if (!(outward_of_neighbour(mesh, side).dot(across) > 0)) return false;
  }
  return true;
}

// Calls visit(x, part, radius around it) for corners in world coordinates.
template <typename Visit>
void for_each_corner(const Solid& solid, const FaceAxes& axes, Visit visit) {
  if (const auto* box = std::get_if<Box>(&solid.shape)) {
    for (int i = 0; i < 8; ++i)
      visit(solid.frame.point_out(box_vertex(*box, i)), part::vertex(i), 0.0);
  } else if (const auto* hull = std::get_if<Hull>(&solid.shape)) {
    const Polyhedron& body = *hull->polyhedron;
    for (int i = 0; i < static_cast<int>(body.vertices.cols()); ++i)
      visit(solid.frame.point_out(body.vertices.col(i)), part::hull_vertex(i), 0.0);
  } else {
    const Patch patch = incident_patch(solid, axes, 0.0);
    for (int i = 0; i < patch.corner_count; ++i)
      visit(axes.out(patch.corners[i].x), patch.corners[i].part, patch.radius);
  }
}

}  // namespace

void add_penetrating_vertices(const TriangleMesh& mesh, int index, const Frame& frame,
                              const Solid& solid, double least, ContactSet& contacts) {
  const TriangleMesh::Triangle& triangle = mesh.triangles[index];
  const Vector3d n = frame.out(triangle.normal);
  FaceAxes axes;
  axes.origin = frame.point_out(mesh.vertices.col(triangle.corner[0]));
  axes.axes.col(2) = n;
  axes.axes.col(0) = n.unitOrthogonal();
  axes.axes.col(1) = n.cross(axes.axes.col(0));
  for_each_corner(solid, axes, [&](const Vector3d& core, std::uint32_t name, double radius) {
    const Vector3d x = core - radius * n;
    const double gap = n.dot(x - axes.origin);
    if (!(gap < least) || !is_below(mesh, triangle, frame.point_in(x))) return;
    contacts.add({gap, n, x - gap * n, x, feature(part::kSurface, name)});
  });
}

}  // namespace perpend::spatial
