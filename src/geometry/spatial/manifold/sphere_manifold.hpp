// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/convex/frame.hpp"
#include "geometry/spatial/manifold/contact_set.hpp"

namespace perpend::spatial {

/// The nearest point on the surface of a shape.
struct SurfacePoint {
  double distance = 0;              ///< m, negative inside
  Eigen::Vector3d normal{0, 0, 1};  ///< unit, out of the shape
};

/// Returns the surface point of `shape`, which is no mesh, nearest to x, both in the frame of the
/// shape. Inside, at equal distances, it is the first of a fixed order.
SurfacePoint nearest_surface(const Shape& shape, const Eigen::Vector3d& x);

/// Adds the one contact of `shape`, which is a, with a ball around `center` (world).
void add_sphere_contact(const Shape& shape, const Frame& frame, const Eigen::Vector3d& center,
                        double radius, ContactSet& contacts);

}  // namespace perpend::spatial
