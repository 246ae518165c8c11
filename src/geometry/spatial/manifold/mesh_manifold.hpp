// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/manifold/solid.hpp"
#include "perpend/geometry/spatial/distance.hpp"

namespace perpend::spatial {

/// Adds contacts of a mesh, which is a, with a convex solid. Returns false if all were ghost
/// collisions.
bool add_mesh_contacts(const Mesh& mesh, const Frame& frame, const Shape& shape, const Pose& pose,
                       ContactSet& contacts);

/// The triangle of a mesh with the least signed distance from a solid, -1 if there is none.
struct NearestTriangle {
  Distance distance;
  int index = -1;
};

/// Returns the triangle of `mesh`, which is a, nearest to `shape`. The normal may point to either
/// side of the triangle. The gap is +inf for half spaces and meshes.
NearestTriangle nearest_triangle(const Mesh& mesh, const Frame& frame, const Shape& shape,
                                 const Pose& pose);

/// Returns the distance from one triangle of the mesh, with the poses as frames. If it exceeds
/// `enough` (m), the result may be any distance above `enough`.
Distance triangle_distance(const TriangleMesh& mesh, int index, const Frame& frame,
                           const Shape& shape, const Frame& there, double enough);

}  // namespace perpend::spatial
