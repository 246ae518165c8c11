// SPDX-License-Identifier: Apache-2.0
//
// A contact that is found at the pose of a step has the normal and the points of that pose. Within
// one step its bodies may miss each other all the same (closing_candidates.cpp). Or a corner comes
// round an edge, or past the end of a face, where it has no row; or two bodies go through each
// other. So the answer is drifted to the next pose. A contact that appears there, or on the way of
// fast bodies, becomes a speculative contact:
//   the material points that touch there, with the normal n they have there,
//   gap = max(0, n · (x_b - x_a)) with both points carried back to the pose of the step.
// The row only stops approach, since gap >= 0: it adds no energy. In the plane a manifold has all
// corners that can come near, so overlap that appears only at the next pose needs this only in
// steps in which ghost collisions were left out or bodies rotate far.
#include "sim/candidates/speculative_contacts.hpp"

#include <algorithm>

#include "dynamics/bodies/body_velocity.hpp"
#include "sim/candidates/carried_back.hpp"
#include "sim/candidates/pairs/ground_frame.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Contacts of the same features have the same row if the cosine between their normals is above
// kSameNormal, and their points are nearer than kSamePlace times the smaller body's reach;
// kSamePlaceRunOver applies if the point of contact moves over a rotating body.
constexpr double kSameNormal = 0.99, kSamePlace = 0.05, kSamePlaceRunOver = 0.3;
// Angle (rad) by which a body in the plane rotates within a step, above which corners come round
// edges.
constexpr double kFarAngle = 0.01;

}  // namespace

SpeculativeContacts::SpeculativeContacts(StepContext& step, CandidateRows& rows,
                                         const ExcludedPairs& excluded, NextPose& next,
                                         HalfwayContacts& halfway,
                                         const KinematicRotation& rotation,
                                         RemainingOverlap& remaining)
    : step_(step),
      rows_(rows),
      excluded_(excluded),
      next_(next),
      halfway_(halfway),
      rotation_(rotation),
      remaining_(remaining),
      in_space_(has_spatial_shapes(step.model)) {}

// True if a contact of the same features has nearly the same row. A point of a rim moves on along
// it under the same key, so the place counts too.
bool SpeculativeContacts::is_same(const ContactPair& known, std::uint64_t key,
                                  const ContactPair& pair) const {
  const double near =
      (step_.pairs.roll_unevenly(pair) ? kSamePlaceRunOver : kSamePlace) * step_.pieces.reach(pair);
  return known.key == key && known.normal.dot(pair.normal) > kSameNormal &&
         ((known.point_a - pair.point_a).norm() < near ||
          (known.point_b - pair.point_b).norm() < near);
}

bool SpeculativeContacts::is_known(const ContactPair& pair) const {
  const auto among = [&](std::span<const ContactPair> contacts, std::uint64_t key) {
    return std::ranges::any_of(contacts,
                               [&](const ContactPair& other) { return is_same(other, key, pair); });
  };
  return among(rows_.contacts(), pair.key) || among(rows_.speculative(), ~pair.key);
}

ContactPair SpeculativeContacts::carry_back(const State& pose, const Met& met) const {
  return carried_back(step_.model, step_.pieces.collider(), met.contact, met.then, pose);
}

int SpeculativeContacts::add(const State& pose, std::span<const Crossing> crossings) {
  const std::size_t before = rows_.speculative().size();
  for (const auto& [body_a, body_b, a, b, time] : crossings) {
    const State& then = step_.pieces.sweep().at(a, b, time);
    met_.clear();
    step_.pieces.collider().collide(then, a, b, 0.0, met_);
    for (const ContactPair& pair : met_) {
      ContactPair back = carry_back(pose, {pair, then});
      back.key = pair.key;
      if (is_known(back)) continue;
      back.key = ~pair.key;
      rows_.speculative().push_back(back);
    }
  }
  return static_cast<int>(rows_.speculative().size() - before);
}

// Returns the largest angle by which a body with shapes rotates in a step; it is unknown for custom
// bodies.
double SpeculativeContacts::largest_angle(const Eigen::VectorXd& v) const {
  double rate = 0;
  for (const MovingPieces::Outline& outline : step_.pieces.outlines())
    rate = std::max(rate, angular_velocity(step_.model.bodies[outline.body], v).norm());
  return rate * step_.options.dt;
}

int SpeculativeContacts::add(const State& pose, const Eigen::VectorXd& v) {
  remaining_.forget();
  int changed = 0;
  halfway_.visit(pose, [&](const State& halfway, const ContactPair& contact) {
    remaining_.note(pose, halfway, contact);
    changed += meet(pose, v, {contact, halfway, 0.5});
  });
  const bool is_plain = !in_space_ && !step_.pieces.collider().has_ghosts();
  return is_plain && largest_angle(v) <= kFarAngle ? changed : changed + add_at_next(pose, v);
}

