// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/spatial/manifold/solid.hpp"

namespace perpend::spatial {

/// Adds contacts of `other` above `face` of `reference`: all corners of their overlap, seen along
/// the normal of the face. Points closer to each other than `tolerance` (m) are merged.
void add_face_contacts(const Solid& reference, const FaceName& face, const Solid& other,
                       bool reference_is_a, double tolerance, ContactSet& contacts);

}  // namespace perpend::spatial
