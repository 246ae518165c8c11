// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/collider.hpp"

namespace perpend {

/// Returns a contact of the pose `next` as a speculative contact of `pose`:
/// - its material points, which touch at `next`, are carried back to `pose`,
/// - the normal stays the one at `next`,
/// - the gap is that of the points at `pose`, but not negative,
/// - the key is inverted.
/// The round parts of a shape touch with another of their points at `pose`, so the core of the
/// shape is carried back.
ContactPair carried_back(const Model& model, const Collider& collider, ContactPair contact,
                         const State& next, const State& pose);

/// Returns the gap of the material points of a contact along its normal, m; negative for overlap.
inline double point_gap(const ContactPair& contact) {
  return contact.normal.dot(contact.point_b - contact.point_a);
}

}  // namespace perpend
