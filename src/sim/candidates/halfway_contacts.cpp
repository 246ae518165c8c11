// SPDX-License-Identifier: Apache-2.0
//
// Corners may clip each other, or come round far, on the way to the next pose and be apart again
// when they reach it. Halfway, where the midpoint step ends, they overlap. A pair that comes closer
// by s within the step, and is g apart before, overlaps by no more than s/2 - g there: most pairs
// need no test.
#include "sim/candidates/halfway_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/bodies/body_velocity.hpp"

namespace perpend {

bool HalfwayContacts::is_candidate(std::size_t index, int a, int b) const {
  return index < rows_.size() && rows_.contact(index).piece_a == a &&
         rows_.contact(index).piece_b == b;
}

// Returns the gap of two pieces at the pose, m: that of their candidates, which are adjacent from
// candidate_ on, or their distance if they have none. Goes on to the candidates behind these.
double HalfwayContacts::gap_between(const State& pose, int a, int b) {
  double gap = HUGE_VAL;
  for (; is_candidate(candidate_, a, b); ++candidate_)
    gap = std::min(gap, rows_.contact(candidate_).gap);
  return std::isfinite(gap) ? gap : step_.pieces.collider().distance(pose, a, b).gap;
}

// Returns how far a prescribed body is off the middle of its path halfway, by its acceleration, m.
// A body that rides on it moves straight within the step and is in the right place at both ends.
double HalfwayContacts::path_deviation(const State& pose, const State& halfway, int index) const {
  const Body& body = step_.model.bodies[step_.pieces[index].body];
  if (!body.is_kinematic()) return 0;
  const int lines = linear_dof(body);
  return (halfway.q.segment(body.q_offset, lines) - pose.q.segment(body.q_offset, lines) -
          0.5 * step_.options.dt * halfway.v.segment(body.v_offset, lines))
      .norm();
}

// True if two pieces may have contacts halfway with a gap below `deepest` (m), which is set. What a
// prescribed body touches it goes on pressing, with or without rows.
bool HalfwayContacts::may_be_deeper(const State& pose, int a, int b, double& deepest) {
  const double closer = step_.pieces.sweep().approach(a, b, 0.5 * step_.options.dt);
  const double least = step_.pairs.significant_overlap(a, b);
  if (!is_candidate(candidate_, a, b) && closer <= least) return false;
  const double gap = gap_between(pose, a, b);
  if (excluded_.contains(a, b)) return false;
  if (gap <= 0 && (step_.pairs.is_kinematic(a) || step_.pairs.is_kinematic(b))) return false;
  deepest = std::min(gap, 0.0) - least;
  return !(gap - closer > deepest);
}

// Goes on to the next pieces that have such contacts. Returns false if there are none.
bool HalfwayContacts::find_next(const State& pose) {
  const auto near = step_.pieces.collider().near_pieces();
  met_.clear();
  while (met_.empty() && next_pair_ < near.size()) {
    const auto& [a, b] = near[next_pair_++];
    double deepest = 0;
    if (may_be_deeper(pose, a, b, deepest)) find(pose, a, b, deepest);
  }
  return !met_.empty();
}

void HalfwayContacts::find(const State& pose, int a, int b, double deepest) {
  const State& halfway = step_.pieces.sweep().at(a, b, 0.5 * step_.options.dt);
  const double off = path_deviation(pose, halfway, a) + path_deviation(pose, halfway, b);
  step_.pieces.collider().collide(halfway, a, b, step_.margin_elsewhere(), met_);
  std::erase_if(met_, [&](const ContactPair& met) { return !(met.gap < deepest - off); });
  halfway_ = &halfway;
}

}  // namespace perpend
