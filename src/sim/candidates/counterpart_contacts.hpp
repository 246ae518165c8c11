// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "sim/candidates/pairs/step_context.hpp"

namespace perpend {

/// Finds the counterparts that contacts have at another pose: the contacts of the same features.
class CounterpartContacts {
 public:
  explicit CounterpartContacts(StepContext& step) : step_(step) {}

  /// Makes find() seek contacts of `pose` at the pose `other` from now on. Both have to outlive the
  /// queries.
  void look_at(const State& other, const State& pose);
  /// Returns the contact of the same features at the other pose, nothing if it is not near there.
  /// Cheapest if contacts of the same two pieces are asked for one after the other.
  std::optional<ContactPair> find(const ContactPair& pair);

 private:
  double relative_travel(const ContactPair& pair) const;

  StepContext& step_;
  const State *other_ = nullptr, *pose_ = nullptr;
  // The pieces last asked for, and their contacts at the other pose.
  int piece_a_ = -1, piece_b_ = -1;
  std::vector<ContactPair> contacts_;
};

}  // namespace perpend