int SpeculativeContacts::add_at_next(const State& pose, const Eigen::VectorXd& v) {
  next_.drift_all(pose, v, step_.options.dt);
  int changed = 0;
  for (const ContactPair& contact : next_.contacts(step_.margin_elsewhere())) {
    if (excluded_.contains(contact)) continue;
    remaining_.note(pose, next_.state(), contact);
    changed += meet(pose, v, {contact, next_.state()});
  }
  return changed;
}

// True if the material points of a compliant contact elsewhere overlap at the pose as well: the
// manifold of the pose has its springs already, and one more row would be one spring more.
bool SpeculativeContacts::has_springs_already(const ContactPair& back) const {
  return step_.pairs.are_compliant(back) && point_gap(back) < 0;
}

// Returns the largest correction of a row for curved motion: its gap, plus the overlap that its
// bodies come to, unless the correction for that has cost energy.
double SpeculativeContacts::largest_curve(const ContactPair& row, double overlap) const {
  return std::max(row.gap, 0.0) - (step_.separates_overlap ? overlap : 0.0);
}

void SpeculativeContacts::separate_no_overlap() {
  step_.separates_overlap = false;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    rows_[i].curve = std::min(rows_[i].curve, largest_curve(rows_.contact(i), 0.0));
  for (ContactPair& row : rows_.speculative())
    row.curve = std::min(row.curve, largest_curve(row, 0.0));
}

// Adds or corrects the row of a contact that overlaps. Returns how many rows changed.
int SpeculativeContacts::meet(const State& pose, const Eigen::VectorXd& v, const Met& met) {
  const double gap = met.contact.gap;
  if (gap > -step_.pairs.significant_overlap(met.contact)) return 0;
  if (met.share == 1.0 && rotation_.largest_loss(met.contact) >= -gap)
    return meet_rotated(pose, v, met);
  // The contact is compared relative to the ground, as the contacts of the pose are.
  const Vector3d moved =
      met.share * step_.options.dt * velocity_of_ground(step_.model, step_.pieces, pose, v);
  ContactPair here = met.contact;
  here.point_a -= moved;
  here.point_b -= moved;
  if (is_known(here)) return correct(pose, v, here, met.share);
  ContactPair back = carry_back(pose, met);
  if (has_springs_already(back)) return 0;
  // Overlap that is there already is pushed out as well.
  const double in = std::max(0.0, -point_gap(back));
  back.curve = std::clamp(back.gap - row_gap(pose, v, back, gap, met.share), 0.0,
                          largest_curve(back, gap - in));
  rows_.speculative().push_back(back);
  return 1;
}

// Adds a row for features that come round with a rotating body, or corrects the one they have.
int SpeculativeContacts::meet_rotated(const State& pose, const Eigen::VectorXd& v, const Met& met) {
  if (rows_.is_predicted(met.contact.key)) return 0;
  const auto known = std::ranges::find(rows_.speculative(), ~met.contact.key, &ContactPair::key);
  const bool is_new = known == rows_.speculative().end();
  ContactPair row = is_new ? carry_back(pose, met) : *known;
  if (is_new && has_springs_already(row)) return 0;
  const double wanted = row.gap - row_gap(pose, v, row, met.contact.gap, 1.0);
  const double least = 0.5 * step_.pairs.significant_overlap(met.contact);
  if (!(wanted > row.turn + row.curve + least) && !is_new) return 0;
  row.turn = std::clamp(wanted, 0.0, rotation_.largest_loss(met.contact));
  row.curve = 0;
  if (is_new)
    rows_.speculative().push_back(row);
  else
    *known = row;
  return 1;
}

// Returns the gap with which the row of a contact reproduces the overlap that its bodies come to
// with v.
double SpeculativeContacts::row_gap(const State& pose, const Eigen::VectorXd& v,
                                    const ContactPair& row, double overlap, double share) const {
  return overlap / share - step_.options.dt * step_.row_rate(pose, v, row);
}

// Corrects a row for bodies that rotate far and leave the straight path their row assumes. A row
// whose bodies separate does not separate them by more than they overlap.
int SpeculativeContacts::correct(const State& pose, const Eigen::VectorXd& v,
                                 const ContactPair& met, double share) {
  constexpr double kSettled = 0.1;  // share of the significant overlap if overlap is kept
  const double kept = step_.pairs.rolling_overlap(met), overlap = met.gap + kept;
  const double least = (kept > 0 ? kSettled : 0.5) * step_.pairs.significant_overlap(met);
  const auto corrected = [&](const ContactPair& row, double rotation, double& curve) {
    const double gap = row_gap(pose, v, row, overlap, share);
    const double wanted = std::min(row.gap - rotation - gap, largest_curve(row, overlap));
    if (!(wanted > curve + least)) return 0;
    curve = wanted;
    return 1;
  };
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!is_same(rows_.contact(i), met.key, met)) continue;
    const int activated = !rows_[i].is_active();
    rows_[i].state = CandidateRow::State::active;
    return std::max(activated, corrected(rows_.contact(i), rows_[i].rotation, rows_[i].curve));
  }
  for (ContactPair& row : rows_.speculative())
    if (is_same(row, ~met.key, met)) return corrected(row, row.turn, row.curve);
  return 0;
}

}  // namespace perpend
