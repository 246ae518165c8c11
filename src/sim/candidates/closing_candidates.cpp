// SPDX-License-Identifier: Apache-2.0
//
// A row has the normal of the pose of the step, and fast bodies may miss each other all the same,
// or meet elsewhere: a wheel passes over the edge of the next tile whose row it closes, a ghost
// collision. So a row is taken as it is if its bodies meet along its normal. If they meet along
// another one, the rows of that place are taken instead, but only for the first, or deepest,
// meeting of each body: the others, such as with the tile behind, may be missed by the answer with
// these.
#include "sim/candidates/closing_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "contact/contact_rows.hpp"
#include "sim/candidates/carried_back.hpp"

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
// Share of the distance travelled along a contact, below which motion into the contact is
// round-off.
constexpr double kAlong = 1e-6;
// Relative difference of time and gap up to which two meetings are the same: round-off.
constexpr double kSame = 1e-6;

bool are_one(const auto& first, const auto& second) {
  const double time = second.time - first.time, gap = second.gap - first.gap;
  return time <= kSame * second.time && gap <= kSame * std::abs(first.gap);
}

}  // namespace

// Returns the rate of a candidate's row without impulse at velocity v, m/s; below 0 the row is
// violated.
double ClosingCandidates::opening(const State& pose, std::size_t candidate,
                                  const Eigen::VectorXd& v) const {
  const SimulationOptions& options = step_.options;
  const ContactPair& pair = rows_.contact(candidate);
  const Vector3d travel = contact_travel(step_.model, pair, pose, 0.5 * options.dt);
  const Vector3d u = contact_velocity(step_.model, pair, pose, v, travel);
  const SurfacePair& surface = step_.model.surface_between(pair.body_a, pair.body_b);
  const bool relaxed = options.law == ContactLaw::relaxed && options.relaxation_passes == 0;
  const double slip = relaxed ? surface.mu_s * u.tail<2>().norm() : 0.0;
  const double bias = options.stabilise ? (pair.gap - rows_[candidate].rotation) / options.dt : 0.0;
  return u.x() + bias - slip;
}

// True if the forces of the step alone close the row of a candidate, and not the motion before
// them.
bool ClosingCandidates::is_pressed_on(const State& pose, std::size_t candidate,
                                      const Eigen::VectorXd& v_free) const {
  const double dt = step_.options.dt;
  const ContactPair& pair = rows_.contact(candidate);
  const double before = contact_velocity(step_.model, pair, pose, step_.approach).x();
  const double along = step_.pieces.sweep().approach(pair.piece_a, pair.piece_b, dt);
  return pair.gap + dt * before >= -kAlong * along && opening(pose, candidate, v_free) - before < 0;
}

bool ClosingCandidates::is_taken(const State& pose, std::size_t candidate,
                                 const Eigen::VectorXd& v_free, double near) {
  const ContactPair& pair = rows_.contact(candidate);
  const bool reliable = is_reliable(candidate);
  return (reliable && pair.gap <= near) ||
         (opening(pose, candidate, v_free) < 0 &&
          (reliable || is_pressed_on(pose, candidate, v_free) || meets_along_normal(pair)));
}

// Without stabilisation (gap/dt) rows need not describe where bodies go.
bool ClosingCandidates::is_reliable(std::size_t candidate) const {
  if (rows_[candidate].is_predicted) return true;
  const ContactPair& pair = rows_.contact(candidate);
  const MovingPieces& pieces = step_.pieces;
  return !step_.options.stabilise || pieces.is_half_space(pair.piece_a) ||
         pieces.is_half_space(pair.piece_b) ||
         pieces.sweep().approach(pair.piece_a, pair.piece_b, step_.options.dt) <=
             kSlow * pieces.reach(pair);
}

bool ClosingCandidates::meets_along_normal(const ContactPair& pair) {
  const MovingPieces::Meeting& met = step_.pieces.meeting(pair);
  return met.meets && std::ranges::any_of(met.normals, [&](const Vector3d& normal) {
           return normal.dot(pair.normal) > kStraight;
         });
}

