// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/convex/separation.hpp"
#include "geometry/spatial/manifold/solid.hpp"

namespace perpend::spatial {

/// Returns the nearest two points of the parts of a and b that lie farthest along n and -n.
ContactPoint closest_point(const Solid& a, const Solid& b, const Eigen::Vector3d& n);

/// Adds the contact at the largest separation, and the ends of edges, generators and capsules that
/// are nearly parallel there. Differences of gap below `tolerance` (m) are ignored.
void add_closest_contacts(const Solid& a, const Solid& b, const Distance& separation,
                          double tolerance, ContactSet& contacts);

}  // namespace perpend::spatial
