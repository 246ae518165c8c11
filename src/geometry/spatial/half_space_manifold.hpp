// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/contact_set.hpp"
#include "geometry/spatial/frame.hpp"

namespace perpend::spatial {

/// Points of `shape` over the half space z <= 0 of `ground`, which is a; none for a second half
/// space.
void add_half_space_contacts(const Frame& ground, const Shape& shape, const Frame& frame,
                             ContactSet& contacts);

}  // namespace perpend::spatial
