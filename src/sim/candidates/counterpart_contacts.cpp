// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/counterpart_contacts.hpp"

#include <algorithm>

#include "dynamics/bodies/kinetics.hpp"

namespace perpend {

void CounterpartContacts::look_at(const State& other, const State& pose) {
  other_ = &other;
  pose_ = &pose;
  piece_a_ = piece_b_ = -1;
}

// Bounds how far the outlines of two bodies move past each other between the two poses, m.
double CounterpartContacts::relative_travel(const ContactPair& pair) const {
  Eigen::Vector3d moved(0, 0, 0);
  double rotated = 0;
  for (const auto& [body, sign] : {std::pair(pair.body_a, -1.0), std::pair(pair.body_b, 1.0)}) {
    const spatial::Pose here = spatial_pose(step_.model, *pose_, {body});
    const spatial::Pose there = spatial_pose(step_.model, *other_, {body});
    const double angle = here.r.angularDistance(there.r);
    moved += sign * (there.p - here.p);
    if (angle > 0) rotated += angle * step_.pieces.reach(body);
  }
  return moved.norm() + rotated;
}

// Looks no farther than contacts can be there: within the reach of a body a fine mesh has hundreds
// of triangles.
std::optional<ContactPair> CounterpartContacts::find(const ContactPair& pair) {
  if (piece_a_ != pair.piece_a || piece_b_ != pair.piece_b) {
    piece_a_ = pair.piece_a, piece_b_ = pair.piece_b;
    const double farthest =
        std::min(step_.margin + relative_travel(pair), step_.pieces.reach(pair));
    contacts_.clear();
    step_.pieces.collider().collide(*other_, piece_a_, piece_b_, farthest, contacts_);
  }
  const auto same = std::ranges::find(contacts_, pair.key, &ContactPair::key);
  if (same == contacts_.end()) return std::nullopt;
  return *same;
}

}  // namespace perpend
