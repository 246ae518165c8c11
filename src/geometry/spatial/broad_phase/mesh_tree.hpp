// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "geometry/spatial/broad_phase/broad_phase.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"

namespace perpend::spatial {

/// Calls visit(triangle) for those whose leaf's box overlaps `box`, in the frame of the mesh.
template <typename Visit>
void for_each_triangle(const TriangleMesh& mesh, const Aabb& box, Visit visit) {
  std::array<int, 64> open;  // the tree is balanced: at most one open node per bit of the count
  int count = 0;
  open[count++] = 0;
  while (count > 0) {
    const int index = open[--count];
    const TriangleMesh::Node& node = mesh.nodes[index];
    if (!overlap(Aabb{node.lo, node.hi}, box)) continue;
    for (int i = node.first; i < node.first + node.count; ++i) visit(mesh.order[i]);
    if (node.count > 0) continue;
    open[count++] = node.right;
    open[count++] = index + 1;
  }
}

/// Returns a triangle of a mesh as a hull without volume, in the frame of the mesh: faces 0
/// (outside) and 1, vertices and edges are corners and sides of the triangle. Valid until the
/// thread's next call.
Hull triangle_hull(const TriangleMesh& mesh, int triangle);

}  // namespace perpend::spatial
