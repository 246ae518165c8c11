// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "contact/collider.hpp"

namespace perpend {

/// The row that a candidate has, or could have.
struct CandidateRow {
  enum class State : char {
    none,
    active,
    replaced,  ///< by the rows of the place where its bodies meet
    excluded   ///< by ExcludedPairs
  };
  State state = State::none;
  bool is_predicted = false;  ///< its `rotation` is known
  double rotation = 0.0;      ///< ContactPair::turn, m
  double curve = 0.0;         ///< ContactPair::curve, m

  bool is_active() const { return state == State::active; }
};

/// The candidates of a step, the row of each, and the rows of speculative contacts.
class CandidateRows {
 public:
  /// Finds the contacts of `pose` with gap <= margin. None has a row.
  void find(Collider& collider, const State& pose, double margin);
  /// Finds them up to a larger margin. Those that had a row keep it, as do speculative contacts.
  void find_farther(Collider& collider, const State& pose, double margin);

  /// The candidates; valid until the next search.
  std::span<const ContactPair> contacts() const { return contacts_; }
  const ContactPair& contact(std::size_t candidate) const { return contacts_[candidate]; }
  std::size_t size() const { return rows_.size(); }
  CandidateRow& operator[](std::size_t candidate) { return rows_[candidate]; }
  const CandidateRow& operator[](std::size_t candidate) const { return rows_[candidate]; }
  /// True if the rotation of a kinematic body is known to the row of the candidate with that key.
  bool is_predicted(std::uint64_t key) const;

  /// Rows of contacts that the pose does not have: all are active. Points are at the pose, keys
  /// inverted.
  std::vector<ContactPair>& speculative() { return speculative_; }
  const std::vector<ContactPair>& speculative() const { return speculative_; }
  /// The active candidates, in their order, and then the speculative contacts.
  const std::vector<ContactPair>& active();

 private:
  std::span<const ContactPair> contacts_;
  std::vector<CandidateRow> rows_;  // per candidate
  std::vector<ContactPair> speculative_;
  std::vector<ContactPair> active_;
};

}  // namespace perpend
