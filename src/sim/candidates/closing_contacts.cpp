// SPDX-License-Identifier: Apache-2.0
//
// Which candidates without a row get one when theirs would close. A row has the normal of the pose
// of the step, and bodies that are fast may miss each other all the same, or meet elsewhere: a
// wheel passes over the edge of the next tile whose row it closes, a ghost collision. So a row is
// taken as it is where its bodies meet along its normal. Where they meet with another one the rows
// of that place are taken in its stead, but only what meets first, or deepest, of each body: the
// others, such as the tile behind, may be missed by the answer with these.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "sim/candidates/candidate_contacts.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Overlap at the next pose from which on two bodies meet, of the smaller one's reach: above the
// rounding of positions a million times as far from the origin.
constexpr double kMet = 1e-9;
// Below this cosine a contact has the normal of the place where its bodies meet: 2.5 degrees, which
// would turn 4 % of an impact into the wrong direction.
constexpr double kStraight = 0.999;
// Motion within a step, of the smaller body's reach, up to which the row of a contact says where
// its bodies go: normals turn by no more than that.
constexpr double kSlow = 1e-3;
// Two bodies go through each other if the normal between them turned from where they met by more
// than this cosine, or if they overlap by more than this share of the thinner one's inner radius.
constexpr double kOtherSide = 0.3, kInside = 0.5;

// Share of an overlap by which two that come about at one time differ at most: rounding.
constexpr double kSame = 1e-6;

bool are_one(const auto& first, const auto& second) {
  const double time = second.time - first.time, gap = second.gap - first.gap;
  return time <= kSame * second.time && gap <= kSame * std::abs(first.gap);
}

}  // namespace

void CandidateContacts::start_sweep(const State& pose, const Eigen::VectorXd& v) {
  sweep_.start(pose, v);
  meeting_.piece_a = -1;
}

// Whether the row of a contact tells where its bodies go. Without gap/dt it is not asked to.
bool CandidateContacts::is_reliable(const ContactPair& pair) const {
  return !options_.stabilise || is_half_space(pair.piece_a) || is_half_space(pair.piece_b) ||
         sweep_.approach(pair.piece_a, pair.piece_b, options_.dt) <= kSlow * reach(pair);
}

// When two pieces go through each other within `duration`.
std::optional<double> CandidateContacts::crossing(int a, int b, double duration) {
  if (!sweep_.is_fast(a, b, duration)) return {};
  const std::optional<double> time = sweep_.first_overlap(collider_, a, b, duration);
  if (!time) return {};
  const Vector3d met = collider_.distance(sweep_.at(a, b, *time), a, b).normal;
  const spatial::Distance last = collider_.distance(sweep_.at(a, b, duration), a, b);
  const bool through = met.dot(last.normal) < kOtherSide || last.gap < -kInside * thickness(a, b);
  return through ? time : std::nullopt;
}

// Behind the surface of a mesh, which is thin, nothing tells from where a piece got there.
std::optional<double> CandidateContacts::meeting_time(int a, int b) {
  if (!is_mesh(a) && !is_mesh(b)) return crossing(a, b, options_.dt);
  if (!sweep_.is_fast(a, b, options_.dt)) return {};
  return sweep_.first_overlap(collider_, a, b, options_.dt);
}

const CandidateContacts::Meeting& CandidateContacts::meeting(const ContactPair& pair) {
  const int a = pair.piece_a, b = pair.piece_b;
  if (meeting_.piece_a == a && meeting_.piece_b == b) return meeting_;
  const std::optional<double> met = meeting_time(a, b);
  const double time = met.value_or(options_.dt);
  const State& then = sweep_.at(a, b, time);
  const spatial::Distance apart = collider_.distance(then, a, b);
  meeting_.piece_a = a;
  meeting_.piece_b = b;
  meeting_.meets = met || apart.gap < -kMet * reach(pair);
  meeting_.time = time;
  meeting_.gap = apart.gap;
  meeting_.normals.assign(1, apart.normal);
  if (meeting_.meets && (is_mesh(a) || is_mesh(b))) {
    met_.clear();
    collider_.collide(then, a, b, 0.0, met_);
    meeting_.normals.clear();
    for (const ContactPair& other : met_) meeting_.normals.push_back(other.normal);
  }
  return meeting_;
}

bool CandidateContacts::is_met_straight(const ContactPair& pair) {
  const Meeting& met = meeting(pair);
  return met.meets && std::ranges::any_of(met.normals, [&](const Vector3d& normal) {
           return normal.dot(pair.normal) > kStraight;
         });
}

int CandidateContacts::activate_closing(const State& pose, const Eigen::VectorXd& v) {
  gets_rows_.assign(model_->bodies.size(), false);
  doubtful_.clear();
  int added = 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (rows_[i] == Row::active || rows_[i] == Row::apart || !closes(pose, i, v)) continue;
    if (is_reliable(i) || is_met_straight(candidates_[i]))
      added += activate(i);
    else if (const Meeting& met = meeting(candidates_[i]); met.meets)
      doubtful_.push_back({i, met.time, met.gap});
  }
  std::ranges::sort(doubtful_, {},
                    [](const Doubtful& x) { return std::tuple(x.time, x.gap, x.candidate); });
  for (auto first = doubtful_.begin(); first != doubtful_.end();) {
    const auto next = std::find_if_not(first, doubtful_.end(),
                                       [&](const Doubtful& x) { return are_one(*first, x); });
    added += activate_where_met(pose, {first, next});
    first = next;
  }
  return added;
}

// Rows where those meet that do so at one time, but for bodies that have new ones.
int CandidateContacts::activate_where_met(const State& pose, std::span<const Doubtful> together) {
  const std::vector<bool> had = gets_rows_;
  int added = 0;
  std::pair<int, int> done{-1, -1};
  for (const Doubtful& doubtful : together) {
    const ContactPair& pair = candidates_[doubtful.candidate];
    const std::pair pieces(pair.piece_a, pair.piece_b);
    if (pieces == done || gets_rows(pair, had)) continue;
    done = pieces;
    added += activate_where_met(pose, doubtful);
  }
  return added;
}

// Whether a body of it that impulses move is among those that have new rows.
bool CandidateContacts::gets_rows(const ContactPair& pair, const std::vector<bool>& have) const {
  const auto gets = [&](int body) { return model_->bodies[body].is_dynamic() && have[body]; };
  return gets(pair.body_a) || gets(pair.body_b);
}

int CandidateContacts::activate(std::size_t candidate) {
  rows_[candidate] = Row::active;
  gets_rows_[candidates_[candidate].body_a] = gets_rows_[candidates_[candidate].body_b] = true;
  return 1;
}

// Rows of the place where its pieces meet, for those of their candidates that have none; its own
// where these were not enough.
int CandidateContacts::activate_where_met(const State& pose, const Doubtful& doubtful) {
  const ContactPair pair = candidates_[doubtful.candidate];
  const State& then = sweep_.at(pair.piece_a, pair.piece_b, doubtful.time);
  met_.clear();
  if (rows_[doubtful.candidate] == Row::none)
    collider_.collide(then, pair.piece_a, pair.piece_b, 0.0, met_);
  if (met_.empty()) return activate(doubtful.candidate);
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (candidates_[i].piece_a == pair.piece_a && candidates_[i].piece_b == pair.piece_b &&
        rows_[i] == Row::none)
      rows_[i] = Row::replaced;
  gets_rows_[pair.body_a] = gets_rows_[pair.body_b] = true;
  for (const ContactPair& other : met_) speculative_.push_back(carried_back(other, then, pose));
  return static_cast<int>(met_.size());
}

}  // namespace perpend
