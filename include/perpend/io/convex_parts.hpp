// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/geometry/spatial/triangle_soup.hpp"

namespace perpend::io {

/// Cuts a mesh into parts whose convex hulls together nearly cover it, and returns the corners of
/// each, in the unit of the mesh. `threshold`, from 0.01 to 1, bounds how far the hull of a part is
/// from the part, with the mesh scaled into a cube of side 2: small values give more parts. A mesh
/// that is not closed is replaced by a closed one around it. Runs CoACD (Wei, Liu, Ling, Su:
/// Approximate convex decomposition for 3D meshes with collision-aware concavity and tree search,
/// 2022), a Python package; returns a fault where it is missing or fails.
Result<std::vector<std::vector<Eigen::Vector3d>>> convex_parts(const spatial::TriangleSoup& mesh,
                                                               double threshold);

}  // namespace perpend::io
