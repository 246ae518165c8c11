// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/convex/separation.hpp"
#include "geometry/spatial/manifold/solid.hpp"

namespace perpend::spatial {

/// The contact at the largest separation, and the ends of edges, generators and capsules that run
/// along each other there. Differences of gap below `tolerance` (m) count as none.
void add_closest_contacts(const Solid& a, const Solid& b, const Distance& separation,
                          double tolerance, ContactSet& contacts);

}  // namespace perpend::spatial
