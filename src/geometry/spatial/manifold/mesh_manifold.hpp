// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/manifold/solid.hpp"
#include "perpend/geometry/spatial/distance.hpp"

namespace perpend::spatial {

/// Contacts of a mesh, which is a, with a convex solid. False where they would be ghost collisions.
bool add_mesh_contacts(const Mesh& mesh, const Frame& frame, const Shape& shape, const Pose& pose,
                       ContactSet& contacts);

/// Of a mesh: the triangle with the least signed distance from a solid, -1 where there is none.
struct NearestTriangle {
  Distance distance;
  int index = -1;
};

/// The mesh is a; the normal may point to either side of the triangle. +inf for half spaces and
/// meshes.
NearestTriangle nearest_triangle(const Mesh& mesh, const Frame& frame, const Shape& shape,
                                 const Pose& pose);

/// Of one triangle of it, with the poses as frames; where it is farther than `enough` (m), any
/// distance above that.
Distance triangle_distance(const TriangleMesh& mesh, int index, const Frame& frame,
                           const Shape& shape, const Frame& there, double enough);

}  // namespace perpend::spatial
