// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/geometry/spatial/polyhedron.hpp"

namespace perpend::spatial {

/// Faces as loops of vertices, counter-clockwise seen from outside.
using FaceLoops = std::vector<std::vector<int>>;

/// Fills in planes, edges, volume, mass and extents of a polyhedron from its vertices and faces.
/// Returns false if the faces do not close: an edge has not two faces, or Euler's V - E + F is not
/// 2.
bool complete(const FaceLoops& loops, Polyhedron& polyhedron);

/// Returns the vertices in an order in which each is as far as possible from all before it.
std::vector<int> spread_order(const Eigen::Matrix3Xd& vertices);

}  // namespace perpend::spatial
