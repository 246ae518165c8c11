// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/convex/frame.hpp"
#include "geometry/spatial/manifold/contact_set.hpp"

namespace perpend::spatial {

/// Adds contacts of `shape` over the half space z <= 0 of `ground`, which is a; none for a second
/// half space.
void add_half_space_contacts(const Frame& ground, const Shape& shape, const Frame& frame,
                             ContactSet& contacts);

}  // namespace perpend::spatial
