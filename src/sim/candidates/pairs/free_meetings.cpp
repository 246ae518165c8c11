// SPDX-License-Identifier: Apache-2.0
//
// Two bodies in free flight that meet within a step, at a time that the step does not resolve: with
// the geometry of its pose their impulse would point in the wrong direction, and the normal at the
// pose is not along the line of centres, so that frictionless discs and balls would start to spin.
// If neither can meet anything else, both take their geometry when they touch. Their impulse is
// then that of the collision, and both momenta and the energy are conserved to round-off however
// long the step.
#include "sim/candidates/pairs/free_meetings.hpp"

#include <algorithm>

namespace perpend {
namespace {

constexpr int kNone = -1, kSeveral = -2;
// Share of the smaller body's reach up to which overlap or gap counts as touching.
constexpr double kTouching = 1e-7;
// Share of the smaller body's reach; bodies that swing farther within the step may meet again.
constexpr double kSwing = 0.3;
// Multiple of the distance by which two bodies approach each other: a light one may rebound by up
// to twice as much.
constexpr double kRebound = 2;

}  // namespace

// Finds the partner of each body among all candidates that may close within the step, or have
// closed.
void FreeMeetings::find_partners(const MovingPieces& pieces,
                                 std::span<const ContactPair> candidates, const AreFree& are_free) {
  partners_.assign(bodies_, kNone);
  const auto add = [&](int body, int other) {
    if (partners_[body] != other) partners_[body] = partners_[body] == kNone ? other : kSeveral;
  };
  for (const ContactPair& pair : candidates) {
    if (partners_[pair.body_a] == kSeveral && partners_[pair.body_b] == kSeveral) continue;
    if (pair.gap > pieces.sweep().approach(pair.piece_a, pair.piece_b, dt_)) continue;
    const bool swings =
        pieces.sweep().swing(pair.piece_a, pair.piece_b, dt_) > kSwing * pieces.reach(pair);
    const bool free = are_free(pair.body_a, pair.body_b) && !swings;
    add(pair.body_a, free ? pair.body_b : kSeveral);
    add(pair.body_b, free ? pair.body_a : kSeveral);
  }
}

// True if one of two bodies, thrown off the other, can meet anything else within the step.
bool FreeMeetings::may_rebound(const MovingPieces& pieces, std::span<const ContactPair> candidates,
                               int body, int other) const {
  const auto is_theirs = [&](int a, int b) { return std::pair(a, b) == std::pair(body, other); };
  double thrown = 0;
  for (const ContactPair& pair : candidates)
    if (is_theirs(pair.body_a, pair.body_b))
      thrown = std::max(thrown, pieces.sweep().approach(pair.piece_a, pair.piece_b, dt_));
  return std::ranges::any_of(candidates, [&](const ContactPair& pair) {
    const auto has = [&](int one) { return pair.body_a == one || pair.body_b == one; };
    return has(body) != has(other) &&
           pair.gap <= pieces.sweep().approach(pair.piece_a, pair.piece_b, dt_) + kRebound * thrown;
  });
}

// Returns the time when two bodies touch, the end of the step if they do not; empty if they touch
// already.
std::optional<double> FreeMeetings::touch_time(MovingPieces& pieces, int body, int other) {
  double first = dt_;
  for (const auto& [a, b] : pieces.collider().near_pieces()) {
    if (pieces[a].body != body || pieces[b].body != other) continue;
    if (pieces.collider().distance(pieces.sweep().pose(), a, b).gap <=
        kTouching * pieces.reach(body, other))
      return {};
    const std::optional<double> time = pieces.sweep().first_touch(pieces.collider(), a, b, first);
    if (!time) return {};
    first = *time;
  }
  return first;
}

void FreeMeetings::find(MovingPieces& pieces, std::span<const ContactPair> candidates,
                        const AreFree& are_free) {
  clear();
  find_partners(pieces, candidates, are_free);
  for (int body = 0; body < static_cast<int>(partners_.size()); ++body) {
    const int other = partners_[body];
    if (other < body || partners_[other] != body) continue;
    if (may_rebound(pieces, candidates, body, other)) continue;
    const std::optional<double> time = touch_time(pieces, body, other);
    if (!time) continue;
    if (*time < dt_)
      met_.push_back({body, other, *time});
    else
      later_.emplace_back(body, other);
  }
}

void FreeMeetings::clear() {
  met_.clear();
  later_.clear();
}

void FreeMeetings::forget_later(const std::function<bool(int body)>& is_thrown) {
  std::erase_if(later_, [&](const std::pair<int, int>& pair) {
    return is_thrown(pair.first) || is_thrown(pair.second);
  });
}

bool FreeMeetings::meet(int body, int other) const {
  return std::ranges::any_of(
      met_, [&](const FreeMeeting& met) { return met.body_a == body && met.body_b == other; });
}

bool FreeMeetings::meet_later(int body, int other) const {
  return std::ranges::find(later_, std::pair(body, other)) != later_.end();
}

bool FreeMeetings::is_where_they_touch(const MovingPieces& pieces, const ContactPair& pair) const {
  return pair.gap <= kTouching * pieces.reach(pair) && meet(pair.body_a, pair.body_b);
}

}  // namespace perpend
