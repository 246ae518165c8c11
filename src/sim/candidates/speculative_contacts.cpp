// SPDX-License-Identifier: Apache-2.0
//
// A contact that is found at the pose of a step has the normal and the points of that pose. Within
// one step its bodies may miss each other all the same (closing_contacts.cpp). Or a corner comes
// round an edge, or past the end of a face, where it has no row; or two bodies go through each
// other. So the answer is drifted to the next pose. A contact that appears there, or on the way of
// fast bodies, becomes a speculative contact here:
//   the material points that touch there, with the normal n they have there,
//   gap = max(0, n · (x_b - x_a)) with both points carried back to the pose of the step.
// The row only stops approach, since gap >= 0: it adds no energy. In the plane a manifold has all
// corners that can come near, so overlap that appears only at the next pose needs this only in
// steps in which ghost collisions were left out or bodies rotate far.
#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/contact_rows.hpp"
#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "geometry/planar/extent.hpp"
#include "geometry/spatial/shapes/extent.hpp"
#include "sim/candidates/candidate_contacts.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Overlap at the next pose that gets a row of its own, as a share of the smaller body's reach, or
// of the thinner piece's inner radius. A body that rocks or rolls on a corner is this far off its
// linearised path; the next step takes that out.
constexpr double kDeep = 1e-3, kDeepInside = 3e-3;
// Contacts of the same features have the same row if the cosine between their normals is above
// kSameNormal, and their points are nearer than kSamePlace times the smaller body's reach;
// kSamePlaceRunOver applies if the point of contact moves over a rotating body.
constexpr double kSameNormal = 0.99, kSamePlace = 0.05, kSamePlaceRunOver = 0.3;
// Share of an overlap that was there before, above which a step did not lead into it; and the share
// for overlap that can be pushed out within a step and may not remain, except for round-off.
constexpr double kDeeper = 0.7, kNoLess = 0.99;
// Angle (rad) by which a body in the plane rotates within a step, above which corners come round
// edges.
constexpr double kTurn = 0.01;

double rounding_of(const Model& model, const Collider& collider, int index) {
  const Piece& piece = collider.piece(index);
  const Body& body = model.bodies[piece.body];
  return collider.in_space(index) ? rounding(body.details->spatial_shapes[piece.shape].shape)
                                  : rounding(body.details->shapes[piece.shape].shape);
}

// Returns where the material point of a body that is at x at the next pose is at the pose of the
// step.
Vector3d carry_back(const Model& model, const State& next, const State& pose, int body,
                    const Vector3d& x) {
  const spatial::Pose from = spatial_pose(model, next, {body});
  const spatial::Pose to = spatial_pose(model, pose, {body});
  return to.p + to.r * (from.r.conjugate() * (x - from.p));
}

}  // namespace

double CandidateContacts::deep(int a, int b) const {
  return std::min(kDeep * pieces_.reach(piece(a).body, piece(b).body),
                  kDeepInside * pieces_.thickness(a, b));
}

// Each step leads a rolling body into overlap as it rotates. The overlap that rows are corrected
// for is kept: impulses that open some of these overlaps and not others would do work.
double CandidateContacts::kept(const ContactPair& met) const {
  return rolls_unevenly(met) ? deep(met) : 0.0;
}

// True if a contact of the same features has nearly the same row. A point of a rim moves on along
// it under the same key, so the place counts too.
bool CandidateContacts::is_same(const ContactPair& known, std::uint64_t key,
                                const ContactPair& pair) const {
  const double near = (rolls_unevenly(pair) ? kSamePlaceRunOver : kSamePlace) * pieces_.reach(pair);
  return known.key == key && known.normal.dot(pair.normal) > kSameNormal &&
         ((known.point_a - pair.point_a).norm() < near ||
          (known.point_b - pair.point_b).norm() < near);
}

bool CandidateContacts::is_known(const ContactPair& pair) const {
  const auto among = [&](std::span<const ContactPair> contacts, std::uint64_t key) {
    return std::ranges::any_of(contacts,
                               [&](const ContactPair& other) { return is_same(other, key, pair); });
  };
  return among(candidates_, pair.key) || among(speculative_, ~pair.key);
}

// Carries a contact back to the pose of the step. The round parts of a shape touch with another of
// their points, so the core of the shape is carried back.
ContactPair CandidateContacts::carried_back(ContactPair pair, const State& next,
                                            const State& pose) const {
  const Vector3d to_a = rounding_of(*model_, pieces_.collider(), pair.piece_a) * pair.normal;
  const Vector3d to_b = rounding_of(*model_, pieces_.collider(), pair.piece_b) * -pair.normal;
  pair.point_a = to_a + carry_back(*model_, next, pose, pair.body_a, pair.point_a - to_a);
  pair.point_b = to_b + carry_back(*model_, next, pose, pair.body_b, pair.point_b - to_b);
  apply_on_one_line(*model_, pair);
  pair.gap = std::max(0.0, pair.normal.dot(pair.point_b - pair.point_a));
  pair.key = ~pair.key;
  return pair;
}

