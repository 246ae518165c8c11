// SPDX-License-Identifier: Apache-2.0
//
// Two bodies in free flight that meet within a step, at a time that the step does not know: with
// the geometry of its pose their impulse would point the wrong way, and at the pose the normal they
// meet with does not lie on one line with their centres, so that discs and balls without friction
// would start to spin. Where neither can meet anything else, both take their geometry when they
// touch. Their impulse is that of the collision then, and both momenta and the energy are kept to
// rounding however long the step.
#include <algorithm>

#include "sim/candidates/candidate_contacts.hpp"

namespace perpend {
namespace {

constexpr int kNone = -1, kSeveral = -2;
// Of the smaller body's reach: overlap and gap of bodies that touch.
constexpr double kTouching = 1e-7;
// Of it, too: what swings farther within the step may be met again.
constexpr double kSwing = 0.3;
// Of the way that two bodies approach each other by: a light one goes on by up to twice as much.
constexpr double kRebound = 2;

}  // namespace

// By all candidates that may close within the step, or have.
void CandidateContacts::find_partners(const std::function<bool(int)>& is_free) {
  partners_.assign(model_->bodies.size(), kNone);
  const auto add = [&](int body, int other) {
    if (partners_[body] != other) partners_[body] = partners_[body] == kNone ? other : kSeveral;
  };
  for (const ContactPair& pair : candidates_) {
    if (partners_[pair.body_a] == kSeveral && partners_[pair.body_b] == kSeveral) continue;
    if (pair.gap > sweep_.approach(pair.piece_a, pair.piece_b, options_.dt)) continue;
    const bool swings =
        sweep_.swing(pair.piece_a, pair.piece_b, options_.dt) > kSwing * reach(pair);
    const bool free = is_free(pair.body_a) && is_free(pair.body_b) && !swings;
    add(pair.body_a, free ? pair.body_b : kSeveral);
    add(pair.body_b, free ? pair.body_a : kSeveral);
  }
}

// Whether one of two bodies, thrown off the other, can meet anything else within the step.
bool CandidateContacts::may_rebound(int body, int other) const {
  const auto is_theirs = [&](int a, int b) { return std::pair(a, b) == std::pair(body, other); };
  double thrown = 0;
  for (const ContactPair& pair : candidates_)
    if (is_theirs(pair.body_a, pair.body_b))
      thrown = std::max(thrown, sweep_.approach(pair.piece_a, pair.piece_b, options_.dt));
  return std::ranges::any_of(candidates_, [&](const ContactPair& pair) {
    const auto has = [&](int one) { return pair.body_a == one || pair.body_b == one; };
    return has(body) != has(other) &&
           pair.gap <= sweep_.approach(pair.piece_a, pair.piece_b, options_.dt) + kRebound * thrown;
  });
}

// When two bodies touch, the end of the step where they do not; empty where they touch already.
std::optional<double> CandidateContacts::touch_time(const State& start, int body, int other) {
  double first = options_.dt;
  for (const auto& [a, b] : collider_.near_pieces()) {
    if (piece(a).body != body || piece(b).body != other) continue;
    if (collider_.distance(start, a, b).gap <= kTouching * reach(body, other)) return {};
    const std::optional<double> time = sweep_.first_touch(collider_, a, b, first);
    if (!time) return {};
    first = *time;
  }
  return first;
}

std::span<const CandidateContacts::FreeMeeting> CandidateContacts::find_free_meetings(
    const State& start, const std::function<bool(int body)>& is_free) {
  forget_free_meetings();
  if (collider_.has_ghosts() || options_.margin > 0) return {};
  const State& pose = sweep_.pose();
  start_sweep(start, start.v);
  find_partners(is_free);
  for (int body = 0; body < static_cast<int>(partners_.size()); ++body) {
    const int other = partners_[body];
    if (other < body || partners_[other] != body || may_rebound(body, other)) continue;
    const std::optional<double> time = touch_time(start, body, other);
    if (!time) continue;
    if (*time < options_.dt)
      free_meetings_.push_back({body, other, *time});
    else
      apart_.emplace_back(body, other);
  }
  start_sweep(pose, approach_);
  leave_apart();
  return free_meetings_;
}

void CandidateContacts::forget_free_meetings() {
  free_meetings_.clear();
  apart_.clear();
}

bool CandidateContacts::meet_in_flight(int body, int other) const {
  return std::ranges::any_of(free_meetings_, [&](const FreeMeeting& met) {
    return met.body_a == body && met.body_b == other;
  });
}

bool CandidateContacts::stay_apart(int a, int b) const {
  return std::ranges::find(apart_, std::pair(piece(a).body, piece(b).body)) != apart_.end() ||
         is_behind(a, b);
}

void CandidateContacts::leave_apart() {
  if (apart_.empty() && !has_meshes_) return;
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (stay_apart(candidates_[i].piece_a, candidates_[i].piece_b)) rows_[i] = Row::apart;
}

bool CandidateContacts::is_met_in_flight(const ContactPair& pair) const {
  return pair.gap <= kTouching * reach(pair) && meet_in_flight(pair.body_a, pair.body_b);
}

}  // namespace perpend
