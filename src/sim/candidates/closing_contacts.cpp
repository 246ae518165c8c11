// SPDX-License-Identifier: Apache-2.0
//
// Selection of the candidates without a row that get one when theirs would close. A row has the
// normal of the pose of the step, and fast bodies may miss each other all the same, or meet
// elsewhere: a wheel passes over the edge of the next tile whose row it closes, a ghost collision.
// So a row is taken as it is if its bodies meet along its normal. If they meet along another one,
// the rows of that place are taken instead, but only for the first, or deepest, meeting of each
// body: the others, such as with the tile behind, may be missed by the answer with these.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "sim/candidates/candidate_contacts.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Cosine between the normals at the pose and at the meeting, below which a contact gets the normal
// of the place where its bodies meet: 2.5 degrees, which would turn 4 % of an impact into the wrong
// direction.
constexpr double kStraight = 0.999;
// Motion within a step, as a share of the smaller body's reach, up to which the row of a contact
// describes where its bodies go: normals rotate by no more than that.
constexpr double kSlow = 1e-3;
// Relative difference of time and gap up to which two meetings are the same: round-off.
constexpr double kSame = 1e-6;

bool are_one(const auto& first, const auto& second) {
  const double time = second.time - first.time, gap = second.gap - first.gap;
  return time <= kSame * second.time && gap <= kSame * std::abs(first.gap);
}

}  // namespace

// True if the row of a contact describes where its bodies go. Without stabilisation (gap/dt) this
// is not required.
bool CandidateContacts::is_reliable(const ContactPair& pair) const {
  return !options_.stabilise || pieces_.is_half_space(pair.piece_a) ||
         pieces_.is_half_space(pair.piece_b) ||
         pieces_.sweep().approach(pair.piece_a, pair.piece_b, options_.dt) <=
             kSlow * pieces_.reach(pair);
}

bool CandidateContacts::is_met_straight(const ContactPair& pair) {
  const MovingPieces::Meeting& met = pieces_.meeting(pair);
  return met.meets && std::ranges::any_of(met.normals, [&](const Vector3d& normal) {
           return normal.dot(pair.normal) > kStraight;
         });
}

int CandidateContacts::activate_closing(const State& pose, const Eigen::VectorXd& v) {
  got_rows_.assign(model_->bodies.size(), 0);
  group_ = 1;
  doubtful_.clear();
  int added = 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (rows_[i] == Row::active || rows_[i] == Row::apart || !closes(pose, i, v)) continue;
    if (is_reliable(i) || is_met_straight(candidates_[i]))
      added += activate(i);
    else if (const MovingPieces::Meeting& met = pieces_.meeting(candidates_[i]); met.meets)
      doubtful_.push_back({i, met.time, met.gap});
  }
  std::ranges::sort(doubtful_, {},
                    [](const Doubtful& x) { return std::tuple(x.time, x.gap, x.candidate); });
  for (auto first = doubtful_.begin(); first != doubtful_.end();) {
    const auto next = std::find_if_not(first, doubtful_.end(),
                                       [&](const Doubtful& x) { return are_one(*first, x); });
    ++group_;
    added += activate_where_met(pose, {first, next});
    first = next;
  }
  return added;
}

// Activates rows where a group of pairs meets at the same time, except for bodies with new rows.
int CandidateContacts::activate_where_met(const State& pose, std::span<const Doubtful> together) {
  int added = 0;
  std::pair<int, int> done{-1, -1};
  for (const Doubtful& doubtful : together) {
    const ContactPair& pair = candidates_[doubtful.candidate];
    const std::pair pieces(pair.piece_a, pair.piece_b);
    if (pieces == done || got_rows_before(pair)) continue;
    done = pieces;
    added += activate_where_met(pose, doubtful);
  }
  return added;
}

// True if a dynamic body of the pair has new rows from an earlier group.
bool CandidateContacts::got_rows_before(const ContactPair& pair) const {
  const auto got = [&](int body) {
    return model_->bodies[body].is_dynamic() && got_rows_[body] > 0 && got_rows_[body] < group_;
  };
  return got(pair.body_a) || got(pair.body_b);
}

void CandidateContacts::get_rows(const ContactPair& pair) {
  for (const int body : {pair.body_a, pair.body_b})
    if (got_rows_[body] == 0) got_rows_[body] = group_;
}

int CandidateContacts::activate(std::size_t candidate) {
  rows_[candidate] = Row::active;
  get_rows(candidates_[candidate]);
  return 1;
}

// Adds the rows of the place where the two pieces meet, in place of their candidates without a row;
// activates the candidate's own row if those were not enough.
int CandidateContacts::activate_where_met(const State& pose, const Doubtful& doubtful) {
  const ContactPair pair = candidates_[doubtful.candidate];
  const State& then = pieces_.sweep().at(pair.piece_a, pair.piece_b, doubtful.time);
  met_.clear();
  if (rows_[doubtful.candidate] == Row::none)
    pieces_.collider().collide(then, pair.piece_a, pair.piece_b, 0.0, met_);
  if (met_.empty()) return activate(doubtful.candidate);
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (candidates_[i].piece_a == pair.piece_a && candidates_[i].piece_b == pair.piece_b &&
        rows_[i] == Row::none)
      rows_[i] = Row::replaced;
  get_rows(pair);
  for (const ContactPair& other : met_) speculative_.push_back(carried_back(other, then, pose));
  return static_cast<int>(met_.size());
}

}  // namespace perpend