int CandidateContacts::add_crossed(const State& pose) {
  crossings_.clear();
  const std::size_t before = speculative_.size();
  for (const auto& [a, b] : pieces_.collider().near_pieces()) {
    if (stay_apart(a, b)) continue;
    const std::optional<double> time = pieces_.crossing(a, b, options_.dt);
    if (!time) continue;
    crossings_.push_back(
        {pieces_.collider().piece(a).body, pieces_.collider().piece(b).body, *time});
    if (speculations_ == kMostSpeculations) continue;
    const State& then = pieces_.sweep().at(a, b, *time);
    met_.clear();
    pieces_.collider().collide(then, a, b, 0.0, met_);
    for (const ContactPair& pair : met_) {
      ContactPair back = carried_back(pair, then, pose);
      back.key = pair.key;
      if (is_known(back)) continue;
      back.key = ~pair.key;
      speculative_.push_back(back);
    }
  }
  return static_cast<int>(speculative_.size() - before);
}

// Returns the largest angle by which a body with shapes rotates in a step; it is unknown for custom
// bodies.
double CandidateContacts::largest_turn(const Eigen::VectorXd& v) const {
  double turn = 0;
  for (const MovingPieces::Outline& outline : pieces_.outlines()) {
    turn = std::max(turn, angular_velocity(model_->bodies[outline.body], v).norm());
  }
  return turn * options_.dt;
}

int CandidateContacts::add_speculative(const State& pose, const Eigen::VectorXd& v) {
  left_over_ = false;
  const int halfway = meet_halfway(pose, v);
  if (!in_space_ && !pieces_.collider().has_ghosts() && largest_turn(v) <= kTurn) return halfway;
  int changed = 0;
  for (const ContactPair& pair : contacts_at_next(pose, v)) {
    if (stay_apart(pair.piece_a, pair.piece_b)) continue;
    left_over_ = left_over_ || is_led_into(pose, next_, pair);
    changed += meet(pose, v, next_, pair, 1.0);
  }
  return halfway + changed;
}

std::span<const ContactPair> CandidateContacts::contacts_at_next(const State& pose,
                                                                 const Eigen::VectorXd& v) {
  next_ = pose;
  next_.v = v;
  drift(*model_, options_.dt, next_);
  return next_collider_.collide(next_, margin_there());
}

// Returns the margin of contacts elsewhere. Bodies with compliant contacts overlap by their law and
// are held by the points of their manifold, which names other points of a round edge if its margin
// is smaller.
double CandidateContacts::margin_there() const {
  return any_compliant_ ? margin_ : 0.0;
}

// True if the material points of a compliant contact elsewhere overlap at the pose as well: the
// manifold of the pose has its springs already, and one more row would be one spring more.
bool CandidateContacts::penetrates(const ContactPair& back) const {
  return is_compliant(back.body_a, back.body_b) && back.normal.dot(back.point_b - back.point_a) < 0;
}

// Returns the gap at the pose between the bodies of a contact elsewhere. A piece that comes out of
// a mesh meets other triangles on its way: such a contact counts by the positions of its material
// points.
double CandidateContacts::gap_before(const State& pose, const State& then, const ContactPair& met) {
  const double gap = pieces_.gap(pose, met.piece_a, met.piece_b);
  if (!pieces_.is_with_mesh(met.piece_a, met.piece_b)) return gap;
  const ContactPair back = carried_back(met, then, pose);
  return std::min(gap, back.normal.dot(back.point_b - back.point_a));
}

// True if two bodies get deeper into each other, on the way from a pose, than this share of the
// inner radius. Earlier deep overlap does not depend on the length of the step, but overlap that
// one step can push out may not grow. Compliant contacts overlap by their law.
bool CandidateContacts::goes_into(const State& pose, const State& then, const ContactPair& met,
                                  double share) {
  if (is_compliant(met.body_a, met.body_b)) return false;
  const double size = pieces_.common_thickness(met.piece_a, met.piece_b);
  if (!(met.gap + kept(met) < -share * size)) return false;
  const double before = gap_before(pose, then, met);
  const bool is_pushed_out = before > -options_.recovery_speed * options_.dt;
  return before > (is_pushed_out ? kNoLess : kDeeper) * met.gap;
}

// Returns true if a step leads bodies deeper into each other than rows prevent.
bool CandidateContacts::is_led_into(const State& pose, const State& then, const ContactPair& met) {
  if (!goes_into(pose, then, met, share_left())) return false;
  if (has_kinematic(met) && met.gap < turned_into_.gap) turned_into_ = met;
  return true;
}

