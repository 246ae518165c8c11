// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "geometry/spatial/manifold/solid.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"

namespace perpend::spatial {

/// A triangle near a solid.
struct NearTriangle {
  int triangle = 0;
  double apart = 0;  ///< separation from the solid along its normal, m
  double size = 0;   ///< half the largest side of the smaller of the two, m
};

/// True if a contact of a solid with a triangle of a mesh, in the frame of the mesh, is a ghost
/// collision at an edge that the triangle shares with one of those near.
bool is_ghost_collision(const TriangleMesh& mesh, int triangle, const ContactPoint& point,
                        std::span<const NearTriangle> near, double thickness);

}  // namespace perpend::spatial
