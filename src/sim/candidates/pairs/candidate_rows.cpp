// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/pairs/candidate_rows.hpp"

#include <algorithm>

namespace perpend {

void CandidateRows::find(Collider& collider, const State& pose, double margin) {
  contacts_ = collider.collide(pose, margin);
  rows_.assign(contacts_.size(), {});
  speculative_.clear();
}

void CandidateRows::find_farther(Collider& collider, const State& pose, double margin) {
  struct Known {
    std::uint64_t key;
    CandidateRow row;
  };
  std::vector<Known> known;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].state != CandidateRow::State::none) known.push_back({contacts_[i].key, rows_[i]});
  std::ranges::sort(known, {}, &Known::key);
  contacts_ = collider.collide(pose, margin);
  rows_.assign(contacts_.size(), {});
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto same = std::ranges::lower_bound(known, contacts_[i].key, {}, &Known::key);
    if (same != known.end() && same->key == contacts_[i].key) rows_[i] = same->row;
  }
}

bool CandidateRows::is_predicted(std::uint64_t key) const {
  const auto same = std::ranges::find(contacts_, key, &ContactPair::key);
  return same != contacts_.end() && rows_[same - contacts_.begin()].is_predicted;
}

const std::vector<ContactPair>& CandidateRows::active() {
  active_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!rows_[i].is_active()) continue;
    active_.push_back(contacts_[i]);
    active_.back().curve = rows_[i].curve;
    active_.back().turn = rows_[i].rotation;
  }
  active_.insert(active_.end(), speculative_.begin(), speculative_.end());
  return active_;
}

}  // namespace perpend
