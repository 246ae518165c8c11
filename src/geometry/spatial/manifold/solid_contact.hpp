// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/convex/separation.hpp"
#include "geometry/spatial/manifold/solid.hpp"

namespace perpend::spatial {

/// Returns half the largest side of a solid, m; 0 for spheres and half spaces.
double extent(const Shape& shape);

/// Adds contacts of two convex solids, neither of which is a sphere or a half space. Returns false
/// if they would be a ghost collision.
bool add_solid_contacts(const Solid& a, const Solid& b, ContactSet& contacts);

/// Does the same for a known largest separation, without the test for ghost collisions.
void add_contacts_at(const Distance& separation, const MinkowskiSum& sum, const Solid& a,
                     const Solid& b, double tolerance, ContactSet& contacts);

}  // namespace perpend::spatial
