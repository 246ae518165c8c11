// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/manifold/solid.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"

namespace perpend::spatial {

/// Adds the corners of a solid, or the lowest points of a round one, that are deeper than `least`
/// (m, < 0) below triangle `index` of a mesh in `frame`. They get the normal of the triangle and
/// the features of add_face_contacts().
void add_penetrating_vertices(const TriangleMesh& mesh, int index, const Frame& frame,
                              const Solid& solid, double least, ContactSet& contacts);

}  // namespace perpend::spatial
