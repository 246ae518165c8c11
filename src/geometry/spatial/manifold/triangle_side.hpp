// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>

#include "perpend/geometry/spatial/triangle_mesh.hpp"

namespace perpend::spatial {

/// Returns the unit vector out of a triangle across its side k, in its plane; frame of the mesh.
inline Eigen::Vector3d outward(const TriangleMesh& mesh, const TriangleMesh::Triangle& triangle,
                               int k) {
  const Eigen::Vector3d along =
      mesh.vertices.col(triangle.corner[(k + 1) % 3]) - mesh.vertices.col(triangle.corner[k]);
  return along.cross(triangle.normal).normalized();
}

/// Returns the same for the neighbour at side k, out of it across that side.
inline Eigen::Vector3d outward_of_neighbour(const TriangleMesh& mesh,
                                            const TriangleMesh::Side& side) {
  const TriangleMesh::Triangle& other = mesh.triangles[side.neighbour];
  int k = 0;
  while (k < 2 && other.side[k].edge != side.edge) ++k;
  return outward(mesh, other, k);
}

}  // namespace perpend::spatial
