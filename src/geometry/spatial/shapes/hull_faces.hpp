// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/shapes/polyhedron_parts.hpp"

namespace perpend::spatial {

/// Returns the faces of the convex hull of points that do not lie in one plane, flat to `flat` (m),
/// by Qhull. Throws InvalidArgument if it finds none.
FaceLoops hull_faces(const Eigen::Matrix3Xd& points, double flat);

/// Does the same by gift wrapping, for builds without Qhull (apps/wasm). Cost: points times faces.
FaceLoops wrapped_faces(const Eigen::Matrix3Xd& points, double flat);

}  // namespace perpend::spatial
