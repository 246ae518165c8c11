// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/candidates/moving_pieces.hpp"

namespace perpend {

/// Two bodies in free flight that meet each other, and can meet nothing else, within the step.
struct FreeMeeting {
  int body_a = 0, body_b = 0;
  double time = 0.0;  // s, when they touch, from the start of the step on
};

/// All such meetings of a step.
class FreeMeetings {
 public:
  FreeMeetings(const Model& model, double dt)
      : bodies_(static_cast<int>(model.bodies.size())), dt_(dt) {}

  using AreFree = std::function<bool(int body_a, int body_b)>;
  /// Finds those of bodies that `are_free`, which move as the sweep of `pieces` has it.
  void find(MovingPieces& pieces, std::span<const ContactPair> candidates, const AreFree& are_free);
  void clear();

  std::span<const FreeMeeting> all() const { return met_; }
  bool meet(int body, int other) const;
  /// Whether two bodies in free flight would meet later than in this step.
  bool stay_apart(int body, int other) const;
  bool have_apart() const { return !apart_.empty(); }
  /// Of two bodies of which `is_kicked` holds for one nothing is known any more.
  void forget_apart(const std::function<bool(int body)>& is_kicked);
  /// Whether a contact is one of two bodies that meet in this step, at the pose where they touch.
  bool is_where_they_touch(const MovingPieces& pieces, const ContactPair& pair) const;

 private:
  void find_partners(const MovingPieces& pieces, std::span<const ContactPair> candidates,
                     const AreFree& are_free);
  bool may_rebound(const MovingPieces& pieces, std::span<const ContactPair> candidates, int body,
                   int other) const;
  std::optional<double> touch_time(MovingPieces& pieces, int body, int other);

  int bodies_;
  double dt_;
  std::vector<int> partners_;  // per body: the only one it can meet in the step, kNone, kSeveral
  std::vector<FreeMeeting> met_;
  std::vector<std::pair<int, int>> apart_;  // bodies that would meet later than in this step
};

}  // namespace perpend
