// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/manifold/solid.hpp"
#include "perpend/geometry/spatial/distance.hpp"

namespace perpend::spatial {

/// Contacts of a mesh, which is a, with a convex solid. False where they would be ghost collisions.
bool add_mesh_contacts(const Mesh& mesh, const Frame& frame, const Shape& shape, const Pose& pose,
                       ContactSet& contacts);

/// The least signed distance of a solid from a triangle of a mesh, which is a; its normal may point
/// to either side. +inf for half spaces and meshes.
Distance mesh_distance(const Mesh& mesh, const Frame& frame, const Shape& shape, const Pose& pose);

}  // namespace perpend::spatial