// Sets left_over(). Returns true if overlap is left over, or is so large that one more round with
// corrected rows is worthwhile.
bool CandidateContacts::find_left_over(const State& pose, const Eigen::VectorXd& v) {
  const std::span<const ContactPair> at_next = contacts_at_next(pose, v);
  const auto any = [&](auto&& leads) {
    return std::ranges::any_of(at_next, [&](const ContactPair& met) {
      return !stay_apart(met.piece_a, met.piece_b) && leads(met);
    });
  };
  left_over_ = leads_into_halfway(pose) ||
               any([&](const ContactPair& met) { return is_led_into(pose, next_, met); });
  return left_over_ || any([&](const ContactPair& met) {
           return goes_into(pose, next_, met, kWorthARound * share_left());
         });
}

// Returns the largest correction of a row for curved motion: its gap, plus the overlap that its
// bodies come to, unless the correction for that has cost energy.
double CandidateContacts::most_curve(const ContactPair& row, double overlap) const {
  return std::max(row.gap, 0.0) - (parts_overlap_ ? overlap : 0.0);
}

void CandidateContacts::part_no_overlap() {
  parts_overlap_ = false;
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    curves_[i] = std::min(curves_[i], most_curve(candidates_[i], 0.0));
  for (ContactPair& row : speculative_) row.curve = std::min(row.curve, most_curve(row, 0.0));
}

// Adds or corrects a row for a contact that overlaps after a share of the drift to the next pose.
// Returns how many rows changed.
int CandidateContacts::meet(const State& pose, const Eigen::VectorXd& v, const State& then,
                            const ContactPair& met, double share) {
  if (met.gap > -deep(met)) return 0;
  if (share == 1.0 && most_turn(met) >= -met.gap) return meet_turned(pose, v, then, met);
  // The contact is compared relative to the ground, as the contacts of the pose are.
  const Vector3d moved = share * options_.dt * velocity_of_ground(pose, v);
  ContactPair here = met;
  here.point_a -= moved;
  here.point_b -= moved;
  if (is_known(here)) return bend(pose, v, here, share);
  ContactPair back = carried_back(met, then, pose);
  if (penetrates(back)) return 0;
  // Overlap that is there already is pushed out as well.
  const double in = std::max(0.0, -back.normal.dot(back.point_b - back.point_a));
  back.curve = std::clamp(back.gap - row_gap(pose, v, back, met.gap, share), 0.0,
                          most_curve(back, met.gap - in));
  speculative_.push_back(back);
  return 1;
}

// Returns the gap with which the row of a contact reproduces the overlap that its bodies come to
// with v.
double CandidateContacts::row_gap(const State& pose, const Eigen::VectorXd& v,
                                  const ContactPair& row, double overlap, double share) const {
  return overlap / share - options_.dt * row_rate(pose, v, row);
}

// Corrects a row for bodies that rotate far and leave the straight path their row assumes. A row
// whose bodies separate does not separate them by more than they overlap.
int CandidateContacts::bend(const State& pose, const Eigen::VectorXd& v, const ContactPair& met,
                            double share) {
  constexpr double kSettled = 0.1;  // share of deep() if overlap is kept
  const double overlap = met.gap + kept(met);
  const double least = (kept(met) > 0 ? kSettled : 0.5) * deep(met);
  const auto bent = [&](const ContactPair& row, double turn, double& curve) {
    const double gap = row_gap(pose, v, row, overlap, share);
    const double wanted = std::min(row.gap - turn - gap, most_curve(row, overlap));
    if (!(wanted > curve + least)) return 0;
    curve = wanted;
    return 1;
  };
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (!is_same(candidates_[i], met.key, met)) continue;
    const int activated = rows_[i] != Row::active;
    rows_[i] = Row::active;
    return std::max(activated, bent(candidates_[i], predictions_[i].turn, curves_[i]));
  }
  for (ContactPair& row : speculative_)
    if (is_same(row, ~met.key, met)) return bent(row, row.turn, row.curve);
  return 0;
}

// Corners that clip each other on the way may already open again where they overlap.
bool CandidateContacts::met_before(const State& start, double time) {
  const State& pose = pieces_.sweep().pose();
  const bool clipped = std::ranges::any_of(candidates_, [&](const ContactPair& pair) {
    if (goes_into(start, pose, pair, share_left())) return true;
    return !is_compliant(pair.body_a, pair.body_b) &&
           pair.gap < -std::max(deep(pair), kLoose * kept(pair)) &&
           pieces_.gap(start, pair.piece_a, pair.piece_b) > 0.5 * pair.gap;
  });
  if (clipped) return true;
  pieces_.start(start, start.v);
  return std::ranges::any_of(pieces_.collider().near_pieces(), [&](const auto& pieces) {
    const auto& [a, b] = pieces;
    if (free_.meet(piece(a).body, piece(b).body) || are_held_apart(a, b)) return false;
    return is_behind(a, b) ? got_behind(start, a, b, time)
                           : pieces_.crossing(a, b, time).has_value();
  });
}

}  // namespace perpend
