// SPDX-License-Identifier: Apache-2.0
#include "geometry/spatial/broad_phase/mesh_tree.hpp"

#include "perpend/geometry/spatial/polyhedron.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

Polyhedron flat_polyhedron() {
  Polyhedron body;
  body.vertices.resize(3, 3);
  body.faces = {{.first = 0, .size = 3}, {.first = 3, .size = 3}};
  body.loop = {0, 1, 2, 0, 2, 1};
  body.loop_edge = {0, 1, 2, 2, 1, 0};
  body.edges.resize(3);
  return body;
}

}  // namespace

Hull triangle_hull(const TriangleMesh& mesh, int index) {
  thread_local Polyhedron body = flat_polyhedron();
  const TriangleMesh::Triangle& triangle = mesh.triangles[index];
  for (int k = 0; k < 3; ++k) body.vertices.col(k) = mesh.vertices.col(triangle.corner[k]);
  for (int k = 0; k < 3; ++k) {
    const Vector3d along = body.vertices.col((k + 1) % 3) - body.vertices.col(k);
    body.edges[k] = {k, (k + 1) % 3, 0, 1, along.normalized()};
  }
  body.faces[0].normal = triangle.normal;
  body.faces[1].normal = -triangle.normal;
  body.faces[0].offset = (triangle.normal.transpose() * body.vertices).maxCoeff();
  body.faces[1].offset = -(triangle.normal.transpose() * body.vertices).minCoeff();
  body.center = body.vertices.rowwise().mean();
  body.reach = body.vertices.colwise().norm().maxCoeff();
  const Vector3d sides = body.vertices.rowwise().maxCoeff() - body.vertices.rowwise().minCoeff();
  body.half_extent = sides.maxCoeff() / 2;
  return {std::shared_ptr<const Polyhedron>(std::shared_ptr<void>(), &body)};
}

}  // namespace perpend::spatial
