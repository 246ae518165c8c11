// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "perpend/geometry/spatial/triangle_mesh.hpp"

namespace perpend::spatial {

struct MeshRayHit {
  double distance = 0;              ///< m along the ray
  Eigen::Vector3d normal{0, 0, 1};  ///< normal of the triangle, towards the ray's origin
};

/// Returns the first intersection of a ray of this length along the unit vector `along` with a
/// triangle, from either side; all in the frame of the mesh. Source: Moeller, Trumbore, Fast,
/// minimum storage ray/triangle intersection, 1997.
std::optional<MeshRayHit> first_hit(const TriangleMesh& mesh, const Eigen::Vector3d& origin,
                                    const Eigen::Vector3d& along, double length);

}  // namespace perpend::spatial
