// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/candidates/pairs/moving_pieces.hpp"

namespace perpend {

/// Two bodies in free flight that meet each other, and can meet nothing else, within the step.
struct FreeMeeting {
  int body_a = 0, body_b = 0;
  double time = 0.0;  // time from the start of the step to the touch, s
};

/// All such meetings of a step.
class FreeMeetings {
 public:
  FreeMeetings(const Model& model, double dt)
      : bodies_(static_cast<int>(model.bodies.size())), dt_(dt) {}

  using AreFree = std::function<bool(int body_a, int body_b)>;
  /// Finds the meetings of bodies with `are_free`, which move as in the sweep of `pieces`.
  void find(MovingPieces& pieces, std::span<const ContactPair> candidates, const AreFree& are_free);
  void clear();

  std::span<const FreeMeeting> all() const { return met_; }
  bool meet(int body, int other) const;
  /// True if two bodies in free flight would meet only after this step.
  bool meet_later(int body, int other) const;
  bool any_meet_later() const { return !later_.empty(); }
  /// Forgets the pairs of bodies that meet later if `is_thrown` holds for one of the two.
  void forget_later(const std::function<bool(int body)>& is_thrown);
  /// True if a contact is one of two bodies that meet in this step, at the pose where they touch.
  bool is_where_they_touch(const MovingPieces& pieces, const ContactPair& pair) const;

 private:
  void find_partners(const MovingPieces& pieces, std::span<const ContactPair> candidates,
                     const AreFree& are_free);
  bool may_rebound(const MovingPieces& pieces, std::span<const ContactPair> candidates, int body,
                   int other) const;
  std::optional<double> touch_time(MovingPieces& pieces, int body, int other);

  int bodies_;
  double dt_;
  std::vector<int> partners_;  // per body: the one it can meet in the step, kNone, kSeveral
  std::vector<FreeMeeting> met_;
  std::vector<std::pair<int, int>> later_;  // bodies that would meet later than in this step
};

}  // namespace perpend