int ClosingCandidates::activate(const State& pose, const Eigen::VectorXd& v) {
  group_of_.assign(step_.model.bodies.size(), 0);
  group_ = 1;
  int added = activate_simple(pose, v);
  std::ranges::sort(oblique_, {},
                    [](const Oblique& x) { return std::tuple(x.time, x.gap, x.candidate); });
  for (auto first = oblique_.begin(); first != oblique_.end();) {
    const auto next = std::find_if_not(first, oblique_.end(),
                                       [&](const Oblique& x) { return are_one(*first, x); });
    ++group_;
    const auto count = static_cast<std::size_t>(next - first);
    added += activate_where_met(pose, std::span<const Oblique>(&*first, count));
    first = next;
  }
  return added;
}

// Activates the candidates whose row can be taken as it is, and finds those whose bodies meet along
// another normal.
int ClosingCandidates::activate_simple(const State& pose, const Eigen::VectorXd& v) {
  using enum CandidateRow::State;
  oblique_.clear();
  int added = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].is_active() || rows_[i].state == excluded || !(opening(pose, i, v) < 0)) continue;
    if (is_reliable(i) || meets_along_normal(rows_.contact(i)))
      added += activate(i);
    else if (const auto& met = step_.pieces.meeting(rows_.contact(i)); met.meets)
      oblique_.push_back({i, met.time, met.gap});
  }
  return added;
}

int ClosingCandidates::activate(std::size_t candidate) {
  rows_[candidate].state = CandidateRow::State::active;
  note_rows(rows_.contact(candidate));
  return 1;
}

// Activates rows where a group of pairs meets at the same time, except for bodies with new rows.
int ClosingCandidates::activate_where_met(const State& pose, std::span<const Oblique> together) {
  int added = 0;
  std::pair<int, int> done{-1, -1};
  for (const Oblique& oblique : together) {
    const ContactPair& pair = rows_.contact(oblique.candidate);
    const std::pair pieces(pair.piece_a, pair.piece_b);
    if (pieces == done || got_rows_before(pair)) continue;
    done = pieces;
    added += activate_where_met(pose, oblique);
  }
  return added;
}

// Adds the rows of the place where the two pieces meet, in place of their candidates without a row;
// activates the candidate's own row if those were not enough.
int ClosingCandidates::activate_where_met(const State& pose, const Oblique& oblique) {
  const ContactPair& pair = rows_.contact(oblique.candidate);
  Collider& collider = step_.pieces.collider();
  const State& then = step_.pieces.sweep().at(pair.piece_a, pair.piece_b, oblique.time);
  met_.clear();
  if (rows_[oblique.candidate].state == CandidateRow::State::none)
    collider.collide(then, pair.piece_a, pair.piece_b, 0.0, met_);
  if (met_.empty()) return activate(oblique.candidate);
  replace_rows(pair);
  note_rows(pair);
  for (const ContactPair& other : met_)
    rows_.speculative().push_back(carried_back(step_.model, collider, other, then, pose));
  return static_cast<int>(met_.size());
}

void ClosingCandidates::replace_rows(const ContactPair& pair) {
  using enum CandidateRow::State;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const ContactPair& other = rows_.contact(i);
    if (other.piece_a == pair.piece_a && other.piece_b == pair.piece_b && rows_[i].state == none)
      rows_[i].state = replaced;
  }
}

// True if a dynamic body of the pair has new rows from an earlier group.
bool ClosingCandidates::got_rows_before(const ContactPair& pair) const {
  const auto got = [&](int body) {
    return step_.model.bodies[body].is_dynamic() && group_of_[body] > 0 && group_of_[body] < group_;
  };
  return got(pair.body_a) || got(pair.body_b);
}

void ClosingCandidates::note_rows(const ContactPair& pair) {
  for (const int body : {pair.body_a, pair.body_b})
    if (group_of_[body] == 0) group_of_[body] = group_;
}

}  // namespace perpend
