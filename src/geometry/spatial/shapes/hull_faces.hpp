// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/shapes/polyhedron_parts.hpp"

namespace perpend::spatial {

/// Faces of the convex hull of points that do not lie in one plane, flat to `flat` (m), by Qhull.
/// Throws InvalidArgument where it finds none.
FaceLoops hull_faces(const Eigen::Matrix3Xd& points, double flat);

/// The same by wrapping, where there is no Qhull (apps/wasm). Cost: points times faces.
FaceLoops wrapped_faces(const Eigen::Matrix3Xd& points, double flat);

}  // namespace perpend::spatial
