// SPDX-License-Identifier: Apache-2.0
//
// Corners may clip each other, or come round far, on the way to the next pose and be apart again
// when they reach it. Halfway, where the midpoint step ends, they overlap. A pair that comes closer
// by s within the step, and is g apart before, overlaps by no more than s/2 - g there: most pairs
// need no test.
#include <algorithm>
#include <cmath>

#include "dynamics/bodies/body_velocity.hpp"
#include "sim/candidates/candidate_contacts.hpp"

namespace perpend {

// Returns the gap of two pieces at the pose, m: that of their candidates, which are adjacent from
// `first` on, or their distance if they have none.
double CandidateContacts::gap_between(const State& pose, int a, int b, std::size_t& first) const {
  double gap = HUGE_VAL;
  for (; first < candidates_.size() && candidates_[first].piece_a == a &&
         candidates_[first].piece_b == b;
       ++first)
    gap = std::min(gap, candidates_[first].gap);
  return std::isfinite(gap) ? gap : pieces_.collider().distance(pose, a, b).gap;
}

// True for prescribed bodies, which go on pressing what they touch, with or without rows.
bool CandidateContacts::presses(int index) const {
  return model_->bodies[piece(index).body].is_kinematic();
}

// Returns how far a prescribed body is off the middle of its path halfway, by its acceleration, m.
// A body that rides on it moves straight within the step and is in the right place at both ends.
double CandidateContacts::bow(const State& pose, const State& then, int index) const {
  const Body& body = model_->bodies[piece(index).body];
  if (!body.is_kinematic()) return 0;
  const int lines = linear_dof(body);
  return (then.q.segment(body.q_offset, lines) - pose.q.segment(body.q_offset, lines) -
          0.5 * options_.dt * then.v.segment(body.v_offset, lines))
      .norm();
}

// Calls visit(state halfway, contact there) for contacts that are deeper halfway than at the pose.
template <typename Visit>
void CandidateContacts::visit_halfway(const State& pose, const Visit& visit) {
  const double half = 0.5 * options_.dt;
  std::size_t candidate = 0;
  for (const auto& [a, b] : pieces_.collider().near_pieces()) {
    const bool known = candidate < candidates_.size() && candidates_[candidate].piece_a == a &&
                       candidates_[candidate].piece_b == b;
    const double closer = pieces_.sweep().approach(a, b, half);
    if (!known && closer <= deep(a, b)) continue;
    const double gap = gap_between(pose, a, b, candidate);
    if (stay_apart(a, b)) continue;
    if (gap <= 0 && (presses(a) || presses(b))) continue;
    const double deeper = std::min(gap, 0.0) - deep(a, b);
    if (gap - closer > deeper) continue;
    const State& then = pieces_.sweep().at(a, b, half);
    const double bowed = bow(pose, then, a) + bow(pose, then, b);
    met_.clear();
    pieces_.collider().collide(then, a, b, margin_there(), met_);
    for (const ContactPair& met : met_)
      if (met.gap < deeper - bowed) visit(then, met);
  }
}

int CandidateContacts::meet_halfway(const State& pose, const Eigen::VectorXd& v) {
  int changed = 0;
  visit_halfway(pose, [&](const State& then, const ContactPair& met) {
    left_over_ = left_over_ || is_led_into(pose, then, met);
    changed += meet(pose, v, then, met, 0.5);
  });
  return changed;
}

bool CandidateContacts::leads_into_halfway(const State& pose) {
  bool leads = false;
  visit_halfway(pose, [&](const State& then, const ContactPair& met) {
    leads = leads || is_led_into(pose, then, met);
  });
  return leads;
}

}  // namespace perpend
